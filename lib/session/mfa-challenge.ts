import 'server-only';
import { DomainError } from '@/lib/errors';
import { signFor, verifyFor } from '@/lib/session-token';

/** Password accepted, code missing. The client keeps it, signed for this purpose alone; no session exists yet. */
export type MfaChallenge = {
  sub: string;
  key: string;
  /** When the password was set, ms: a new password invalidates it. */
  pwd: number;
};

const AUDIENCE = 'guildhall:second-step';
const MFA_TOKEN_SECONDS = 600;

const startAgain = () =>
  new DomainError('unauthenticated', 'Unauthorized! That took too long. Start again with your password.');

export const signMfaToken = (challenge: MfaChallenge): Promise<string> =>
  signFor(AUDIENCE, challenge, Math.floor(Date.now() / 1000) + MFA_TOKEN_SECONDS);

/** Throws `unauthenticated` unless it was made for this organisation. */
export async function verifyMfaToken(token: string | undefined, orgKey: string): Promise<MfaChallenge> {
  const challenge = token
    ? await verifyFor<MfaChallenge>(AUDIENCE, token, ['sub', 'key', 'pwd']).catch(() => null)
    : null;
  if (!challenge || challenge.key !== orgKey) throw startAgain();
  return { sub: String(challenge.sub), key: challenge.key, pwd: challenge.pwd };
}

/** Told apart on the wire by its field: `errors.code`. */
export class MfaRequired extends DomainError {
  constructor(readonly challenge: MfaChallenge) {
    super('unauthenticated', 'Unauthorized! The password is right. Send the code from your authenticator too.', {
      errors: { code: ['Enter the code that your authenticator shows now, or a recovery code.'] },
    });
  }
}

/** The same error for wrong, expired and used codes, and for unknown recovery codes. */
export const wrongSecondFactor = () =>
  new DomainError('unauthenticated', 'Unauthorized! This code is wrong or was already used.', {
    errors: { code: ['This code is wrong or was already used. Wait for the next one.'] },
  });
