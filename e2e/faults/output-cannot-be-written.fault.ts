import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
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
async function serves(trial: Trial, what: string, installation: Installation, writers: Writers): Promise<void> {
  const taken = await makeLines(installation, 15);
  trial.check(`${what}: the application logs and answers`, taken > 0, taken);
  const before = installation.pids('application');
  const used = usedBy(before);
  await pause(4_000);
  const busy = (usedBy(before) - used) / 4;
  trial.figure(`${what}: share of a core while writing`, busy.toFixed(2));
  const health = performance.now();
  trial.check(`${what}: GET /healthz answers`, await installation.answers());
  trial.figure(`${what}: GET /healthz took, ms`, Math.round(performance.now() - health));
  // A fast machine has written as much as one person may in a minute by then.
  const took = await writers.more(20, 90_000).catch((error: Error) => error.message);
  trial.check(`${what}: people go on writing`, typeof took === 'number', took);
  const after = installation.pids('application');
  const same = after.length > 0 && after.join() === before.join();
  trial.check(`${what}: the application is still the same processes`, same, { before, after });
}

/** A pipe with a name: its reader can leave and another can come. */
class Pipe {
  readonly #file: string;
  #reader: net.Socket | undefined;
  text = '';

  constructor(trial: Trial) {
    this.#file = path.join(trial.dir, 'pipe');
    execFileSync('mkfifo', [this.#file]);
  }

  /** For the program; read and write, so that opening waits for nobody. */
  openToWrite(): number {
    const both = fs.openSync(this.#file, 'r+');
    const end = fs.openSync(this.#file, 'w');
    this.read();
    fs.closeSync(both);
    return end;
  }

  read(): void {
    const fd = fs.openSync(this.#file, fs.constants.O_RDONLY | fs.constants.O_NONBLOCK);
    this.#reader = new net.Socket({ fd, readable: true, writable: false }).setEncoding('utf8');
    this.#reader.on('data', (part: string) => {
      this.text += part;
    });
    this.#reader.on('error', () => {});
  }

  leave(): void {
    this.#reader?.destroy();
  }
}

export const fault: Fault = {
  promise: 'output that cannot be written costs its lines and nothing else',
  async run(trial) {
    if (fs.existsSync('/dev/full')) {
      const full = fs.openSync('/dev/full', 'a');
      const installation = await Installation.start(trial, { command: 'start', output: full });
      fs.closeSync(full);
      const writers = await Writers.start(installation, 5);
      await serves(trial, 'disk full', installation, writers);
      await writers.stop();
      await writers.verify(trial);
      installation.child.kill('SIGTERM');
      await until('it ends', () => installation.child.exitCode !== null, 15_000);
      trial.check('disk full: it ends as ever', installation.child.exitCode === 0, installation.child.exitCode);
      await installation.remove();
    }
    const pipe = new Pipe(trial);
    const end = pipe.openToWrite();
    const installation = await Installation.start(trial, { command: 'start', output: end });
    fs.closeSync(end);
    const writers = await Writers.start(installation, 5);
    pipe.leave();
    await serves(trial, 'reader gone', installation, writers);
    installation.kill('realtime');
    await pause(1_000);
    const ready = await until('the realtime server is brought back', () => installation.answers('/readyz'), 20_000);
    trial.figure('reader gone: realtime was back after, ms', ready + 1_000);
    trial.check('the output was read before', pipe.text.length > 0);
    await writers.stop();
    await writers.verify(trial);
  },
};
