/** `npm run build`: the production build, unless the last one has the same sources. `--force` builds anyway. */
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { dataDir, installPackages, main, nodeProgram, prepareProcess, root, run } from './bootstrap.mjs';
import { withFileLock } from './common/file-lock.mjs';
import { step } from './common/progress.mjs';
import { generatedActionsKey } from './common/secrets.mjs';

const FOLDERS = ['app', 'components', 'lib', 'public'];
const FILES = [
  'middleware.ts',
  'instrumentation.ts',
  'instrumentation-client.ts',
  'next.config.mjs',
  'server.ts',
  'tsconfig.server.json',
  'package.json',
  'package-lock.json',
  'prisma/schema.prisma',
  'prisma/prisma.config.ts',
  'tsconfig.json',
];
const NOT_BUILT = /\.(test|part|spec)\.tsx?$|^(lib|components)\/test\//;
/** Written when the build is complete: what it was made from, and whether it was for tests. */
const madeFrom = path.join(root, '.next/made-from');
const FOR_TESTS = ' for tests';

/** Whether there is something to start, however it was built. */
export const hasBuild = () =>
  ['.next/BUILD_ID', 'dist/server.js'].every((file) => fs.existsSync(path.join(root, file)));

function sourceHash() {
  const hash = createHash('sha256');
  const add = (/** @type {string} */ file) => {
    hash
      .update(`${file}\0`)
      .update(fs.readFileSync(path.join(root, file)))
      .update('\0');
  };
  for (const file of FILES) if (fs.existsSync(path.join(root, file))) add(file);
  for (const folder of FOLDERS) {
    const entries = fs.readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true });
    const files = entries.filter((entry) => entry.isFile());
    const names = files.map((entry) => path.relative(root, path.join(entry.parentPath ?? entry.path, entry.name)));
    for (const name of names.sort()) if (!NOT_BUILT.test(name)) add(name);
  }
  return hash.digest('hex');
}

/** @param {boolean} orForTests whether a build for tests will do */
function isCurrent(orForTests) {
  if (!hasBuild() || !fs.existsSync(madeFrom)) return false;
  const made = fs.readFileSync(madeFrom, 'utf8');
  return (orForTests && made.endsWith(FOR_TESTS) ? made.slice(0, -FOR_TESTS.length) : made) === sourceHash();
}

/**
 * Copies of the command that start together build once.
 * @param {{ force?: boolean, forTests?: boolean, orForTests?: boolean }} [options] `forTests`: without a look at the types,
 *   which are checked beside it, with the server's code as it was written, and without its source maps, which nothing reads;
 *   `orForTests`: such a build will do, if it is there
 */
export async function buildApplication({ force = false, forTests = false, orForTests = forTests } = {}) {
  await step('build', async (note) => {
    if (!force && isCurrent(orForTests)) return note('up to date');
    const onWait = () => note('waiting for another build');
    await withFileLock(
      path.join(root, '.data/locks/build'),
      async () => {
        if (!force && isCurrent(orForTests)) return note('up to date');
        note('next build');
        const hash = sourceHash();
        fs.rmSync(madeFrom, { force: true });
        // Next sets NODE_ENV by its command; a person's own value would confuse it.
        const env = {
          NODE_ENV: 'production',
          // Next makes one that changes every two weeks, in a container with each build.
          NEXT_SERVER_ACTIONS_ENCRYPTION_KEY:
            process.env.NEXT_SERVER_ACTIONS_ENCRYPTION_KEY || generatedActionsKey(dataDir()),
          ...(forTests && { FOR_TESTS: '1' }),
          // What a later build could use takes a sixth of the time to keep: CI and containers build once.
          ...(!hasBuild() && { BUILT_ONCE: '1' }),
        };
        await run('build', [...nodeProgram('next/dist/bin/next'), 'build'], { env });
        await run('build-server', [...nodeProgram('typescript/bin/tsc'), '-p', 'tsconfig.server.json']);
        fs.writeFileSync(madeFrom, forTests ? hash + FOR_TESTS : hash);
      },
      { onWait },
    );
  });
}

export async function generateClientStep() {
  await step('database client', async (note) => {
    const { generateClient } = await import('./generate.mjs');
    if (!(await generateClient())) note('up to date');
  });
}

if (process.argv[1] === import.meta.filename) {
  await main(async () => {
    prepareProcess();
    // A host that builds installs by itself, perhaps without development packages.
    if (!fs.existsSync(path.join(root, 'node_modules/next'))) await installPackages();
    await generateClientStep();
    await buildApplication({ force: process.argv.includes('--force') });
  });
}
