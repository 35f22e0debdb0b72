import 'server-only';
import { createHash, randomBytes } from 'node:crypto';

/** The database keeps only this hash, which is useless to a reader. */
export const hashSecretToken = (token: string): string => createHash('sha256').update(token).digest('base64url');

/** 256 random bits for a link, and their hash. */
export function newSecretToken(): { token: string; tokenHash: string } {
  const token = randomBytes(32).toString('base64url');
  return { token, tokenHash: hashSecretToken(token) };
}
