/** Adds up the test runners' JSON. */
import fs from 'node:fs';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';

const MESSAGE_LINES = 14;

/**
 * `tests`: each that ran, with its time in ms.
 * @typedef {{ title: string, message: string }} Failure
 * @typedef {{ title: string, ms: number }} Timed
 * @typedef {{ passed: number, skipped: number, failed: Failure[], tests: Timed[] }} Results
 */

/** @param {string | undefined} text */
const shorten = (text = '') => stripVTControlCharacters(text).split('\n').slice(0, MESSAGE_LINES).join('\n');

/** @param {string} file written by Vitest's json reporter @returns {Results} */
export function vitestResults(file) {
  const { numPassedTests, numPendingTests, numTodoTests, testResults } = JSON.parse(fs.readFileSync(file, 'utf8'));
  const failed = [];
  const tests = [];
  for (const { name, status, message, assertionResults } of testResults) {
    const short = path.relative(process.cwd(), name);
    for (const { fullName, duration } of assertionResults)
      tests.push({ title: `${short}: ${fullName}`, ms: duration ?? 0 });
    const broken = assertionResults.filter((/** @type {{ status: string }} */ test) => test.status === 'failed');
    for (const { fullName, failureMessages } of broken) {
      failed.push({ title: `${short}: ${fullName}`, message: shorten(failureMessages.join('\n')) });
    }
    // A file that cannot be loaded has no failed tests of its own.
    if (status === 'failed' && !broken.length) failed.push({ title: short, message: shorten(message) });
  }
  return { passed: numPassedTests, skipped: numPendingTests + numTodoTests, failed, tests };
}

/**
 * @typedef {{ title: string, file: string, suites?: Suite[], specs?: { title: string, file: string, line: number,
 *   tests: { status: string, projectName: string, results: { duration?: number, errors: { message?: string }[] }[] }[] }[] }} Suite
 */

/** @param {string} file written by Playwright's json reporter @returns {Results} */
export function playwrightResults(file) {
  const { stats, errors, suites } = JSON.parse(fs.readFileSync(file, 'utf8'));
  /** @type {Results['failed']} */
  const failed = errors.map((/** @type {{ message?: string }} */ error) => ({
    title: 'Playwright',
    message: shorten(error.message),
  }));
  /** @type {Timed[]} */
  const tests = [];
  const visit = (/** @type {Suite} */ suite) => {
    for (const spec of suite.specs ?? []) {
      for (const { status, projectName, results } of spec.tests) {
        const title = `${projectName} ${spec.file}:${spec.line}: ${spec.title}`;
        if (status !== 'skipped')
          tests.push({ title, ms: results.reduce((sum, { duration = 0 }) => sum + duration, 0) });
        if (status === 'expected' || status === 'skipped') continue;
        const message = results.flatMap((result) => result.errors.map((error) => error.message ?? '')).join('\n');
        failed.push({ title, message: shorten(message) });
      }
    }
    for (const inner of suite.suites ?? []) visit(inner);
  };
  for (const suite of suites) visit(suite);
  return { passed: stats.expected, skipped: stats.skipped, failed, tests };
}

/** More journeys than this that pass only at the second try fail the run. */
const MOST_AT_SECOND_TRY = 3;

/**
 * What counts after the journeys that failed were run once more, alone. A journey that fails again, or did not run again,
 * stays failed.
 * @param {Results} first @param {Results} second
 * @returns {Results & { atSecondTry: string[] }} `atSecondTry`: titles of those that passed then
 */
export function withSecondTry(first, second) {
  const again = new Set(second.failed.map(({ title }) => title));
  const ran = new Set(second.tests.map(({ title }) => title));
  const isPassed = (/** @type {Failure} */ { title }) => ran.has(title) && !again.has(title);
  const atSecondTry = first.failed.filter(isPassed).map(({ title }) => title);
  const failed = first.failed.filter((one) => !isPassed(one));
  const tooMany = {
    title: `${atSecondTry.length} journeys passed only at the second try`,
    message: atSecondTry.join('\n'),
  };
  if (atSecondTry.length > MOST_AT_SECOND_TRY) failed.push(tooMany);
  return { ...first, passed: first.passed + atSecondTry.length, failed, atSecondTry };
}

/**
 * The slowest of a level, slowest first, as lines for a person.
 * @param {Timed[]} tests @param {number} [most]
 */
export function slowest(tests, most = 10) {
  const sorted = tests.toSorted((one, other) => other.ms - one.ms).slice(0, most);
  return sorted.map(({ title, ms }) => `${(ms / 1_000).toFixed(1).padStart(7)} s  ${title}`);
}
