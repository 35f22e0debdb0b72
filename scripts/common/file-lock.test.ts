import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { secretComplaint } from '../../lib/start-up';
import { nodeComplaint } from '../bootstrap.mjs';
import { withFileLock } from './file-lock.mjs';
import { startOf } from './process-identity.mjs';
import { generatedAuthSecret, generatedRealtimeKeys } from './secrets.mjs';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'guildhall-lock-'));
const file = path.join(folder, 'within', 'lock');
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

describe('a file lock', () => {
  test('lets one in at a time and is gone afterwards', async () => {
    let inside = 0;
    let most = 0;
    const work = async () => {
      most = Math.max(most, ++inside);
      await new Promise((resolve) => setImmediate(resolve));
      inside--;
    };
    await Promise.all(Array.from({ length: 5 }, () => withFileLock(file, work)));
    expect(most).toBe(1);
    expect(fs.existsSync(file)).toBe(false);
  });

  test('is given up when the work fails', async () => {
    await expect(withFileLock(file, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await withFileLock(file, () => 'in')).toBe('in');
  });

  test('of a process that is gone is taken over', async () => {
    fs.writeFileSync(file, '999999999 1');
    expect(await withFileLock(file, () => 'in')).toBe('in');
  });

  test('of a living process is waited for, and said to be', async () => {
    fs.writeFileSync(file, `${process.ppid} ${startOf(process.ppid)}`);
    let told = 0;
    const onWait = () => {
      told++;
      fs.rmSync(file);
    };
    expect(await withFileLock(file, () => 'in', { onWait })).toBe('in');
    expect(told).toBe(1);
    fs.writeFileSync(file, `${process.ppid} ${startOf(process.ppid)}`);
    await expect(withFileLock(file, () => 'in', { timeoutMs: 1 })).rejects.toThrow(`for process ${process.ppid}`);
    fs.rmSync(file);
  });

  test('of a process whose number was given to another is taken over', async () => {
    fs.writeFileSync(file, `${process.ppid} 1`);
    expect(await withFileLock(file, () => 'in', { timeoutMs: 5_000 })).toBe('in');
  });

  test('that was cut off while it was written, or names a number alone, is taken over', async () => {
    for (const text of ['', '12', String(process.ppid)]) {
      fs.writeFileSync(file, text);
      const old = new Date(Date.now() - 60_000);
      fs.utimesSync(file, old, old);
      expect(await withFileLock(file, () => 'in', { timeoutMs: 5_000 })).toBe('in');
    }
  });
});

describe('a generated secret', () => {
  test('is strong, stays the same, and can be read by its owner alone', () => {
    const secret = generatedAuthSecret(folder);
    expect(secretComplaint(secret)).toBeNull();
    expect(generatedAuthSecret(folder)).toBe(secret);
    expect(fs.statSync(path.join(folder, 'secret')).mode & 0o077).toBe(0);
  });

  test('for realtime stays the same too', () => {
    const keys = generatedRealtimeKeys(folder);
    expect(generatedRealtimeKeys(folder)).toEqual(keys);
    expect(keys.secret.length).toBeGreaterThanOrEqual(32);
    expect(fs.statSync(path.join(folder, 'realtime.json')).mode & 0o077).toBe(0);
  });
});

test('a file of secrets that was cut off is made anew', () => {
  for (const name of ['secret', 'realtime.json']) fs.writeFileSync(path.join(folder, name), '{"app');
  expect(secretComplaint(generatedAuthSecret(folder))).toBeNull();
  expect(generatedRealtimeKeys(folder)).toEqual(generatedRealtimeKeys(folder));
});

test.each([
  ['18.20.0', false],
  ['20.18.3', false],
  ['20.19.0', true],
  ['21.7.3', false],
  ['22.11.0', false],
  ['22.12.0', true],
  ['23.5.0', false],
  ['24.0.1', true],
  ['26.0.0', true],
])('Node.js %s: %s', (version, fits) => {
  expect(nodeComplaint(version) === null).toBe(fits);
});
