/**
 * `npm test`: everything that a change must pass, from nothing to a verdict. Ends with one line `N passed, N failed`.
 *
 * `npm run test:all`              the same, and all that takes longer: `node scripts/test.mjs all`
 * `npm test -- static`            format, lint, types and what nothing uses
 * `npm test -- unit [FILE…]`      the rules, with and without a database
 * `npm test -- pure`              of those, what needs no database
 * `npm test -- parts [FILE…]`     components in a browser
 * `npm test -- e2e [FILE…]`       journeys, against a running demo; also by the names of Playwright's projects
 * `npm test -- --grep TEXT`       tests whose title contains TEXT; goes with `unit`, `parts` and `e2e`
 *
 * `SHUFFLE=1`, or another number, runs the files of `unit` in another order.
 * `TRACE=1` keeps a recording of each browser test that fails in `test-results/`.
 * Which level is for which question: `docs/tests.md`.
 */
import fs from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  dataDir,
  endPrograms,
  installPackages,
  logFile,
  main,
  nodeProgram,
  prepareProcess,
  run,
  tailOf,
  typescriptProgram,
} from './bootstrap.mjs';
import { buildApplication, generateClientStep } from './build.mjs';
import { elapsed, say, step } from './common/progress.mjs';
import { releasePostgres, runningPostgres } from './postgres/embedded-postgres.mjs';
import { ensureChromium } from './suite/chromium.mjs';
import { startDemoServer } from './suite/e2e-server.mjs';
import { playwrightResults, slowest, vitestResults, withSecondTry } from './suite/test-results.mjs';

const LEVELS = ['static', 'pure', 'unit', 'parts', 'e2e'];
/** Playwright's projects (e2e/playwright.config.ts). */
const PROJECTS = ['journeys'];
const PROJECTS_OF_ALL = ['screens', 'whole'];
/** More failed journeys than this are no matter of chance: they are not tried again. */
const MOST_TRIED_AGAIN = 10;

const total = { passed: 0, failed: 0, skipped: 0 };
/** @type {string[]} */
const failures = [];
/** @type {string[]} */
const atSecondTry = [];
/** By level. @type {[level: string, tests: import('./suite/test-results.mjs').Timed[]][]} */
const timed = [];

/** @param {string} text @param {string} [detail] */
function fail(text, detail = '') {
  total.failed++;
  failures.push(detail ? `${text}\n${detail.replace(/^/gm, '      ')}` : text);
}

/** @param {unknown} error */
const messageOf = (error) => (error instanceof Error ? error.message : String(error));

/**
 * @template T
 * @param {string} name @param {() => Promise<T>} work
 * @returns {Promise<T | undefined>} undefined when it failed
 */
async function attempt(name, work) {
  try {
    return await work();
  } catch (error) {
    fail(name, messageOf(error));
    return undefined;
  }
}

/** @param {string} name @param {() => Promise<unknown>} work */
const check = (name, work) => attempt(name, () => step(name, work).then(() => total.passed++));

/** @typedef {import('./suite/test-results.mjs').Results} Results */

/**
 * @param {string} name @param {string[]} command @param {NodeJS.ProcessEnv} env
 * @param {(file: string) => Results} read @param {(results: Results) => Promise<Results>} [again] of what failed
 */
async function runTests(name, command, env, read, again = async (results) => results) {
  const log = name.replaceAll(' ', '-');
  // Others may fail meanwhile.
  let told = 0;
  const tell = (/** @type {string} */ text, /** @type {string} */ detail) => {
    told++;
    fail(text, detail);
  };
  await step(name, async (note) => {
    const { code, results } = await runOnce(log, command, env, read, note);
    const { passed, failed, skipped, tests } = results.failed.length ? await again(results) : results;
    total.passed += passed;
    total.skipped += skipped;
    timed.push([name, tests]);
    for (const { title, message } of failed) tell(title, message);
    const silent = code !== 0 && !results.failed.length;
    if (silent) tell(`${name} ended with ${code} although no test failed`, tailOf(logFile(log)));
    note(`${passed} passed, ${failed.length} failed${skipped ? `, ${skipped} skipped` : ''}`);
    if (told) throw new Error(`${name} failed`);
  }).catch((error) => {
    if (!told) fail(name, messageOf(error));
  });
}

/**
 * @param {string} log @param {string[]} command @param {NodeJS.ProcessEnv} env
 * @param {(file: string) => Results} read @param {(text: string) => void} note
 */
async function runOnce(log, command, env, read, note) {
  const file = resultsFile(log);
  fs.rmSync(file, { force: true });
  const onLine = (/** @type {string} */ line) => void (/\S/.test(line) && note(line.trim().slice(0, 70)));
  const code = await run(log, command, { env, codes: [0, 1], timeoutMs: 7_200_000, onLine });
  return { code, results: read(file) };
}

/** @param {string} log */
const resultsFile = (log) => path.join(dataDir(), 'logs', `${log}.json`);

/** Each works most types out again: on two cores four cost twice the processor time of one, taken from the rules beside them. */
const CHECKERS = Math.max(1, Math.min(4, availableParallelism() - 1));

const checkTypes = () =>
  check('types', async () => {
    await run('typegen', [...nodeProgram('next/dist/bin/next'), 'typegen']);
    await run('types', [...nodeProgram('typescript/bin/tsc'), '--noEmit', '--checkers', String(CHECKERS)]);
  });

const checkFormatAndUse = () =>
  Promise.all([
    check('format and lint', () =>
      run('lint', [...nodeProgram('@biomejs/biome/bin/biome'), 'ci', '--colors=off', '--error-on-warnings', '.']),
    ),
    check('unused', () => run('unused', nodeProgram('knip/bin/knip.js'))),
  ]);

/** @typedef {{ grep: string | undefined, files: string[], all: boolean }} Asked */

/**
 * @param {string} name @param {string[]} projects of Vitest @param {Asked} asked
 * @param {NodeJS.ProcessEnv} [env]
 */
async function runVitest(name, projects, { grep, files, all }, env = {}) {
  const reporters = [
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${resultsFile(name.replaceAll(' ', '-'))}`,
  ];
  const chosen = [...projects.map((one) => `--project=${one}`), ...(grep ? ['-t', grep] : []), ...files];
  const options = ['-c', 'lib/test/vitest.config.ts', '--passWithNoTests', ...reporters, ...chosen];
  const command = [...nodeProgram('vitest/vitest.mjs'), 'run', ...options];
  const whole = all ? { WHOLE: '1' } : {};
  await runTests(
    name,
    command,
    { NODE_ENV: 'test', VITE_CONFIG_NATIVE_IGNORE_WARNING: 'true', ...whole, ...env },
    vitestResults,
  );
}

/** What journeys need before the first of them: the application, built before and running. */
async function startApplication() {
  const dir = path.join(dataDir(), 'test-run');
  const server = await attempt('demo server', () => step('demo server', () => startDemoServer({ dir })));
  return server && { dir, server };
}

/**
 * @param {Awaited<ReturnType<typeof startApplication>>} started @param {string} chromium
 * @param {Asked} asked @param {string[]} projects
 */
async function runJourneys(started, chromium, { grep, files }, projects) {
  if (!started) return;
  const { dir, server } = started;
  try {
    const env = {
      CHROMIUM: chromium,
      E2E_BASE_URL: server.url,
      E2E_DATA_DIR: dir,
      PLAYWRIGHT_JSON_OUTPUT_FILE: resultsFile('journeys'),
    };
    const options = ['--reporter=list,json', '--pass-with-no-tests', ...projects.map((name) => `--project=${name}`)];
    const base = [...nodeProgram('@playwright/test/cli.js'), 'test', '-c', 'e2e', ...options];
    const command = [...base, ...files, ...(grep ? ['--grep', grep] : [])];
    await runTests('journeys', command, env, playwrightResults, async (first) => {
      if (first.failed.length > MOST_TRIED_AGAIN) return first;
      // The second try begins with an empty folder.
      fs.cpSync('test-results', path.join(dataDir(), 'logs', 'first-try'), { recursive: true, force: true });
      const log = 'journeys-second-try';
      const alone = { ...env, TRACE: '1', PLAYWRIGHT_JSON_OUTPUT_FILE: resultsFile(log) };
      const second = [...base, '--last-failed', '--workers=1'];
      const { results } = await runOnce(log, second, alone, playwrightResults, () => undefined);
      const counted = withSecondTry(first, results);
      atSecondTry.push(...counted.atSecondTry);
      return counted;
    });
  } finally {
    await server.stop();
  }
}

/** Parts of the installation are killed and starved (e2e/faults). */
async function runFaults() {
  const failedBefore = total.failed;
  await step('faults', async (note) => {
    const onLine = (/** @type {string} */ line) => void (/\S/.test(line) && note(line.trim().slice(0, 70)));
    await run('faults', typescriptProgram('e2e/faults/run.ts'), { codes: [0, 1], timeoutMs: 7_200_000, onLine });
    const text = fs.readFileSync(logFile('faults'), 'utf8');
    const [, held, failed] = /^(\d+) held, (\d+) failed$/m.exec(text) ?? [];
    if (held === undefined) throw new Error(tailOf(logFile('faults')));
    total.passed += Number(held);
    for (const [line] of text.matchAll(/^ {2}✗ .*$/gm)) fail(`faults: ${line.slice(4)}`);
    note(`${held} held, ${failed} failed`);
    if (failed !== '0') throw new Error('faults failed');
  }).catch((error) => {
    if (total.failed === failedBefore) fail('faults', messageOf(error));
  });
}

/** @param {string[]} args */
function parse(args) {
  const at = args.findIndex((arg) => arg === '--grep' || arg === '-g');
  const grep = at < 0 ? undefined : args[at + 1];
  const words = at < 0 ? args : args.toSpliced(at, 2);
  const all = words.includes('all');
  const known = [...PROJECTS, ...PROJECTS_OF_ALL];
  const projects = words.filter((word) => known.includes(word));
  const named = words.filter((word) => LEVELS.includes(word));
  const files = words.filter((word) => word !== 'all' && !LEVELS.includes(word) && !known.includes(word));
  if (projects.length && !named.includes('e2e')) named.push('e2e');
  const narrow = Boolean(grep || files.length);
  const everything = LEVELS.filter((level) => level !== 'pure' && !(narrow && level === 'static'));
  const levels = named.length ? named : everything;
  const chosen = projects.length ? projects : all || narrow ? known : PROJECTS;
  return { grep, files, all, projects: chosen, levels, faults: all && !narrow && !named.length };
}

/** Set by an interruption: no further level begins. @type {Promise<never> | undefined} */
let interruption;

/** Otherwise the tests' database server would outlive the runner that started it. @returns {Promise<never>} */
async function interrupt() {
  say('Stopping');
  endPrograms();
  const until = Date.now() + 10_000;
  const dir = path.join(dataDir(), 'test-postgres');
  while (!(await releasePostgres({ dir })) && (await runningPostgres({ dir })) && Date.now() < until) await sleep(200);
  process.exit(130);
}

function tellTimes() {
  for (const [level, tests] of timed) {
    const seconds = tests.reduce((sum, { ms }) => sum + ms, 0) / 1_000;
    if (tests.length) say(`\nSlowest of ${tests.length} in ${level} (${Math.round(seconds)} s in all):`);
    for (const line of slowest(tests)) say(line);
  }
}

await main(async () => {
  const since = performance.now();
  prepareProcess({ readEnvFile: false });
  for (const signal of ['SIGINT', 'SIGTERM'])
    process.once(signal, () => {
      interruption ??= interrupt();
    });
  const { levels, projects, faults, ...asked } = parse(process.argv.slice(2));
  await installPackages();
  if (await attempt('database client', () => generateClientStep().then(() => true))) {
    // Two lines of work side by side: while one waits, or comes to its end, the other has both cores.
    const withoutBrowser = async () => {
      if (levels.includes('static')) await checkFormatAndUse();
      await interruption;
      if (levels.includes('pure')) await runVitest('pure rules', ['pure'], asked);
      await interruption;
      if (levels.includes('unit')) await runVitest('rules', ['pure', 'rules'], asked);
    };
    const withBrowser = async () => {
      const inBrowser = levels.includes('parts') || levels.includes('e2e');
      // Downloaded while the processor does other things.
      const installed = inBrowser ? attempt('chromium', () => step('chromium', ensureChromium)) : undefined;
      // Before the build, which writes anew what they read.
      if (levels.includes('static')) await checkTypes();
      await interruption;
      const built =
        levels.includes('e2e') && (await attempt('build', () => buildApplication({ forTests: true }).then(() => true)));
      await interruption;
      // Comes up while parts wait for their browser.
      const starting = built ? startApplication() : undefined;
      const chromium = await installed;
      if (chromium && levels.includes('parts')) await runVitest('parts', ['parts'], asked, { CHROMIUM: chromium });
      return { started: await starting, chromium };
    };
    const [{ started, chromium }] = await Promise.all([withBrowser(), withoutBrowser()]);
    await interruption;
    if (chromium) await runJourneys(started, chromium, asked, projects);
    else await started?.server.stop();
    await interruption;
    if (faults) await runFaults();
  }
  await interruption;
  tellTimes();
  if (atSecondTry.length)
    say(`\npassed at the second try (docs/tests.md):\n${atSecondTry.map((one) => `  ${one}`).join('\n')}`);
  if (failures.length) say(`\nFailed:\n\n${failures.map((text) => `  ✗ ${text}`).join('\n\n')}\n`);
  say(`\nLogs are in ${path.join(dataDir(), 'logs')}; all of it took ${elapsed(since)}`);
  // Tests left out by --grep do not count as skipped.
  const skipped = total.skipped && !asked.grep ? `, ${total.skipped} skipped` : '';
  say(`${total.passed} passed, ${total.failed} failed${skipped}`);
  process.exit(total.failed ? 1 : 0);
});
