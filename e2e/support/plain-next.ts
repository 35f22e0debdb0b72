import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { nextFreePort } from '../../scripts/common/ports.mjs';
import { ROOT, settingsFor } from './same-build';

const START_TIMEOUT_MS = 120_000;

/** The same build under plain `next start`, on the database of the server under test. */
export async function startPlainNext(offset: number): Promise<{ url: string; stop: () => Promise<void> }> {
  const port = await nextFreePort(Number(new URL(process.env.E2E_BASE_URL ?? 'http://localhost:3000').port) + offset);
  const url = `http://localhost:${port}`;
  const child = spawn(
    process.execPath,
    ['node_modules/next/dist/bin/next', 'start', '-p', String(port), '-H', 'localhost'],
    {
      cwd: ROOT,
      stdio: 'ignore',
      env: await settingsFor(url),
    },
  );
  const answers = () =>
    fetch(`${url}/healthz`).then(
      ({ ok }) => ok,
      () => false,
    );
  for (const giveUp = Date.now() + START_TIMEOUT_MS; !(await answers()); ) {
    if (child.exitCode !== null || Date.now() > giveUp) throw new Error('next start did not get ready');
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  return {
    url,
    stop: async () => {
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    },
  };
}
