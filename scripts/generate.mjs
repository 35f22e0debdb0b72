/**
 * Unless it is newer than its sources. The generator never runs the schema engine but would download it; naming any
 * existing program prevents that.
 */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { withFileLock } from './common/file-lock.mjs';

const run = promisify(execFile);
const root = path.resolve(import.meta.dirname, '..');
const stamp = path.join(root, 'prisma/client/.made-from');

function source() {
  const hash = createHash('sha256');
  for (const file of ['prisma/schema.prisma', 'prisma/prisma.config.ts', 'node_modules/@prisma/client/package.json']) {
    hash.update(fs.readFileSync(path.join(root, file)));
  }
  return hash.digest('hex');
}

const isCurrent = () => fs.existsSync(stamp) && fs.readFileSync(stamp, 'utf8') === source();

/**
 * @returns {Promise<boolean>} whether the client had to be written
 * @throws {Error} with the generator's output when it fails
 */
export async function generateClient() {
  if (isCurrent()) return false;
  return withFileLock(path.join(root, '.data/locks/generate'), async () => {
    if (isCurrent()) return false;
    const made = source();
    const harmless = ['/bin/true', '/usr/bin/true'].find((file) => fs.existsSync(file)) ?? process.execPath;
    const prisma = path.join(root, 'node_modules/prisma/build/index.js');
    const env = { ...process.env, PRISMA_SCHEMA_ENGINE_BINARY: harmless, PRISMA_HIDE_UPDATE_MESSAGE: '1' };
    await run(process.execPath, [prisma, 'generate', '--config', 'prisma/prisma.config.ts'], { cwd: root, env });
    fs.writeFileSync(stamp, made);
    return true;
  });
}

if (process.argv[1] === import.meta.filename) {
  console.log((await generateClient()) ? 'Prisma client written' : 'Prisma client is current');
}
