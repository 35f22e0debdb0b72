import { execFileSync, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { type Fault, pause, type Trial, until } from './support/fault';
import { Installation } from './support/installation';
import { Writers } from './support/writers';

const isRoot = process.getuid?.() === 0;

/** A folder that the database's user cannot enter. */
async function saysWhereDataLie(trial: Trial): Promise<void> {
  if (!isRoot) return trial.figure('private folder', 'left out: it takes root to run into this');
  fs.chmodSync(trial.dir, 0o700);
  const installation = await Installation.start(trial);
  await until('it says where the data lie', () => /the data stays in/.test(installation.output), 5_000);
  const [, place = ''] = /the database in (\S+)/.exec(installation.output) ?? [];
  trial.check('private folder: the place of the database is said', fs.existsSync(path.join(place, 'data')), place);
  trial.check('private folder: no folder that a system clears', !/\/tmp\//.test(place), place);
  await installation.remove();
  fs.chmodSync(trial.dir, 0o755);
}

async function survivesAFullDisk(trial: Trial): Promise<void> {
  const mounted = isRoot && !spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=400m,mode=755', 'tmpfs', trial.dir]).status;
  if (!mounted) return trial.figure('full disk', 'left out: no file system of its own can be mounted here');
  trial.atEnd(() => execFileSync('umount', ['-l', trial.dir]));
  const installation = await Installation.start(trial);
  const writers = await Writers.start(installation, 10);
  await writers.more(100, 30_000);
  const fill = fs.openSync(path.join(trial.dir, 'fill'), 'w');
  const full = () => {
    for (const size of [1_048_576, 4_096]) {
      try {
        for (;;) fs.writeSync(fill, Buffer.alloc(size));
      } catch {
        // That size does not fit any more.
      }
    }
  };
  let slowest = 0;
  for (const since = Date.now(); Date.now() - since < 20_000; await pause(500)) {
    full();
    const asked = performance.now();
    const alive = await installation.answers();
    slowest = Math.max(slowest, alive ? performance.now() - asked : 2_000);
  }
  trial.figure('full disk: slowest answer of /healthz, ms', Math.round(slowest));
  trial.check('full disk: the application is there all the time', slowest < 2_000, slowest);
  trial.check(
    'full disk: nobody waits more than 10 s',
    writers.attempts.every(({ took }) => took < 10_500),
  );
  fs.closeSync(fill);
  fs.rmSync(path.join(trial.dir, 'fill'));
  const freed = performance.now();
  const writes = await writers.more(50, 60_000).catch((error: Error) => error.message);
  trial.check('full disk: once there is room again, people go on writing', typeof writes === 'number', writes);
  trial.figure('full disk: writes again after, ms', writers.recoveredAfter(freed) ?? 'never');
  trial.figure(
    'full disk: it says',
    installation.output.split('The password of all')[1]?.split('\n').slice(2).join(' | ') ?? '',
  );
  await writers.stop();
  await writers.verify(trial);
  await installation.remove();
}

export const fault: Fault = {
  promise: 'where the data lie is said in words, and a full disk ends nothing',
  async run(trial) {
    await saysWhereDataLie(trial);
    await survivesAFullDisk(trial);
  },
};
