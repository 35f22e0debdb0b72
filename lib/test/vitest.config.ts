import { createHash } from 'node:crypto';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { findChromium } from '../../scripts/suite/chromium.mjs';
import { readSources, testsByNeed } from './needs';
import { standIns } from './stand-ins';

const root = path.resolve(import.meta.dirname, '../..');
/** `*.whole.test.ts` are slow, and left to `npm run test:all`, or run when they are named. */
const whole = process.env.WHOLE || process.argv.some((arg) => arg.includes('.whole.'));
const tests = testsByNeed(readSources(root));
const [pure = [], rules = []] = [tests.pure, tests.rules].map((files) =>
  files.filter((file) => whole || !file.includes('.whole.')),
);
/** After that what a test waits for does not come, however busy the machine is. */
const WAIT_MS = 60_000;
const setup = path.join(root, 'lib/test/setup.ts');

/** With SHUFFLE, a number, any order. */
const seed = process.env.SHUFFLE;
const mixed = (file: string) => createHash('sha1').update(`${seed} ${file}`).digest('hex');
const inOrder = (files: string[]) =>
  seed ? files.toSorted((one, other) => mixed(one).localeCompare(mixed(other))) : files;

/** They look at all sources, or at very long texts. */
const LONG = ['lib/architecture.test.ts', 'lib/long-texts.test.ts'];

/** What takes long, or loads most, begins early, so that no worker is left alone at the end. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const all = [...LONG, ...inOrder(rules), ...inOrder(pure)].map((file) => path.join(root, file));
    return files.toSorted((one, other) => all.indexOf(one.moduleId) - all.indexOf(other.moduleId));
  }
}

export default defineConfig({
  root,
  test: {
    // Whatever is waited for may take its time on a busy machine: these end what hangs.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: WAIT_MS } },
    // Few processes run all files, one after the other; setup.ts keeps the files apart.
    pool: 'forks',
    isolate: false,
    // Three more than cores: answers of equal time, and PostgreSQL, are waited for. One number for both kinds of rules: between
    // groups of projects Vitest gives the id of a worker twice, and with it a database.
    maxWorkers: availableParallelism() + 3,
    sequence: { sequencer: LongestFirst, setupFiles: 'list' },
    projects: [
      { extends: true, test: { name: 'pure', include: pure, setupFiles: setup } },
      {
        extends: true,
        test: {
          name: 'rules',
          include: rules,
          globalSetup: path.join(root, 'lib/test/global-setup.ts'),
          setupFiles: [setup, path.join(root, 'lib/test/setup-database.ts')],
        },
      },
      {
        extends: true,
        plugins: [standIns()],
        // lib/test/whole.ts asks for it, in the browser too.
        define: { 'process.env.WHOLE': JSON.stringify(process.env.WHOLE ?? '') },
        test: {
          name: 'parts',
          sequence: { groupOrder: 1 },
          include: ['components/**/*.part.tsx'],
          setupFiles: path.join(root, 'components/test/setup.ts'),
          // Each page loads everything, and asks axe about everything, by itself; one is at work while another waits.
          maxWorkers: availableParallelism() + 1,
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            // A busy machine takes more than the minute that is given else.
            connectTimeout: 180_000,
            // No answer of this page leaves the machine.
            api: { host: 'localhost' },
            provider: playwright({
              // Without it whatever waits for an element does so until its test ends, and the message is the test's.
              actionTimeout: WAIT_MS,
              launchOptions: {
                executablePath: findChromium({ shell: true }),
                args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', '--disable-background-networking'],
              },
              contextOptions: {
                viewport: { width: 1500, height: 1000 },
                locale: 'en-GB',
                timezoneId: 'Europe/Berlin',
                reducedMotion: 'reduce',
              },
            }),
            viewport: { width: 1360, height: 850 },
            instances: [{ browser: 'chromium' }],
          },
        },
        // All of them before the first part: one that is found later loads the page anew, in the middle of a test.
        optimizeDeps: {
          entries: ['components/**/*.{ts,tsx}', '!**/*.test.*'],
          include: ['vitest-browser-react', 'axe-core'],
        },
      },
    ],
  },
  oxc: { jsx: { runtime: 'automatic' } },
  resolve: {
    dedupe: ['react', 'react-dom'],
    alias: { '@': root, 'server-only': path.join(root, 'lib/test/empty.ts') },
  },
});
