import 'server-only';
import { DomainError } from '@/lib/errors';
import { signFor, verifyFor } from '@/lib/session-token';

/**
 * A sign-in whose password was right and whose code is still missing. It is kept by whoever signs in, signed for this one
 * purpose: no session exists until the code is right, and nothing but the second step takes it.
 */
export type MfaChallenge = {
  /** Member who signs in. */
  sub: string;
  /** Key of the organisation. */
  key: string;
  /** When the password was set, ms: another password since then ends it. */
  pwd: number;
};

const AUDIENCE = 'guildhall:second-step';
const MFA_TOKEN_SECONDS = 600;

const startAgain = () =>
  new DomainError('unauthenticated', 'Unauthorized! That took too long. Start again with your password.');

export const signMfaToken = (challenge: MfaChallenge): Promise<string> =>
  signFor(AUDIENCE, challenge, Math.floor(Date.now() / 1000) + MFA_TOKEN_SECONDS);

/** The challenge that was kept, if it was made for this organisation; `unauthenticated` otherwise. */
export async function verifyMfaToken(token: string | undefined, orgKey: string): Promise<MfaChallenge> {
  const challenge = token
    ? await verifyFor<MfaChallenge>(AUDIENCE, token, ['sub', 'key', 'pwd']).catch(() => null)
    : null;
  if (!challenge || challenge.key !== orgKey) throw startAgain();
  return { sub: String(challenge.sub), key: challenge.key, pwd: challenge.pwd };
}

/** The password is right, and a code is wanted too. Told apart on the wire by its field: `errors.code`. */
export class MfaRequired extends DomainError {
  constructor(readonly challenge: MfaChallenge) {
    super('unauthenticated', 'Unauthorized! The password is right. Send the code from your authenticator too.', {
      errors: { code: ['Enter the code that your authenticator shows now, or a recovery code.'] },
    });
  }
}

/** The same for a code that is wrong, over or used, and for a recovery code that is none. */
export const wrongSecondFactor = () =>
  new DomainError('unauthenticated', 'Unauthorized! This code is wrong or was already used.', {
    errors: { code: ['This code is wrong or was already used. Wait for the next one.'] },
  });
