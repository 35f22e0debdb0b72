/**
 * `npm test`: everything from nothing to a verdict. Ends with one line `N passed, N failed`.
 *
 * `npm test -- static`            format, lint, types and what nothing uses
 * `npm test -- unit [FILE…]`      what needs no browser
 * `npm test -- pure`             of that, what needs no database either
 * `npm test -- e2e [FILE…]`       what needs one: `journeys` and `accessibility`, also by these names
 * `npm test -- --grep TEXT`       tests whose title contains TEXT; goes with `unit` and `e2e`
 *
 * `SHUFFLE=1`, or another number, runs the files of `unit` in another order.
 * `TRACE=1` keeps a recording of each browser test that fails in `test-results/`.
 */
import fs from 'node:fs';
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
} from './bootstrap.mjs';
import { buildApplication, generateClientStep } from './build.mjs';
import { releasePostgres, runningPostgres } from './postgres/embedded-postgres.mjs';
import { elapsed, say, step } from './process/progress.mjs';
import { ensureChromium } from './suite/chromium.mjs';
import { startDemoServer } from './suite/e2e-server.mjs';
import { playwrightResults, vitestResults } from './suite/test-results.mjs';

const PARTS = ['static', 'pure', 'unit', 'e2e'];
const PROJECTS = ['journeys', 'accessibility'];

const total = { passed: 0, failed: 0, skipped: 0 };
const failures = [];

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

const check = (name, work) => attempt(name, () => step(name, work).then(() => total.passed++));

/**
 * @param {string} name @param {string[]} command @param {NodeJS.ProcessEnv} env
 * @param {(file: string) => import('./suite/test-results.mjs').Results} read
 */
async function runTests(name, command, env, read) {
  const log = name.replaceAll(' ', '-');
  const file = path.join(dataDir(), 'logs', `${log}.json`);
  fs.rmSync(file, { force: true });
  const failedBefore = total.failed;
  await step(name, async (note) => {
    const onLine = (/** @type {string} */ line) => void (/\S/.test(line) && note(line.trim().slice(0, 70)));
    const code = await run(log, command, { env, codes: [0, 1], timeoutMs: 3_600_000, onLine });
    const { passed, failed, skipped } = read(file);
    total.passed += passed;
    total.skipped += skipped;
    for (const { title, message } of failed) fail(title, message);
    if (code !== 0 && !failed.length) fail(`${name} ended with ${code} although no test failed`, tailOf(logFile(log)));
    note(`${passed} passed, ${failed.length} failed${skipped ? `, ${skipped} skipped` : ''}`);
    if (total.failed > failedBefore) throw new Error(`${name} failed`);
  }).catch((error) => {
    if (total.failed === failedBefore) fail(name, messageOf(error));
  });
}

function runStaticChecks() {
  const biome = nodeProgram('@biomejs/biome/bin/biome');
  return Promise.all([
    check('types', async () => {
      await run('typegen', [...nodeProgram('next/dist/bin/next'), 'typegen']);
      await run('types', [...nodeProgram('typescript/bin/tsc'), '--noEmit']);
    }),
    check('format', () => run('format', [...biome, 'ci', '--colors=off', '--linter-enabled=false', '.'])),
    check('lint', () => {
      const options = ['--formatter-enabled=false', '--assist-enabled=false', '--error-on-warnings'];
      return run('lint', [...biome, 'ci', '--colors=off', ...options, '.']);
    }),
    check('unused', () => run('unused', nodeProgram('knip/bin/knip.js'))),
  ]);
}

/** @param {string | undefined} grep @param {string[]} files @param {boolean} [pure] only those that reach no database */
async function runUnitTests(grep, files, pure = false) {
  const json = path.join(dataDir(), 'logs', 'unit-and-rules.json');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${json}`];
  const options = ['-c', 'lib/test/vitest.config.ts', '--passWithNoTests', ...reporters];
  const chosen = [...(grep ? ['-t', grep] : []), ...(pure ? ['--project=pure'] : []), ...files];
  const command = [...nodeProgram('vitest/vitest.mjs'), 'run', ...options, ...chosen];
  const env = { NODE_ENV: 'test', VITE_CONFIG_NATIVE_IGNORE_WARNING: 'true' };
  await runTests('unit and rules', command, env, vitestResults);
}

/** What the browser tests need before the first of them: the application, running, and a browser. */
async function prepareBrowserTests() {
  const chromium = await attempt('chromium', () => step('chromium', ensureChromium));
  const built = await attempt('build', () => buildApplication({ types: false }).then(() => true));
  if (!chromium || !built) return undefined;
  const dir = path.join(dataDir(), 'test-run');
  const server = await attempt('demo server', () => step('demo server', () => startDemoServer({ dir })));
  return server && { chromium, dir, server };
}

/**
 * @param {Awaited<ReturnType<typeof prepareBrowserTests>>} prepared
 * @param {string | undefined} grep @param {string[]} files @param {string[]} projects
 */
async function runBrowserTests(prepared, grep, files, projects) {
  if (!prepared) return;
  const { chromium, dir, server } = prepared;
  try {
    const env = {
      CHROMIUM: chromium,
      E2E_BASE_URL: server.url,
      E2E_DATA_DIR: dir,
      PLAYWRIGHT_JSON_OUTPUT_FILE: path.join(dataDir(), 'logs', 'browser-journeys.json'),
    };
    const options = ['--reporter=list,json', '--pass-with-no-tests', ...projects.map((name) => `--project=${name}`)];
    const command = [...nodeProgram('@playwright/test/cli.js'), 'test', '-c', 'e2e', ...options, ...files];
    await runTests('browser journeys', grep ? [...command, '--grep', grep] : command, env, playwrightResults);
  } finally {
    await server.stop();
  }
}

/** @param {string[]} args */
function parse(args) {
  const at = args.findIndex((arg) => arg === '--grep' || arg === '-g');
  const grep = at < 0 ? undefined : args[at + 1];
  const words = at < 0 ? args : args.toSpliced(at, 2);
  const projects = words.filter((word) => PROJECTS.includes(word));
  const named = words.filter((word) => PARTS.includes(word));
  const files = words.filter((word) => !PARTS.includes(word) && !PROJECTS.includes(word));
  if (projects.length && !named.includes('e2e')) named.push('e2e');
  const everything = grep || files.length ? ['unit', 'e2e'] : ['static', 'unit', 'e2e'];
  return { grep, files, projects, parts: named.length ? named : everything };
}

/** Set by an interruption: no further part begins. @type {Promise<never> | undefined} */
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

await main(async () => {
  const since = performance.now();
  prepareProcess({ readEnvFile: false });
  for (const signal of ['SIGINT', 'SIGTERM'])
    process.once(signal, () => {
      interruption ??= interrupt();
    });
  const { grep, files, projects, parts } = parse(process.argv.slice(2));
  await installPackages();
  if (await attempt('database client', () => generateClientStep().then(() => true))) {
    if (parts.includes('static')) await runStaticChecks();
    await interruption;
    if (parts.includes('pure')) await runUnitTests(grep, files, true);
    await interruption;
    // The rules wait now and then, for answers that take equal time: the build goes on meanwhile.
    const preparing = parts.includes('e2e') ? prepareBrowserTests() : undefined;
    if (parts.includes('unit')) await runUnitTests(grep, files);
    const prepared = await preparing;
    await interruption;
    await runBrowserTests(prepared, grep, files, projects);
  }
  await interruption;
  if (failures.length) say(`\nFailed:\n\n${failures.map((text) => `  ✗ ${text}`).join('\n\n')}\n`);
  say(`\nLogs are in ${path.join(dataDir(), 'logs')}; all of it took ${elapsed(since)}`);
  // Tests left out by --grep do not count as skipped.
  const skipped = total.skipped && !grep ? `, ${total.skipped} skipped` : '';
  say(`${total.passed} passed, ${total.failed} failed${skipped}`);
  process.exit(total.failed ? 1 : 0);
});
