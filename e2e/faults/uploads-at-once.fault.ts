import { Program } from '../support/program';
import { type Fault, pause } from './support/fault';
import { download, onDisk, Resident, upload } from './support/files';
import { Installation } from './support/installation';

const MB = 1 << 20;
const GROWTH_MB = 200;
const FLAT_MB = 120;
const P95_MS = 1_000;

const p95 = (times: number[]) => times.toSorted((one, other) => one - other)[Math.floor(times.length * 0.95)] ?? 0;

export const fault: Fault = {
  promise: `10 uploads of 20 MB at once, and 1 GB up and down, need little memory while others are answered`,
  async run(trial) {
    const installation = await Installation.start(trial, { env: { WEB_CONCURRENCY: '1', FILE_MAX_MB: '1100' } });
    const user = await Program.signIn(installation.url, 'leader', 'acme');
    const project = await user.projectId('WEB');
    for (let warm = 0; warm < 20; warm++) await user.ask('GET', 'taskList?limit=20');
    await upload(installation, user, { name: 'warm.bin', bytes: 5 * MB, project });
    const memory = new Resident(installation);
    trial.atEnd(memory.stop);

    let busy = true;
    const times: number[] = [];
    const others = (async () => {
      while (busy) {
        const since = performance.now();
        await user.ask('GET', 'taskList?limit=20');
        times.push(performance.now() - since);
        await pause(20);
      }
    })();
    const before = memory.now();
    memory.most = 0;
    const ten = await Promise.all(
      Array.from({ length: 10 }, (_, at) =>
        upload(installation, user, { name: `ten ${at}.bin`, bytes: 20 * MB, project }),
      ),
    );
    busy = false;
    await others;
    trial.check(
      'all ten are stored',
      ten.every(({ status }) => status === 201),
      ten,
    );
    trial.figure('memory before and at most, MB', `${before} and ${memory.most}`);
    trial.check(`memory grew by less than ${GROWTH_MB} MB`, memory.most - before < GROWTH_MB, memory.most - before);
    trial.figure(`calls beside them`, `${times.length}, p95 ${Math.round(p95(times))} ms`);
    trial.check(`others were answered within ${P95_MS} ms at p95`, p95(times) < P95_MS, p95(times));

    for (const length of [true, false]) {
      const calm = memory.now();
      memory.most = 0;
      const since = performance.now();
      const large = await upload(installation, user, {
        name: `large ${length}.bin`,
        bytes: 1_024 * MB,
        project,
        length,
      });
      trial.figure(
        `1 GB up${length ? '' : ' without a length'}`,
        `${large.status} in ${Math.round((performance.now() - since) / 1_000)} s; ${calm} MB before, ${memory.most} at most`,
      );
      trial.check('1 GB is stored', large.status === 201, large);
      trial.check(`with ${FLAT_MB} MB more at most`, memory.most - calm < FLAT_MB, memory.most - calm);
      if (!length) continue;
      memory.most = 0;
      const [status, sum] = await download(installation, user, `fileContent/${large.id}`);
      trial.figure('1 GB down', `${status}; ${memory.most} MB at most`);
      trial.check('it comes back whole', status === 200 && sum === large.sha256, status);
      trial.check(`with ${FLAT_MB} MB more at most, too`, memory.most - calm < FLAT_MB, memory.most - calm);
    }

    memory.most = 0;
    const calm = memory.now();
    const endless = await upload(installation, user, {
      name: 'too large.bin',
      bytes: 3_000 * MB,
      project,
      length: false,
    });
    trial.figure(
      '3 GB where 1.1 are allowed',
      `${endless.status}; ${endless.message}; ${memory.most - calm} MB more at most`,
    );
    trial.check('what is too large is cut off with 413', endless.status === 413, endless);
    trial.check('and leaves nothing on its way', onDisk(installation).way.length === 0, onDisk(installation).way);
  },
};
