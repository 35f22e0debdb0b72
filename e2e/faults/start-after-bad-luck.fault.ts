import { execFileSync, spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { type Fault, pause, type Trial, until } from './support/fault';
import { Installation } from './support/installation';
import { Writers } from './support/writers';

const isRoot = process.getuid?.() === 0;

/** A cut-off run.json, locks whose process numbers belong to others now, a pid file that names another server. */
async function healsWhatIsDamaged(trial: Trial): Promise<void> {
  const installation = await Installation.start(trial);
  const writers = await Writers.start(installation, 5);
  const stranger = spawn('sleep', ['600']);
  trial.atEnd(() => stranger.kill());
  const lock = path.join(installation.dir, 'postgres/lock');
  const run = path.join(installation.dir, 'run.json');
  const damages: Record<string, () => void> = {
    'run.json is cut off': () => fs.writeFileSync(run, '{"pid":4711,"start":'),
    'run.json is empty': () => fs.writeFileSync(run, ''),
    'run.json names somebody else’s process': () =>
      fs.writeFileSync(run, JSON.stringify({ pid: stranger.pid, url: installation.url, children: [stranger.pid] })),
    'the lock’s number was given to another': () => fs.writeFileSync(lock, `${stranger.pid} 1`),
    'the lock holds a number alone': () => fs.writeFileSync(lock, String(stranger.pid)),
  };
  for (const [name, damage] of Object.entries(damages)) {
    await writers.more(5, 30_000);
    for (const part of ['command', 'application', 'realtime', 'database'] as const) installation.kill(part);
    await until('all have ended', () => !installation.remaining().length, 15_000);
    damage();
    const since = performance.now();
    await installation.run();
    trial.figure(`${name}: ready after, ms`, Math.round(performance.now() - since));
    trial.check(
      `${name}: it starts`,
      stranger.exitCode === null && stranger.signalCode === null,
      'the other process was ended',
    );
  }
  await writers.stop();
  await writers.verify(trial);
  await installation.remove();
}

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
  promise: 'what a crash leaves behind heals at the next start, or is said in words',
  async run(trial) {
    await healsWhatIsDamaged(trial);
    await saysWhereDataLie(trial);
    await survivesAFullDisk(trial);
  },
};
