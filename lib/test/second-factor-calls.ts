import { totpCode } from '@/lib/account/endpoints.examples';
import { PASSWORD } from '@/lib/test/fixtures';
import { call, owner, post, signIn, tokenOf } from '@/lib/test/sign-up-calls';

/** Second factors set up as a program does it, for people of the fixtures. */

export const ADDRESS = 'user@acme.test';
export type SecondFactor = { secret: string; codes: string[]; token: string };

/** Everybody as at the beginning: no second factor, no pending change of email, one password. */
export async function forgetSecondFactors(): Promise<void> {
  await owner.query('update person set totp_secret = null, totp_enabled_at = null, totp_last_step = null');
  await owner.query('update person set pending_email = null, pending_email_at = null, must_change_password = false');
  await owner.query('delete from recovery_code');
  await owner.query('update organisation set requires_totp = false');
}

/** Signs in with the password and sets an authenticator up; the code that shows now counts once more. */
export async function setUp(email = ADDRESS): Promise<SecondFactor> {
  const { token } = await tokenOf(email);
  const begun = await post('totp', { current_password: PASSWORD }, token);
  const { secret } = begun.body.data as { secret: string };
  const done = await post('confirmTotp', { code: totpCode(secret) }, token);
  await owner.query('update person set totp_last_step = null');
  return { secret, codes: (done.body.data as { recovery_codes: string[] }).recovery_codes, token };
}

export const signInWith = (code: string, email = ADDRESS) =>
  post('signinwithorgs', { email, password: PASSWORD, sub_domain: 'acme', code });

/** Sign-in with the password alone. */
export const signInWithout = (email = ADDRESS) => signIn(email, PASSWORD, 'acme');

export const get = (path: string, token: string, query: Record<string, string> = {}) => call('GET', path, query, token);
