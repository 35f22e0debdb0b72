import { type Fault, pause, until } from './support/fault';
import { Installation } from './support/installation';
import { Writers } from './support/writers';

const ANSWERED_WITHIN_MS = 11_000;

export const fault: Fault = {
  promise: 'while a network loses packets everybody is told within ten seconds, and afterwards it heals by itself',
  async run(trial) {
    const installation = await Installation.start(trial, { relayed: true });
    const { relay } = installation;
    if (!relay) throw new Error('There is no relay');
    const writers = await Writers.start(installation, 20);
    for (let round = 1; round <= 3; round++) {
      await writers.more(100, 60_000);
      relay.swallow();
      await pause(12_000);
      relay.pass();
      const healed = performance.now();
      await writers.more(20, 30_000);
      trial.figure(`round ${round}: writes again after, ms`, writers.recoveredAfter(healed) ?? 'never');
    }
    // A short gap, unseen by those that do nothing meanwhile: their connections are lost all the same.
    relay.swallow();
    relay.pass();
    const took = await until('a page is shown', () => installation.answers('/acme/login'), 15_000);
    trial.figure('a page again after a short gap, ms', took);
    await writers.more(20, 30_000);
    await writers.stop();
    await writers.verify(trial);
    const longest = Math.max(...writers.attempts.map((attempt) => attempt.took));
    trial.check('every write had its answer within ten seconds', longest < ANSWERED_WITHIN_MS, Math.round(longest));
    const untold = writers.attempts.filter(
      ({ status, retryAfter }) => status !== 201 && !(status === 503 && retryAfter),
    );
    trial.check('who was refused was told when to come back', untold.length === 0, untold.slice(0, 5));
  },
};
