import { createECDH, randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';

const MIN_BYTES = 32;

/**
 * Reads a private file; makes it when missing or cut off. Two makers at once get the same.
 * @param {string} file @param {() => string} make @param {(text: string) => boolean} isWhole
 */
function keep(file, make, isWhole) {
  fs.mkdirSync(path.dirname(file), { recursive: true });
  const read = () => (fs.existsSync(file) ? fs.readFileSync(file, 'utf8').trim() : '');
  if (isWhole(read())) return read();
  const part = `${file}.${process.pid}.part`;
  fs.writeFileSync(part, make(), { mode: 0o600 });
  try {
    if (fs.existsSync(file) && !isWhole(read())) fs.rmSync(file, { force: true });
    // Unlike renaming, this keeps another maker's file.
    fs.linkSync(part, file);
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EEXIST') throw error;
  } finally {
    fs.rmSync(part, { force: true });
  }
  return read();
}

/** @param {string} text */
function isJson(text) {
  try {
    return Boolean(JSON.parse(text));
  } catch {
    return false;
  }
}

/** @param {string} dataDir */
export const generatedAuthSecret = (dataDir) =>
  keep(
    path.join(dataDir, 'secret'),
    () => randomBytes(48).toString('base64url'),
    (text) => text.length >= MIN_BYTES,
  );

/** A pair of VAPID keys, in base64url: what push services know the installation by. */
export function newPushKeys() {
  const keys = createECDH('prime256v1');
  keys.generateKeys();
  const privateKey = Buffer.alloc(32);
  const bytes = keys.getPrivateKey();
  bytes.copy(privateKey, 32 - bytes.length);
  return { publicKey: keys.getPublicKey('base64url'), privateKey: privateKey.toString('base64url') };
}

/**
 * Of the demo and development. Browsers that subscribed stay subscribed while they are kept.
 * @param {string} dataDir @returns {{ publicKey: string, privateKey: string }}
 */
export const generatedPushKeys = (dataDir) =>
  JSON.parse(keep(path.join(dataDir, 'push.json'), () => JSON.stringify(newPushKeys()), isJson));

/**
 * Names and seals the actions of forms: with another key a form that was open before the next build is refused.
 * @param {string} folder @returns {string} 32 bytes in base64
 */
export const generatedActionsKey = (folder) =>
  keep(
    path.join(folder, 'actions-key'),
    () => randomBytes(32).toString('base64'),
    (text) => Buffer.from(text, 'base64').length === 32,
  );

/**
 * Shared by the application and the realtime server beside it.
 * @param {string} dataDir
 * @returns {{ appId: string, key: string, secret: string }}
 */
export function generatedRealtimeKeys(dataDir) {
  const make = () =>
    JSON.stringify({
      appId: 'guildhall',
      key: randomBytes(12).toString('hex'),
      secret: randomBytes(32).toString('base64url'),
    });
  const text = keep(path.join(dataDir, 'realtime.json'), make, isJson);
  return JSON.parse(text);
}
