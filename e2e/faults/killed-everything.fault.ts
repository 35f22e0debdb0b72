import type { Fault } from './support/fault';
import { Installation } from './support/installation';
import { Writers } from './support/writers';

export const fault: Fault = {
  promise: 'after kill -9 of everything at once, what was acknowledged is there, once',
  async run(trial) {
    const installation = await Installation.start(trial);
    const writers = await Writers.start(installation, 20);
    for (let round = 1; round <= 3; round++) {
      await writers.more(100, 30_000);
      for (const part of ['command', 'application', 'realtime', 'database'] as const) installation.kill(part);
      const killed = performance.now();
      await installation.run();
      await writers.more(20, 30_000);
      trial.figure(`round ${round}: writes again after, ms`, writers.recoveredAfter(killed) ?? 'never');
    }
    await writers.stop();
    await writers.verify(trial);
  },
};
