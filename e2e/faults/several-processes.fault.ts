import { type Fault, pause, type Trial, until } from './support/fault';
import { Resident } from './support/files';
import { Installation } from './support/installation';
import { READERS, Readers } from './support/readers';
import { Writers } from './support/writers';

const COUNT = 2;
/** Of both processes together before anybody asks, and how much more a later round of the same load may leave, in MB. */
const IDLE_MB = 500;
const GROWTH = 1.15;
const LOAD = 1_500;
const REST_MS = 5_000;

export const fault: Fault = {
  promise: 'several processes answer on one port: one that dies is brought back and harms nobody else',
  async run(trial: Trial) {
    const { figure, check } = trial;
    const installation = await Installation.start(trial, {
      command: 'start',
      env: { WEB_CONCURRENCY: String(COUNT) },
    });
    const pids = () => installation.pids('application').sort((a, b) => a - b);
    const started = pids();
    check(`there are ${COUNT} processes`, started.length === COUNT, started);
    const memory = new Resident(installation);
    trial.atEnd(memory.stop);
    await pause(REST_MS);
    const idle = memory.now();
    figure('memory of all, idle, MB', idle);
    check(`idle they hold ${IDLE_MB} MB at most`, idle <= IDLE_MB, idle);
    const writers = await Writers.start(installation, 2);

    const beforeDeath = new Readers(installation.url);
    await beforeDeath.more(200);
    const [victim = 0] = pids();
    process.kill(victim, 'SIGKILL');
    await until('it is back', () => pids().length === COUNT && !pids().includes(victim), 30_000);
    await until('it says so', () => /Process \d of the application runs again/.test(installation.output), 30_000);
    await beforeDeath.more(200);
    await beforeDeath.stop();
    figure('one killed: answered, broken', `${beforeDeath.served}, ${beforeDeath.wrong.length}`);
    const refused = beforeDeath.wrong.filter((end) => end === 'ECONNREFUSED');
    check('one killed: nobody is refused a connection', refused.length === 0, refused.length);
    const broken = beforeDeath.wrong.filter((end) => end !== 'no answer');
    check(
      'one killed: at most the requests that ran in it break',
      broken.length <= READERS && broken.every((end) => /^E[A-Z]+|incomplete|socket/.test(end)),
      broken.slice(0, 5),
    );
    // Node's cluster forgets a connection that is on its way to a process that dies (docs/decisions/limits.md).
    const forgotten = beforeDeath.wrong.length - broken.length;
    check('one killed: at most the one connection on its way to it is forgotten', forgotten <= 1, forgotten);

    await writers.stop();
    await writers.verify(trial);

    const sizes: number[] = [];
    for (let round = 1; round <= 4; round++) {
      const load = new Readers(installation.url);
      await load.more(LOAD);
      await load.stop();
      await pause(REST_MS);
      sizes.push(memory.now());
    }
    figure(`memory of all after rounds of ${LOAD} requests, MB`, sizes.join(', '));
    // V8 gives memory back when it likes, so the larger of two rounds is what the later ones are compared with.
    const [first = 0, second = 0, ...later] = sizes;
    check('memory does not grow with further rounds', Math.max(...later) <= Math.max(first, second) * GROWTH, sizes);
  },
};
