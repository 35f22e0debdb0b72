import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { afterEach, describe, expect, it } from 'vitest';
import { sdk } from '@/lib/test/protocol-fixture';

const COMMAND = ['--import', 'tsx', 'scripts/realtime/realtime.ts'];
const ENV = { REALTIME_PORT: '0', PUSHER_APP_ID: 'app', PUSHER_KEY: 'key', PUSHER_SECRET: 'secret' };

const started: ChildProcess[] = [];
afterEach(() => {
  for (const child of started.splice(0)) child.kill('SIGKILL');
});

function run(args: string[], env: Record<string, string>): ChildProcess {
  const { HOSTNAME: _, ...inherited } = process.env;
  const child = spawn(process.execPath, args, { env: { ...inherited, ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
  started.push(child);
  return child;
}

/** The first line of the child's output that matches, as its match. */
async function said(child: ChildProcess, pattern: RegExp): Promise<RegExpExecArray> {
  if (!child.stdout) throw new Error('no output to read');
  for await (const line of createInterface({ input: child.stdout })) {
    const match = pattern.exec(line);
    if (match) return match;
  }
  throw new Error(`ended without saying ${pattern}`);
}

async function answers(port: number): Promise<boolean> {
  try {
    await sdk(port, 'secret').get({ path: '/channels' });
    return true;
  } catch {
    return false;
  }
}

describe('The realtime process', () => {
  it('says its port, answers there, and ends with SIGTERM', async () => {
    const child = run(COMMAND, ENV);
    const port = Number((await said(child, /^realtime listening on (\d+)$/))[1]);
    expect(await answers(port)).toBe(true);
    child.kill('SIGTERM');
    expect(await once(child, 'exit')).toEqual([0, null]);
    expect(await answers(port)).toBe(false);
  });

  it('ends with a reason when a setting is missing or the port is taken', async () => {
    expect(await once(run(COMMAND, { ...ENV, PUSHER_SECRET: '' }), 'exit')).toEqual([1, null]);
    const first = run(COMMAND, ENV);
    const port = (await said(first, /^realtime listening on (\d+)$/))[1] ?? '';
    expect(await once(run(COMMAND, { ...ENV, REALTIME_PORT: port }), 'exit')).toEqual([1, null]);
  });

  it('leaves no orphan when the command that started it is killed', async () => {
    const command = `[process.execPath, ...${JSON.stringify(COMMAND)}]`;
    const parentCode = `
      import { start } from './scripts/process/parts.mjs';
      const child = start({ name: 'realtime', command: ${command}, env: {} });
      child.once('message', () => console.log('child ' + child.pid));
    `;
    const parent = run(['--input-type=module', '-e', parentCode], ENV);
    const [, pid] = await said(parent, /^child (\d+)$/);
    parent.kill('SIGKILL');
    await expect.poll(() => isRunning(Number(pid)), { interval: 100 }).toBe(false);
  });
});

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
