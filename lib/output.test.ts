import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'guildhall-output-'));
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

const GUARD = `import { guardOutput } from ${JSON.stringify(path.join(import.meta.dirname, 'output.mjs'))};\nguardOutput();\n`;
/** As Next does: whatever nobody handled is logged. */
const LOGS = `let uncaught = 0;
process.on('uncaughtException', (error) => { if (++uncaught < 100) console.error('uncaught', error); });\n`;
const ROUNDS = `for (let i = 0; i < 20; i++) {
  console.log('line', i);
  console.error('problem', i);
  await new Promise(setImmediate);
}\n`;

/** Runs a program with its output at `sink`; answers what it reports through a channel of its own. */
async function report(code: string, sink: number | 'pipe', use?: (child: ReturnType<typeof spawn>) => void) {
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], { stdio: ['pipe', sink, sink, 'ipc'] });
  use?.(child);
  const [message] = await once(child, 'message');
  child.kill('SIGKILL');
  return message;
}

test.runIf(fs.existsSync('/dev/full'))('a log whose disk is full costs its lines and nothing else', async () => {
  const full = fs.openSync('/dev/full', 'a');
  expect(await report(`${GUARD}${LOGS}${ROUNDS}process.send({ uncaught });`, full)).toEqual({ uncaught: 0 });
  fs.closeSync(full);
});

test('a reader who is gone costs lines and nothing else', async () => {
  const begin = `process.stdin.resume(); await new Promise((go) => process.stdin.once('end', go));\n`;
  const result = await report(`${GUARD}${LOGS}${begin}${ROUNDS}process.send({ uncaught });`, 'pipe', (child) => {
    child.stdout?.destroy();
    child.stderr?.destroy();
    child.stdin?.end();
  });
  expect(result).toEqual({ uncaught: 0 });
});

test('a reader who stands still costs lines, not memory', async () => {
  const flood = `const line = 'x'.repeat(9_999);
for (let i = 0; i < 1_000; i++) { console.log(line); if (i % 50 === 0) await new Promise(setImmediate); }
process.send({ waiting: process.stdout.writableLength });`;
  const { waiting } = (await report(`${GUARD}${flood}`, 'pipe')) as { waiting: number };
  expect(waiting).toBeGreaterThan(500_000);
  expect(waiting).toBeLessThan(1_100_000);
});

test('once lines get out again, one tells how many did not, and why', async () => {
  const file = path.join(folder, 'log');
  // A descriptor that is read-only refuses to be written, until it leads to a file that can be.
  const code = `import fs from 'node:fs';
${GUARD}
fs.closeSync(1);
fs.openSync('/dev/null', 'r');
for (let i = 0; i < 3; i++) { console.log('lost'); await new Promise(setImmediate); }
fs.closeSync(1);
fs.openSync(${JSON.stringify(file)}, 'w');
for (let i = 0; i < 3; i++) { console.log('kept'); await new Promise(setImmediate); }
process.send('done');`;
  const empty = fs.openSync(path.join(folder, 'first'), 'w');
  await report(code, empty);
  fs.closeSync(empty);
  const lines = fs.readFileSync(file, 'utf8').split('\n').filter(Boolean);
  expect(lines).toEqual(['kept', '3 line(s) of output could not be written (EBADF)', 'kept', 'kept']);
});
