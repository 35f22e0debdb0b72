import 'server-only';
import { cookies } from 'next/headers';
import { HALF_SECONDS } from '@/lib/auth/second-step';
import { type OpenedSession, renewSession } from '@/lib/auth/sign-in';
import { HALF_COOKIE, PENDING_COOKIE, sessionCookieName, sessionCookieOptions } from '@/lib/auth/token';
import { env } from '@/lib/env';

const YEAR = 365 * 24 * 3600;

/** Keeps a session that was just opened in this browser. */
export async function keepSession(opened: OpenedSession): Promise<void> {
  const jar = await cookies();
  jar.set(sessionCookieName(), opened.token, sessionCookieOptions());
  jar.delete(HALF_COOKIE);
  // Readable by scripts on purpose: the landing page's Login button and the first paint use it. It is no secret.
  jar.set('company', opened.organisation.sub_domain, { path: '/', sameSite: 'lax', maxAge: YEAR });
}

/** Keeps the first half of a sign-in until its code is entered; no page and no call takes it for a session. */
export async function keepHalf(half: string): Promise<void> {
  const options = { httpOnly: true, sameSite: 'lax', path: '/', secure: env.secure, maxAge: HALF_SECONDS } as const;
  (await cookies()).set(HALF_COOKIE, half, options);
}

/** The same session goes on under a new id: the token from before counts no more. */
export async function renewKeptSession(sid: string): Promise<void> {
  const token = await renewSession(sid);
  if (token) (await cookies()).set(sessionCookieName(), token, sessionCookieOptions());
}

/** So that the next page need not ask for the address again. It is no secret, and no script reads it. */
export async function rememberAddress(email: string): Promise<void> {
  const options = { httpOnly: true, sameSite: 'lax', path: '/', secure: env.secure, maxAge: 24 * 3600 } as const;
  (await cookies()).set(PENDING_COOKIE, email, options);
}
