import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { secretComplaint } from '../../lib/start-up';
import { nodeComplaint } from '../bootstrap.mjs';
import { generatedAuthSecret, generatedRealtimeKeys } from './secrets.mjs';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'guildhall-secrets-'));
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

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
