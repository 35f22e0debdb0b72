/** What the application's processes hold: in all, and alive after a collection. */
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { WebSocket } from 'ws';
import type { Figure } from './figures';
import type { Installation } from './installation';
import { load, middle } from './load';
import { linesOf } from './server';

const MEGABYTE = 1024 ** 2;
/** Where Node listens when a signal opens its inspector. */
const INSPECTOR = 'http://127.0.0.1:9229/json';
const INSPECTOR_MS = 10_000;

/** Numbers of the application's processes, from what its command has written down. */
export function applicationProcesses(dataDir: string): number[] {
  const { children } = JSON.parse(fs.readFileSync(path.join(dataDir, 'run.json'), 'utf8')) as { children: number[] };
  const lines = execFileSync('ps', ['-o', 'pid=,args=', '-p', children.join(',')], { encoding: 'utf8' }).trim();
  return lines
    .split('\n')
    .filter((line) => !line.includes('realtime.ts'))
    .map((line) => Number.parseInt(line, 10));
}

/** MB of all processes of the application together. */
export function applicationMemory(dataDir: string): number {
  const pids = applicationProcesses(dataDir).join(',');
  const sizes = execFileSync('ps', ['-o', 'rss=', '-p', pids], { encoding: 'utf8' }).trim().split(/\s+/);
  return sizes.reduce((sum, kilobytes) => sum + Number(kilobytes), 0) / 1024;
}

async function inspectorOf(pid: number): Promise<WebSocket> {
  process.kill(pid, 'SIGUSR1');
  for (const giveUp = Date.now() + INSPECTOR_MS; ; await sleep(50)) {
    const answer = await fetch(INSPECTOR).catch(() => null);
    const [target] = ((await answer?.json()) ?? []) as { webSocketDebuggerUrl: string }[];
    if (target) return new WebSocket(target.webSocketDebuggerUrl);
    if (Date.now() > giveUp) throw new Error(`The inspector of process ${pid} does not open`);
  }
}

/** MB that live in the heap of one process, after a collection through its inspector. */
async function heapOf(pid: number): Promise<number> {
  const socket = await inspectorOf(pid);
  let number = 0;
  const ask = (method: string, params = {}) =>
    new Promise<{ usedSize: number }>((resolve) => {
      const id = ++number;
      socket.on('message', (text) => {
        const answer = JSON.parse(String(text)) as { id: number; result: { usedSize: number } };
        if (answer.id === id) resolve(answer.result);
      });
      socket.send(JSON.stringify({ id, method, params }));
    });
  await new Promise((resolve) => socket.once('open', resolve));
  // The first lets go of what waits for its finalizer, the second collects that.
  await ask('HeapProfiler.collectGarbage');
  await ask('HeapProfiler.collectGarbage');
  const { usedSize } = await ask('Runtime.getHeapUsage');
  // The next process needs the port; closing waits until nobody is connected.
  const expression = `setTimeout(() => process.getBuiltinModule('node:inspector').close(), 100); true`;
  await ask('Runtime.evaluate', { expression });
  socket.close();
  for (const giveUp = Date.now() + INSPECTOR_MS; await fetch(INSPECTOR).catch(() => null); await sleep(50))
    if (Date.now() > giveUp) throw new Error(`The inspector of process ${pid} does not close`);
  return usedSize / MEGABYTE;
}

async function applicationHeap(dataDir: string): Promise<number> {
  let sum = 0;
  for (const pid of applicationProcesses(dataDir)) sum += await heapOf(pid);
  return sum;
}

/** How much more than at first may be alive at the end. */
const GROWTH = 1.1;
/** Connections of each line: sixteen in all, most of them reading. */
const SOAK: Record<string, number> = { 'list page': 4, 'board page': 2, 'board data': 3, seat: 2, 'sign-in page': 1 };
const SOAK_WRITES: Record<string, number> = { create: 1, move: 2, comment: 1 };

/** Pages, calls and changes for ten minutes; the heap after each minute, the first of which warms up. */
export async function soak(whole: Installation): Promise<Figure[]> {
  const minutes = Number(process.env.BENCH_SOAK_MINUTES ?? 10);
  const lines = linesOf(whole);
  const shares = { ...SOAK, ...SOAK_WRITES };
  const minute = () =>
    Promise.all(
      Object.entries(shares).map(([name, connections]) => {
        const line = lines.find((one) => one.name === name);
        if (!line) throw new Error(`There is no line ${name}`);
        return load(line.ours, { connections, seconds: 60 });
      }),
    );
  const heaps: number[] = [];
  let refused = 0;
  for (let at = 0; at <= minutes; at++) {
    refused += (await minute()).reduce((sum, pace) => sum + pace.refused, 0);
    heaps.push(await applicationHeap(whole.dataDir));
  }
  const few = Math.max(1, Math.floor(heaps.length / 3));
  const [first, last] = [middle(heaps.slice(0, few)), middle(heaps.slice(-few))];
  const detail = `each minute ${heaps.map((heap) => heap.toFixed(0)).join(', ')}`;
  return [
    { name: `memory: alive after ${minutes} minutes`, value: last, unit: 'MB', goal: first * GROWTH, detail },
    { name: 'memory: held after that load', value: applicationMemory(whole.dataDir), unit: 'MB' },
    { name: 'memory: refused', value: refused, unit: 'refused', goal: 0 },
  ];
}
