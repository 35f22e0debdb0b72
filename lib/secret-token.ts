import 'server-only';
import { createHash, randomBytes } from 'node:crypto';

/** What the database keeps of a token: whoever reads it there can do nothing with it. */
export const hashSecretToken = (token: string): string => createHash('sha256').update(token).digest('base64url');

/** A new token of 256 random bits for a link, and its hash. */
export function newSecretToken(): { token: string; tokenHash: string } {
  const token = randomBytes(32).toString('base64url');
  return { token, tokenHash: hashSecretToken(token) };
}
