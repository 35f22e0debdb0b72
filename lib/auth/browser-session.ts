import 'server-only';
import { cookies } from 'next/headers';
import { choicesOf } from '@/lib/auth/profile';
import { type OpenedSession, renewSession } from '@/lib/auth/sign-in';
import { PENDING_COOKIE, sessionCookieName, sessionCookieOptions } from '@/lib/auth/token';
import { env } from '@/lib/env';
import { THEME_COOKIE } from '@/lib/member/vocabulary.profile';

const YEAR = 365 * 24 * 3600;

/** Keeps a session that was just opened in this browser. */
export async function keepSession(opened: OpenedSession): Promise<void> {
  const jar = await cookies();
  jar.set(sessionCookieName(), opened.token, sessionCookieOptions());
  // Readable by scripts on purpose: the landing page's Login button and the first paint use it. It is no secret.
  // The theme follows the person: drawn right from the first page on.
  const { theme } = await choicesOf(opened.personId);
  jar.set(THEME_COOKIE, theme, { path: '/', sameSite: 'lax', maxAge: YEAR, secure: env.secure });
  jar.set('company', opened.organisation.sub_domain, { path: '/', sameSite: 'lax', maxAge: YEAR });
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
