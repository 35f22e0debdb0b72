import http from 'node:http';
import { type Fault, pause, type Trial, until } from './support/fault';
import { Installation, type InstallationOptions } from './support/installation';
import { endOf } from './support/readers';
import { Writers } from './support/writers';

const WITHIN_MS = 12_000;

interface Load {
  served: number;
  /** Connections that were not accepted any more, or not read: nothing of an answer came. */
  refused: number;
  /** Answers that came in part. */
  cut: string[];
}

/** Readers who each hold one connection open and ask again at once, until nobody listens. */
async function read(url: string, readers: number, load: Load): Promise<void> {
  const reader = async () => {
    const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
    for (;;) {
      const end = await endOf(`${url}/acme/login`, agent);
      if (/^\d+$/.test(end)) load.served++;
      else if (end === 'ECONNREFUSED') return void load.refused++;
      else if (end === 'ECONNRESET') load.refused++;
      else load.cut.push(end);
    }
  };
  await Promise.all(Array.from({ length: readers }, reader));
}

/** What of an installation still runs, its own database apart where the script has started that. */
const remaining = (installation: Installation, command: InstallationOptions['command']) =>
  installation.remaining().filter((line) => command === 'demo' || !line.endsWith(' postgres'));

async function stop(trial: Trial, options: InstallationOptions, signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
  const name = `${signal} to ${options.throughNpm ? `npm run ${options.command}` : `the ${options.command} command`}`;
  const installation = await Installation.start(trial, options);
  const writers = await Writers.start(installation, 8);
  await writers.more(20, 90_000);
  const load: Load = { served: 0, refused: 0, cut: [] };
  const reading = read(installation.url, 20, load);
  void endOf(`${installation.url}/healthz`, new http.Agent({ keepAlive: true }));
  await pause(2_000);
  installation.child.kill(signal);
  const took = await until(
    'everything has ended',
    () => !remaining(installation, options.command).length,
    30_000,
  ).catch(() => Number.POSITIVE_INFINITY);
  trial.figure(`${name}: everything had ended after, ms`, took);
  trial.check(`${name}: nothing remains after 12 s`, took <= WITHIN_MS, remaining(installation, options.command));
  const cutWrites = writers.attempts.filter(({ status }) => status === 0).length;
  await Promise.all([writers.stop(), reading]);
  trial.figure(`${name}: served, refused, cut`, `${load.served}, ${load.refused}, ${load.cut.length}`);
  trial.figure(`${name}: writes without an answer (refused connections among them)`, cutWrites);
  trial.check(`${name}: no answer was cut`, load.cut.length === 0, load.cut.slice(0, 5));
  await installation.run();
  await writers.verify(trial);
  await installation.remove();
}

export const fault: Fault = {
  promise: 'whoever is told to stop finishes what runs, cuts no answer off, and leaves nothing behind within 12 s',
  async run(trial) {
    await stop(trial, { command: 'start' }, 'SIGTERM');
    await stop(trial, { command: 'start', throughNpm: true }, 'SIGTERM');
    await stop(trial, { command: 'demo', throughNpm: true }, 'SIGTERM');
    await stop(trial, { command: 'demo', throughNpm: true }, 'SIGKILL');
  },
};
