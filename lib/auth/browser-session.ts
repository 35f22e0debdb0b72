import 'server-only';
import { cookies } from 'next/headers';
import type { OpenedSession } from '@/lib/auth/sign-in';
import { sessionCookieName, sessionCookieOptions } from '@/lib/auth/token';

const YEAR = 365 * 24 * 3600;

/** Keeps a session that was just opened in this browser. */
export async function keepSession(opened: OpenedSession): Promise<void> {
  const jar = await cookies();
  jar.set(sessionCookieName(), opened.token, sessionCookieOptions());
  // Readable by scripts on purpose: the landing page's Login button and the first paint use it. It is no secret.
  jar.set('company', opened.organisation.sub_domain, { path: '/', sameSite: 'lax', maxAge: YEAR });
}
