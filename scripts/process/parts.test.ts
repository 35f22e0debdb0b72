import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import http from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { nextFreePort } from '../common/ports.mjs';
import { startOf } from '../common/process-identity.mjs';
import { takeOver } from './command.mjs';
import { type Child, keepRunning, start, stopAll } from './parts.mjs';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'guildhall-parts-'));
const server = path.join(folder, 'server.mjs');
fs.writeFileSync(
  server,
  `import fs from 'node:fs';
  import http from 'node:http';
  const server = http.createServer((request, response) => {
    if (request.url === '/hang') {
      fs.writeSync(Number(process.env.WORK_FD), (Date.now() + ' GET /hang').padEnd(159) + '\\n', 0);
      process.send('hangs');
      for (;;);
    }
    response.end(String(process.pid));
  });
  process.on('SIGTERM', () => {});
  server.listen(Number(process.env.PORT), 'localhost', () => process.send('ready'));
  setInterval(() => process.send('beat'), 50);`,
);
const children: Child[] = [];
afterAll(() => {
  for (const child of children) child.kill('SIGKILL');
  fs.rmSync(folder, { recursive: true, force: true });
});

/** Two messages may come at once, and of those `once` in a loop would miss the second. */
const heard = (child: Child, what: string) =>
  new Promise<void>((resolve) => child.on('message', (said) => said === what && resolve()));

async function begin(port: number): Promise<Child> {
  const env = { PORT: String(port) };
  const child = start({ name: 'server', command: [process.execPath, server], env, shares: true });
  children.push(child);
  await heard(child, 'ready');
  return child;
}

/** By a connection of its own. */
const ask = (port: number, at = '/') =>
  new Promise<string>((resolve, reject) => {
    http
      .get({ port, host: 'localhost', path: at, agent: false }, (answer) => resolve(text(answer)))
      .on('error', reject);
  });

describe('processes on one port', () => {
  test('take turns', async () => {
    const port = await nextFreePort(14_700);
    const pids = [await begin(port), await begin(port)].map(({ pid }) => String(pid));
    const answered = [await ask(port), await ask(port), await ask(port), await ask(port)];
    expect(answered.filter((pid) => pid === pids[0])).toHaveLength(2);
    expect(answered.filter((pid) => pid === pids[1])).toHaveLength(2);
  });

  test('one that hangs is named with what it does, and killed; SIGTERM alone does nothing to it', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const said: string[] = [];
    vi.spyOn(process.stdout, 'write').mockImplementation((line) => Boolean(said.push(String(line))));
    try {
      const port = await nextFreePort(14_750);
      const child = await begin(port);
      await heard(child, 'beat');
      const hangs = heard(child, 'hangs');
      void ask(port, '/hang').catch(() => {});
      await hangs;
      child.kill('SIGTERM');
      const ended = once(child, 'exit');
      vi.advanceTimersByTime(11_000);
      expect(await ended).toEqual([null, 'SIGKILL']);
      expect(said.join('')).toMatch(/server \(process \d+\) hangs: .* at work on GET \/hang \(for \d+ s\)/);
    } finally {
      vi.restoreAllMocks();
      vi.useRealTimers();
    }
  });
});

describe('a part that ends', () => {
  /** Runs a part whose starts go as told; answers what was said, the last line being why it was given up. */
  async function watch(begins: (start: number) => Promise<{ ended: Promise<string> }>): Promise<string[]> {
    const said: string[] = [];
    let starts = 0;
    const part = {
      name: 'The part',
      begin: () => begins(++starts),
      tell: (line: string) => void said.push(line.replace(/[\d.]+ s$/, 'N s')),
      giveUp: (line: string) => void said.push(line),
      delays: [1, 1, 1],
    };
    await keepRunning(part, Promise.resolve('by SIGKILL'));
    return said;
  }

  test('is started again, and given up in words when it does not start any more', async () => {
    const said = await watch(async (at) => {
      if (at > 1) throw new Error('the disk is full');
      return { ended: Promise.resolve('with code 7') };
    });
    expect(said).toEqual([
      'The part ended (by SIGKILL); starting it again',
      'The part runs again after N s',
      'The part ended (with code 7); starting it again',
      'The part does not start again, tried 3 times: the disk is full',
    ]);
  });

  test('at once and again is given up', async () => {
    const said = await watch(async () => ({ ended: Promise.resolve('with code 1') }));
    expect(said.at(-1)).toBe('The part ended 20 times within ten minutes, at last with code 1');
  });
});

describe('what a killed command has written down', () => {
  const file = path.join(folder, 'run.json');
  beforeEach(() => fs.rmSync(file, { force: true }));

  test.each(['', '{"pid":12', '[]', 'null', '{"pid":1}'])('%j is no reason not to start', (content) => {
    fs.writeFileSync(file, content);
    const { other, record, forget } = takeOver(folder);
    expect(other).toBeNull();
    record('http://localhost:1');
    expect(JSON.parse(fs.readFileSync(file, 'utf8'))).toMatchObject({ pid: process.pid, url: 'http://localhost:1' });
    forget();
    expect(fs.existsSync(file)).toBe(false);
  });

  test('names a command that runs, and nobody who got its number since', () => {
    const { ppid: pid } = process;
    fs.writeFileSync(file, JSON.stringify({ pid, start: startOf(pid), url: 'http://localhost:1', children: [] }));
    expect(takeOver(folder).other).toMatchObject({ pid, url: 'http://localhost:1' });
    fs.writeFileSync(file, JSON.stringify({ pid, start: '1', url: '', children: [] }));
    expect(takeOver(folder).other).toBeNull();
  });
});

test('what does not end by itself is killed in the end', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  const port = await nextFreePort(14_800);
  const child = await begin(port);
  const hangs = heard(child, 'hangs');
  void ask(port, '/hang').catch(() => {});
  await hangs;
  const ended = stopAll();
  await vi.advanceTimersByTimeAsync(10_500);
  await ended;
  expect(child.signalCode).toBe('SIGKILL');
  vi.useRealTimers();
});

const MODULE = JSON.stringify(path.join(import.meta.dirname, 'command.mjs'));
fs.writeFileSync(
  path.join(folder, 'command.mjs'),
  `import { followNpm } from ${MODULE};
followNpm(() => { console.log('npm is gone'); process.exit(); });
console.log('pid', process.pid);
setInterval(() => {}, 1_000);`,
);
fs.writeFileSync(path.join(folder, 'package.json'), JSON.stringify({ scripts: { command: 'node command.mjs' } }));

/** Runs it as a person does; answers the process and the lines that it says. */
function run(program: string, args: string[]) {
  const child = spawn(program, args, { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'], detached: true });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const next = async (wanted: RegExp): Promise<RegExpExecArray> => {
    for (;;) {
      const { value, done } = await lines.next();
      if (done) throw new Error(`ended without saying ${wanted}`);
      const match = wanted.exec(value);
      if (match) return match;
    }
  };
  return { child, next };
}

describe('a command that npm runs', () => {
  test.each(['SIGTERM', 'SIGKILL'] as const)('notices that npm is gone: %s', async (signal) => {
    const { child, next } = run('npm', ['run', '--silent', 'command']);
    await next(/^pid (\d+)$/);
    child.kill(signal);
    await next(/npm is gone/);
  });

  test('outlives whoever started it otherwise', async () => {
    const code = `const child = require('node:child_process').spawn(process.execPath, ['command.mjs'], {
      stdio: 'inherit', env: { ...process.env, npm_lifecycle_event: 'test' } });
      process.once('SIGUSR2', () => process.exit());`;
    const { child, next } = run(process.execPath, ['-e', code]);
    const [, pid] = await next(/^pid (\d+)$/);
    child.kill('SIGUSR2');
    await once(child, 'exit');
    process.kill(Number(pid), 'SIGTERM');
    await expect(next(/npm is gone/)).rejects.toThrow('ended without');
  });
});
