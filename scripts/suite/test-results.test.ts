import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { playwrightResults, vitestResults } from './test-results.mjs';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'guildhall-results-'));
const file = path.join(folder, 'results.json');
const write = (results: object) => fs.writeFileSync(file, JSON.stringify(results));
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

describe('the verdict', () => {
  test('counts a test file that cannot be loaded as a failure, although none of its tests failed', () => {
    const name = path.join(process.cwd(), 'lib/broken.test.ts');
    const testResults = [{ name, status: 'failed', message: 'no such module', assertionResults: [] }];
    write({ numPassedTests: 3, numPendingTests: 1, numTodoTests: 1, testResults });
    expect(vitestResults(file)).toEqual({
      passed: 3,
      skipped: 2,
      failed: [{ title: 'lib/broken.test.ts', message: 'no such module' }],
    });
  });

  test('names each failed test with its reason', () => {
    const assertionResults = [
      { status: 'passed', fullName: 'fine', failureMessages: [] },
      { status: 'failed', fullName: 'a client cannot', failureMessages: ['\u001B[31mexpected 404\u001B[39m'] },
    ];
    const testResults = [
      { name: path.join(process.cwd(), 'lib/a.test.ts'), status: 'failed', message: '', assertionResults },
    ];
    write({ numPassedTests: 1, numPendingTests: 0, numTodoTests: 0, testResults });
    expect(vitestResults(file).failed).toEqual([{ title: 'lib/a.test.ts: a client cannot', message: 'expected 404' }]);
  });

  test('counts flaky browser tests and files that cannot be loaded as failures', () => {
    const spec = (title: string, status: string, message?: string) => ({
      title,
      file: 'journeys/board.spec.ts',
      line: 7,
      tests: [{ status, projectName: 'journeys', results: [{ errors: message ? [{ message }] : [] }] }],
    });
    write({
      stats: { expected: 1, skipped: 1 },
      errors: [{ message: 'SyntaxError' }],
      suites: [
        {
          specs: [spec('moves', 'expected'), spec('later', 'skipped')],
          suites: [{ specs: [spec('shakes', 'flaky', 'once'), spec('stands still', 'unexpected', 'timed out')] }],
        },
      ],
    });
    expect(playwrightResults(file)).toEqual({
      passed: 1,
      skipped: 1,
      failed: [
        { title: 'Playwright', message: 'SyntaxError' },
        { title: 'journeys journeys/board.spec.ts:7: shakes', message: 'once' },
        { title: 'journeys journeys/board.spec.ts:7: stands still', message: 'timed out' },
      ],
    });
  });
});
