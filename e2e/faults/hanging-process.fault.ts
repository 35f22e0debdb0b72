import net from 'node:net';
import { WebSocket } from 'ws';
import { type Fault, type Trial, until } from './support/fault';
import { Installation } from './support/installation';
import { Writers } from './support/writers';

/** Where Node listens when a signal opens its inspector. */
const INSPECTOR = 'http://127.0.0.1:9229/json';
const NOTICED_MS = 15_000;
const STOPPED_MS = 12_000;

/** Makes a process turn in a circle for ever, as a text that a regular expression cannot cope with would. */
async function hang(pid: number): Promise<void> {
  process.kill(pid, 'SIGUSR1');
  let target = '';
  await until(
    'the inspector opens',
    async () => {
      const answer = await fetch(INSPECTOR).catch(() => null);
      const [first] = ((await answer?.json()) ?? []) as { webSocketDebuggerUrl: string }[];
      target = first?.webSocketDebuggerUrl ?? '';
      return target !== '';
    },
    10_000,
  );
  const socket = new WebSocket(target);
  socket.on('error', () => {});
  await new Promise((resolve) => socket.once('open', resolve));
  socket.send(JSON.stringify({ id: 1, method: 'Runtime.evaluate', params: { expression: 'for (;;);' } }));
}

/** A call that is under way: its body does not come. One for each process, which take turns. */
function beginCalls(trial: Trial, url: string, count: number): void {
  for (let at = 0; at < count; at++) {
    const { host, port } = new URL(url);
    const socket = net.connect(Number(port), 'localhost').on('error', () => {});
    socket.write(`POST /api/signinwithorgs HTTP/1.1\r\nHost: ${host}\r\nContent-Type: application/json\r\n`);
    socket.write('Content-Length: 100\r\n\r\n{');
    trial.atEnd(() => socket.destroy());
  }
}

export const fault: Fault = {
  promise: 'a process that hangs is noticed, named with what it did, and replaced; SIGTERM ends everything within 12 s',
  async run(trial) {
    const installation = await Installation.start(trial, { command: 'start', env: { WEB_CONCURRENCY: '2' } });
    const pids = () => installation.pids('application');
    const writers = await Writers.start(installation, 4);
    trial.atEnd(() => writers.stop());
    await writers.more(20, 60_000);

    beginCalls(trial, installation.url, 2);
    const [victim = 0] = pids();
    await hang(victim);
    trial.figure(
      'noticed after, ms',
      await until('it is noticed', () => installation.output.includes('hangs'), NOTICED_MS),
    );
    const line = installation.output.split('\n').find((one) => one.includes('hangs')) ?? '';
    trial.figure('it says', line);
    trial.check('it is named with what it was at work on', /POST \/api\/signinwithorgs \(for \d+ s\)/.test(line), line);
    await until('it is replaced', () => pids().length === 2 && !pids().includes(victim), 30_000);
    await writers.more(20, 90_000);
    await writers.stop();

    const [second = 0] = pids();
    await hang(second);
    installation.child.kill('SIGTERM');
    const remaining = () => installation.remaining().filter((one) => !one.endsWith(' postgres'));
    const took = await until('everything has ended', () => !remaining().length, 30_000);
    trial.figure('SIGTERM while one hangs: everything had ended after, ms', took);
    trial.check('SIGTERM while one hangs: nothing remains after 12 s', took <= STOPPED_MS, took);
    await installation.run();
    await writers.verify(trial);
  },
};
