import { spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { isSameProcess, processExists, startOf } from '../common/process-identity.mjs';
import { takeOver } from './processes.mjs';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'guildhall-run-'));
const file = path.join(folder, 'run.json');
/** Somebody else, as the head of a group, as our programs are. */
const stranger = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000) // next'], { detached: true });
const pid = stranger.pid ?? 0;
afterAll(() => {
  stranger.kill('SIGKILL');
  fs.rmSync(folder, { recursive: true, force: true });
});
beforeEach(() => fs.rmSync(file, { force: true }));

describe('what a killed command has written down', () => {
  test.each(['', '{"pid":12', '[]', 'null', '{"pid":1}'])('%j is no reason not to start', (text) => {
    fs.writeFileSync(file, text);
    const { other, record, forget } = takeOver(folder);
    expect(other).toBeNull();
    record('http://localhost:1');
    expect(JSON.parse(fs.readFileSync(file, 'utf8'))).toMatchObject({ pid: process.pid, url: 'http://localhost:1' });
    forget();
    expect(fs.existsSync(file)).toBe(false);
  });

  test('a process that got the number of one of its programs, or its own, is left alone', () => {
    const run = { pid, start: '1', url: 'http://localhost:1', children: [pid], starts: ['1'] };
    fs.writeFileSync(file, JSON.stringify(run));
    expect(takeOver(folder).other).toBeNull();
    expect(processExists(pid)).toBe(true);
  });

  test('a command that runs is told', () => {
    const run = { pid, start: startOf(pid), url: 'http://localhost:1', children: [], starts: [] };
    fs.writeFileSync(file, JSON.stringify(run));
    expect(takeOver(folder).other).toMatchObject({ pid, url: 'http://localhost:1' });
  });

  test('its programs are ended', async () => {
    const left = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { detached: true });
    const number = left.pid ?? 0;
    const run = { pid: 0, start: '1', url: '', children: [number], starts: [startOf(number)] };
    fs.writeFileSync(file, JSON.stringify(run));
    const ended = new Promise((resolve) => left.once('exit', (_, signal) => resolve(signal)));
    expect(takeOver(folder).other).toBeNull();
    expect(await ended).toBe('SIGKILL');
  });
});

test('a process is known by its number and its start', () => {
  expect(isSameProcess(process.pid, startOf(process.pid))).toBe(true);
  expect(isSameProcess(process.pid, 'another')).toBe(false);
  expect(isSameProcess(999_999_999, startOf(999_999_999))).toBe(false);
});
