import 'server-only';
import { createHmac, hkdfSync, randomInt } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { encode } from 'uqr';
import { env } from '@/lib/env';

/** Codes of an authenticator (RFC 6238: SHA-1, six digits, 30 seconds), and the recovery codes that stand in for one. */

const PERIOD_SECONDS = 30;
/** A clock may be this many steps off, either way. */
const WINDOW = 1;
const ISSUER = 'Guildhall';

const totpOf = (secret: string, label = '') =>
  new TOTP({ issuer: ISSUER, label, secret: Secret.fromBase32(secret), period: PERIOD_SECONDS });

/** A new secret of 160 random bits, in base32. */
export const newTotpSecret = (): string => new Secret({ size: 20 }).base32;

/** The address an authenticator reads from the picture. */
export const totpAddress = (secret: string, email: string): string => totpOf(secret, email).toString();

/** The time step that a code belongs to, now or one to either side; null for a code that is not right. `at` in ms. */
export function stepOf(secret: string, code: string, at = Date.now()): number | null {
  const delta = totpOf(secret).validate({ token: code, timestamp: at, window: WINDOW });
  return delta === null ? null : Math.floor(at / 1000 / PERIOD_SECONDS) + delta;
}

/** A QR picture as one path of unit squares, `size` squares wide, with the margin a camera needs. */
export function qrPath(text: string): { size: number; path: string } {
  const { data, size } = encode(text, { ecc: 'M', border: 4 });
  let path = '';
  for (const [y, row] of data.entries())
    for (let x = 0; x < size; x++) {
      if (!row[x]) continue;
      let width = 1;
      while (row[x + width]) width++;
      path += `M${x} ${y}h${width}v1h-${width}z`;
      x += width;
    }
  return { size, path };
}

const RECOVERY_CODES = 10;
// Neither 0 nor O, neither 1 nor I nor L: they are read from paper.
const ALPHABET = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';
const LETTERS = 10;

/** Ten codes of some 50 bits, written in two halves. */
export const newRecoveryCodes = (): string[] =>
  Array.from({ length: RECOVERY_CODES }, () => {
    const letters = Array.from({ length: LETTERS }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
    return `${letters.slice(0, 5)}-${letters.slice(5)}`;
  });

/** A recovery code as it is compared; null for what cannot be one. */
export function plainRecoveryCode(given: string): string | null {
  const letters = given.toUpperCase().replace(/[\s-]/g, '');
  return letters.length === LETTERS && [...letters].every((letter) => ALPHABET.includes(letter)) ? letters : null;
}

const keyOf = (secret: string) => Buffer.from(hkdfSync('sha256', secret, '', 'guildhall recovery codes', 32));

/** What the database may hold for a code, with each configured secret; the first is what it holds from now on. */
export const recoveryHashes = (personId: string, code: string): string[] =>
  env.authSecrets.map((secret) =>
    createHmac('sha256', keyOf(secret))
      .update(`${personId}\n${code.replace('-', '')}`)
      .digest('base64url'),
  );
