/**
 * `npm run test:faults`: parts are killed, stopped and starved while programs write, and what is promised is checked.
 * `npm run test:faults -- NAME…` runs some of them; each is a file `NAME.fault.ts` beside this one.
 * Ends with one line `N held, M failed`.
 */
import fs from 'node:fs';
import path from 'node:path';
import { dataDir, main, prepareProcess } from '../../scripts/bootstrap.mjs';
import { buildApplication, generateClientStep } from '../../scripts/build.mjs';
import { elapsed, say } from '../../scripts/common/progress.mjs';
import type { Fault, Trial } from './support/fault';

const SUFFIX = '.fault.ts';
const FIRST_PORT = 4800;
const total = { held: 0, failed: 0 };

async function attempt(name: string, fault: Fault): Promise<void> {
  say(`\n${name}: ${fault.promise}`);
  const since = performance.now();
  const dir = path.join(dataDir(), 'faults', name);
  fs.rmSync(dir, { recursive: true, force: true });
  fs.mkdirSync(dir, { recursive: true });
  const atEnd: (() => unknown)[] = [];
  const count = (held: boolean, text: string) => {
    total[held ? 'held' : 'failed']++;
    say(`  ${held ? '✓' : '✗'} ${text}`);
  };
  const trial: Trial = {
    dir,
    firstPort: FIRST_PORT,
    figure: (what, value) => say(`    ${what}: ${value}`),
    check: (what, held, seen) =>
      count(held, held || seen === undefined ? what : `${what}; seen: ${JSON.stringify(seen)}`),
    atEnd: (work) => void atEnd.unshift(work),
  };
  try {
    await fault.run(trial);
  } catch (error) {
    count(false, error instanceof Error ? (error.stack ?? error.message) : String(error));
  }
  for (const work of atEnd) {
    try {
      await work();
    } catch (error) {
      count(false, `clearing up: ${error}`);
    }
  }
  say(`  ${elapsed(since)}`);
}

await main(async () => {
  prepareProcess({ readEnvFile: false });
  const files = fs.readdirSync(import.meta.dirname).filter((file) => file.endsWith(SUFFIX));
  const all = files.map((file) => file.slice(0, -SUFFIX.length)).sort();
  const asked = process.argv.slice(2);
  const unknown = asked.filter((name) => !all.includes(name));
  if (unknown.length) {
    say(`There is no fault called ${unknown.join(', ')}. There are: ${all.join(', ')}`);
    process.exit(2);
  }
  const faults = await Promise.all(
    (asked.length ? asked : all).map(async (name) => {
      const { fault } = (await import(`./${name}${SUFFIX}`)) as { fault: Fault };
      return { name, fault };
    }),
  );
  await generateClientStep();
  await buildApplication({ orForTests: true });
  for (const { name, fault } of faults) await attempt(name, fault);
  say(`\n${total.held} held, ${total.failed} failed`);
  process.exit(total.failed ? 1 : 0);
});
