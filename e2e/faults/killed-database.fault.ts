import { once } from 'node:events';
import net from 'node:net';
import { type Fault, until } from './support/fault';
import { Installation } from './support/installation';
import { Writers } from './support/writers';

const NAMES = { database: 'The database', application: 'of the application', realtime: 'The realtime server' } as const;

export const fault: Fault = {
  promise: 'a part that is killed comes back by itself and says so; one that cannot ends the command in words',
  async run(trial) {
    const installation = await Installation.start(trial, { env: { WEB_CONCURRENCY: '2' } });
    const writers = await Writers.start(installation, 10);
    for (const part of ['database', 'application', 'realtime', 'database', 'database'] as const) {
      await writers.more(40, 30_000);
      const before = installation.output.length;
      const said = () => installation.output.slice(before);
      const ended = installation.pids(part).length;
      installation.kill(part);
      const killed = performance.now();
      const again = () => said().split(`${NAMES[part]} runs again`).length - 1;
      await until(`${part} runs again`, () => again() === ended, 60_000);
      const writes = await writers.more(10, 30_000).catch((error: Error) => error.message);
      trial.check(`${part}: people go on writing`, typeof writes === 'number', writes);
      trial.figure(`${part}: writes again after, ms`, writers.recoveredAfter(killed) ?? 'never');
      const lines = said().trim().split('\n');
      trial.figure(`${part}: it says`, lines.join(' | '));
      trial.check(
        `${part}: a line that it ended, and one that it runs, for each process`,
        lines.length === 2 * ended,
        lines,
      );
      await until('every part answers', () => installation.answers('/readyz'), 20_000);
    }
    await writers.stop();
    await writers.verify(trial);

    // Somebody takes the application's port at once.
    const server = net.createServer((socket) => socket.destroy());
    installation.kill('application');
    const { port } = new URL(installation.url);
    const take = () => server.listen(Number(port), 'localhost');
    server.on('error', () => setTimeout(take, 5));
    take();
    const lost = performance.now();
    const [code] = (await once(installation.child, 'exit')) as [number];
    server.close();
    trial.figure('application that cannot start: given up after, ms', Math.round(performance.now() - lost));
    trial.check('application that cannot start: ends with a code', code === 1, code);
    const last = installation.output.slice(-3_000);
    trial.check(
      'application that cannot start: in words',
      /of the application does not start again, tried \d/.test(last),
      last,
    );
    trial.check(
      'application that cannot start: nothing remains',
      !installation.remaining().length,
      installation.remaining(),
    );

    await installation.run();
    await writers.verify(trial);
  },
};
