import 'server-only';
import { signFor, verifyFor } from '@/lib/auth/token';
import { DomainError } from '@/lib/errors';

/**
 * A sign-in whose password was right and whose code is still missing. It is kept by whoever signs in, signed for this one
 * purpose: no session exists until the code is right, and nothing but the second step takes it.
 */
export type HalfSignIn = {
  /** Member who signs in. */
  sub: string;
  /** Key of the organisation. */
  key: string;
  /** When the password was set, ms: another password since then ends the half. */
  pwd: number;
};

const AUDIENCE = 'guildhall:second-step';
export const HALF_SECONDS = 600;

const startAgain = () =>
  new DomainError('unauthenticated', 'Unauthorized! That took too long. Start again with your password.');

export const signHalf = (half: HalfSignIn): Promise<string> =>
  signFor(AUDIENCE, half, Math.floor(Date.now() / 1000) + HALF_SECONDS);

/** The half that was kept, if it was made for this organisation; `unauthenticated` otherwise. */
export async function verifyHalf(token: string | undefined, orgKey: string): Promise<HalfSignIn> {
  const half = token ? await verifyFor<HalfSignIn>(AUDIENCE, token, ['sub', 'key', 'pwd']).catch(() => null) : null;
  if (!half || half.key !== orgKey) throw startAgain();
  return { sub: String(half.sub), key: half.key, pwd: half.pwd };
}

/** The password is right, and a code is wanted too. Told apart on the wire by its field: `errors.code`. */
export class SecondFactorNeeded extends DomainError {
  constructor(readonly half: HalfSignIn) {
    super('unauthenticated', 'Unauthorized! The password is right. Send the code of your authenticator too.', {
      errors: { code: ['Enter the code that your authenticator shows now, or a recovery code.'] },
    });
  }
}

/** The same for a code that is wrong, over or used, and for a recovery code that is none. */
export const wrongSecondFactor = () =>
  new DomainError('unauthenticated', 'Unauthorized! This code is not right, or it was used already.', {
    errors: { code: ['This code is not right, or it was used already. Wait for the next one.'] },
  });
