import 'server-only';
import { cookies } from 'next/headers';
import { DEVICE_SECONDS, deviceKnowing } from '@/lib/attempts/known-device';
import { env } from '@/lib/env';
import { choicesOf } from '@/lib/person/person';
import { type OpenedSession, renewSession } from '@/lib/session/sign-in';
import { THEME_COOKIE } from '@/lib/session/vocabulary';
import {
  deviceCookieName,
  PENDING_COOKIE,
  SIGN_UP_COOKIE,
  sessionCookieName,
  sessionCookieOptions,
} from '@/lib/session-token';

const YEAR = 365 * 24 * 3600;

export async function keepSession(opened: OpenedSession): Promise<void> {
  const jar = await cookies();
  jar.set(sessionCookieName(), opened.token, sessionCookieOptions());
  // Readable by scripts on purpose (Login button, first paint); not secret. The theme makes the first page right.
  const { theme } = await choicesOf(opened.personId);
  jar.set(THEME_COOKIE, theme, { path: '/', sameSite: 'lax', maxAge: YEAR, secure: env.secure });
  const known = jar.get(deviceCookieName())?.value;
  jar.set(deviceCookieName(), await deviceKnowing(known, opened.user.email), {
    ...sessionCookieOptions(),
    maxAge: DEVICE_SECONDS,
  });
  jar.set('company', opened.organisation.sub_domain, { path: '/', sameSite: 'lax', maxAge: YEAR });
}

export async function renewKeptSession(sid: string): Promise<void> {
  const token = await renewSession(sid);
  if (token) (await cookies()).set(sessionCookieName(), token, sessionCookieOptions());
}

const forADay = () => ({ httpOnly: true, sameSite: 'lax', path: '/', secure: env.secure, maxAge: 24 * 3600 }) as const;

/** So that the next page need not ask again. Not secret; not readable by scripts. */
export async function rememberEmail(email: string): Promise<void> {
  (await cookies()).set(PENDING_COOKIE, email, forADay());
}

/** So that the code confirms this browser's sign-up, not another one with the same address. */
export async function rememberSignUp(email: string, id: string): Promise<void> {
  await rememberEmail(email);
  (await cookies()).set(SIGN_UP_COOKIE, id, forADay());
}

export const forgetSignUp = async (): Promise<unknown> => (await cookies()).delete(SIGN_UP_COOKIE);

export async function rememberedSignUp(): Promise<{ _id?: string }> {
  const value = (await cookies()).get(SIGN_UP_COOKIE)?.value;
  return value && /^[0-9a-f-]{36}$/.test(value) ? { _id: value } : {};
}
