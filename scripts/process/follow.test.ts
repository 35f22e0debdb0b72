import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, describe, expect, test } from 'vitest';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'guildhall-follow-'));
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

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
