import 'server-only';
import { createHmac, hkdfSync, randomInt } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { encode } from 'uqr';
import { env } from '@/lib/env';

/** RFC 6238: SHA-1, six digits, 30 seconds; and recovery codes. */

const PERIOD_SECONDS = 30;
/** Steps a clock may be off, either way. */
const WINDOW = 1;
const ISSUER = 'Guildhall';

const totpOf = (secret: string, label = '') =>
  new TOTP({ issuer: ISSUER, label, secret: Secret.fromBase32(secret), period: PERIOD_SECONDS });

/** 160 random bits in base32. */
export const newTotpSecret = (): string => new Secret({ size: 20 }).base32;

/** The `otpauth:` URL of the QR picture. */
export const totpUrl = (secret: string, email: string): string => totpOf(secret, email).toString();

/** The time step of the code, at most one off; null if wrong. `at` in ms. */
export function stepOf(secret: string, code: string, at = Date.now()): number | null {
  const delta = totpOf(secret).validate({ token: code, timestamp: at, window: WINDOW });
  return delta === null ? null : Math.floor(at / 1000 / PERIOD_SECONDS) + delta;
}

/** One path of unit squares, `size` wide, with the quiet margin. */
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
// Without 0, O, 1, I and L: codes are read from paper.
const ALPHABET = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';
const LETTERS = 10;

export const newRecoveryCodes = (): string[] =>
  Array.from({ length: RECOVERY_CODES }, () => {
    const letters = Array.from({ length: LETTERS }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
    return `${letters.slice(0, 5)}-${letters.slice(5)}`;
  });

/** As it is compared; null if malformed. */
export function plainRecoveryCode(given: string): string | null {
  const letters = given.toUpperCase().replace(/[\s-]/g, '');
  return letters.length === LETTERS && [...letters].every((letter) => ALPHABET.includes(letter)) ? letters : null;
}

const keyOf = (secret: string) => Buffer.from(hkdfSync('sha256', secret, '', 'guildhall recovery codes', 32));

/** One per configured secret; new ones use the first. */
export const recoveryHashes = (personId: string, code: string): string[] =>
  env.authSecrets.map((secret) =>
    createHmac('sha256', keyOf(secret))
      .update(`${personId}\n${code.replace('-', '')}`)
      .digest('base64url'),
  );
