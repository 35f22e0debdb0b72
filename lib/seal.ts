import 'server-only';
import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';
import { env } from '@/lib/env';

/**
 * For codes in queued emails and authenticators' secrets. AES-256-GCM; key and key name come from the installation's
 * secret, so older values still open while the previous secret is configured.
 */
const NAME = 'guildhall sealed values';
const keyOf = (secret: string) => Buffer.from(hkdfSync('sha256', secret, '', NAME, 32));
const keyIdOf = (key: Buffer) => createHash('sha256').update(key).digest('base64url').slice(0, 8);

/** For JSON values; every sealing of the same value looks different. */
export function seal(value: unknown): string {
  const key = keyOf(env.authSecrets[0] as string);
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key, nonce);
  const sealed = Buffer.concat([cipher.update(JSON.stringify(value), 'utf8'), cipher.final(), cipher.getAuthTag()]);
  return `${keyIdOf(key)}.${nonce.toString('base64url')}.${sealed.toString('base64url')}`;
}

/** Throws when the text was changed, or its key is no longer configured. */
export function unseal<T>(text: string): T {
  const [keyId, nonce = '', body = ''] = text.split('.');
  const key = env.authSecrets.map(keyOf).find((one) => keyIdOf(one) === keyId);
  if (!key) throw new Error('This was sealed with a secret that is no longer configured.');
  const sealed = Buffer.from(body, 'base64url');
  const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(nonce, 'base64url'), { authTagLength: 16 });
  decipher.setAuthTag(sealed.subarray(-16));
  return JSON.parse(Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]).toString('utf8')) as T;
}
