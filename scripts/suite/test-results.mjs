/** Adds up the test runners' JSON. */
import fs from 'node:fs';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';

const MESSAGE_LINES = 14;

/** @typedef {{ passed: number, skipped: number, failed: { title: string, message: string }[] }} Results */

/** @param {string | undefined} text */
const shorten = (text = '') => stripVTControlCharacters(text).split('\n').slice(0, MESSAGE_LINES).join('\n');

/** @param {string} file written by Vitest's json reporter @returns {Results} */
export function vitestResults(file) {
  const { numPassedTests, numPendingTests, numTodoTests, testResults } = JSON.parse(fs.readFileSync(file, 'utf8'));
  const failed = [];
  for (const { name, status, message, assertionResults } of testResults) {
    const short = path.relative(process.cwd(), name);
    const tests = assertionResults.filter((/** @type {{ status: string }} */ test) => test.status === 'failed');
    for (const { fullName, failureMessages } of tests) {
      failed.push({ title: `${short}: ${fullName}`, message: shorten(failureMessages.join('\n')) });
    }
    // A file that cannot be loaded has no failed tests of its own.
    if (status === 'failed' && !tests.length) failed.push({ title: short, message: shorten(message) });
  }
  return { passed: numPassedTests, skipped: numPendingTests + numTodoTests, failed };
}

/**
 * @typedef {{ title: string, file: string, suites?: Suite[], specs?: { title: string, file: string, line: number,
 *   tests: { status: string, projectName: string, results: { errors: { message?: string }[] }[] }[] }[] }} Suite
 */

/** @param {string} file written by Playwright's json reporter @returns {Results} */
export function playwrightResults(file) {
  const { stats, errors, suites } = JSON.parse(fs.readFileSync(file, 'utf8'));
  /** @type {Results['failed']} */
  const failed = errors.map((/** @type {{ message?: string }} */ error) => ({
    title: 'Playwright',
    message: shorten(error.message),
  }));
  const visit = (/** @type {Suite} */ suite) => {
    for (const spec of suite.specs ?? []) {
      for (const { status, projectName, results } of spec.tests) {
        if (status === 'expected' || status === 'skipped') continue;
        const message = results.flatMap((result) => result.errors.map((error) => error.message ?? '')).join('\n');
        failed.push({ title: `${projectName} ${spec.file}:${spec.line}: ${spec.title}`, message: shorten(message) });
      }
    }
    for (const inner of suite.suites ?? []) visit(inner);
  };
  for (const suite of suites) visit(suite);
  return { passed: stats.expected, skipped: stats.skipped, failed };
}
