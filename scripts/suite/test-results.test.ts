import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { missingPackages } from './fix-lock.mjs';
import { playwrightResults, vitestResults, withSecondTry } from './test-results.mjs';

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
      tests: [],
    });
  });

  test('counts flaky browser tests and files that cannot be loaded as failures', () => {
    const spec = (title: string, status: string, message?: string) => ({
      title,
      file: 'journeys/board.spec.ts',
      line: 7,
      tests: [{ status, projectName: 'journeys', results: [{ duration: 700, errors: message ? [{ message }] : [] }] }],
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
    expect(playwrightResults(file)).toMatchObject({
      passed: 1,
      skipped: 1,
      failed: [
        { title: 'Playwright', message: 'SyntaxError' },
        { title: 'journeys journeys/board.spec.ts:7: shakes', message: 'once' },
        { title: 'journeys journeys/board.spec.ts:7: stands still', message: 'timed out' },
      ],
    });
  });

  test('a journey that passes when it is run again, alone, has passed, and is named; one that fails again has failed', () => {
    const ran = (...titles: string[]) => titles.map((title) => ({ title, ms: 1 }));
    const failures = (...titles: string[]) => titles.map((title) => ({ title, message: 'late' }));
    const first = { passed: 9, skipped: 0, failed: failures('a', 'b', 'not run again'), tests: [] };
    const second = { passed: 1, skipped: 0, failed: failures('b'), tests: ran('a', 'b') };
    expect(withSecondTry(first, second)).toMatchObject({
      passed: 10,
      failed: failures('b', 'not run again'),
      atSecondTry: ['a'],
    });
  });

  test('more than three journeys that need a second try fail the run', () => {
    const titles = ['a', 'b', 'c', 'd'];
    const of = (most: number) => {
      const failed = titles.slice(0, most).map((title) => ({ title, message: '' }));
      const tests = failed.map(({ title }) => ({ title, ms: 1 }));
      return withSecondTry({ passed: 0, skipped: 0, failed, tests }, { passed: most, skipped: 0, failed: [], tests });
    };
    expect(of(3)).toMatchObject({ passed: 3, failed: [] });
    expect(of(4).failed).toEqual([{ title: '4 journeys passed only at the second try', message: 'a\nb\nc\nd' }]);
  });
});

describe('the lock file', () => {
  test('names every optional package of every platform', () => {
    const file = path.resolve(import.meta.dirname, '../../package-lock.json');
    expect(missingPackages(JSON.parse(fs.readFileSync(file, 'utf8')).packages).added).toEqual({});
  });

  test('names no registry', () => {
    expect(fs.readFileSync(path.resolve(import.meta.dirname, '../../package-lock.json'), 'utf8')).not.toContain(
      '"resolved"',
    );
  });
});
