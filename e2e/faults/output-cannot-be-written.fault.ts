import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import { type Fault, pause, type Trial, until } from './support/fault';
import { Installation } from './support/installation';
import { Writers } from './support/writers';

/** Makes the application log lines: errors that a browser reports. @returns how many it took */
async function makeLines(installation: Installation, count: number): Promise<number> {
  let taken = 0;
  for (let at = 0; at < count; at++) {
    const answer = await fetch(`${installation.url}/api/error-report`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: installation.url, 'sec-fetch-site': 'same-origin' },
      body: JSON.stringify({
        reference: '0123456789',
        name: 'Error',
        message: 'x',
        page: '/x',
        stack: 'y'.repeat(3_900),
      }),
      signal: AbortSignal.timeout(5_000),
    }).catch(() => null);
    if (answer?.status === 204) taken++;
  }
  return taken;
}

/** Processor time that these processes have used together, in seconds. */
const usedBy = (pids: readonly number[]) =>
  execFileSync('ps', ['-o', 'cputimes=', '-p', pids.join(',')])
    .toString()
    .trim()
    .split(/\s+/)
    .reduce((sum, seconds) => sum + Number(seconds), 0);

/** The parts serve as if nothing were wrong. */
async function serves(trial: Trial, installation: Installation, writers: Writers): Promise<void> {
  const taken = await makeLines(installation, 15);
  trial.check('the application logs and answers', taken > 0, taken);
  const before = installation.pids('application');
  const used = usedBy(before);
  await pause(4_000);
  const busy = (usedBy(before) - used) / 4;
  trial.figure('share of a core while writing', busy.toFixed(2));
  const health = performance.now();
  trial.check('GET /healthz answers', await installation.answers());
  trial.figure('GET /healthz took, ms', Math.round(performance.now() - health));
  const took = await writers.more(20, 15_000).catch((error: Error) => error.message);
  trial.check('people go on writing', typeof took === 'number', took);
  const after = installation.pids('application');
  const same = after.length > 0 && after.join() === before.join();
  trial.check('the application is still the same processes', same, { before, after });
}

export const fault: Fault = {
  promise: 'output that cannot be written costs its lines and nothing else',
  async run(trial) {
    if (!fs.existsSync('/dev/full')) return trial.figure('disk full', 'left out: there is no /dev/full here');
    const full = fs.openSync('/dev/full', 'a');
    const installation = await Installation.start(trial, { command: 'start', output: full });
    fs.closeSync(full);
    const writers = await Writers.start(installation, 5);
    await serves(trial, installation, writers);
    installation.kill('realtime');
    await pause(1_000);
    const ready = await until('the realtime server is brought back', () => installation.answers('/readyz'), 20_000);
    trial.figure('realtime was back after, ms', ready + 1_000);
    await writers.stop();
    await writers.verify(trial);
    installation.child.kill('SIGTERM');
    await until('it ends', () => installation.child.exitCode !== null, 15_000);
    trial.check('it ends as ever', installation.child.exitCode === 0, installation.child.exitCode);
  },
};
