import { execFileSync, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { Program } from '../support/program';
import type { Fault } from './support/fault';
import { download, onDisk, upload } from './support/files';
import { Installation } from './support/installation';

const DISK_MB = 48;
const LARGE = 40 << 20;
const SMALL = 5 << 20;

export const fault: Fault = {
  promise: 'a disk without space for files answers 507, loses nothing, and takes files again when there is space',
  async run(trial) {
    const installation = await Installation.start(trial, { env: { WEB_CONCURRENCY: '1' } });
    const files = path.join(installation.dir, 'files');
    fs.mkdirSync(files, { recursive: true });
    if (spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_MB}m`, 'tmpfs', files]).status)
      return trial.figure('full disk', 'left out: no file system of its own can be mounted here');
    trial.atEnd(() => execFileSync('umount', ['-l', files]));
    const user = await Program.signIn(installation.url, 'leader', 'acme');
    const project = await user.projectId('WEB');
    const send = (name: string, bytes: number) => upload(installation, user, { name, bytes, project });

    const kept = await send('kept.bin', SMALL);
    trial.check('a file that fits is stored', kept.status === 201, kept);
    const refused = await Promise.all([send('one.bin', LARGE), send('two.bin', LARGE)]);
    trial.figure('answers', refused.map(({ status, message }) => `${status} ${message}`).join('; '));
    trial.check(
      'of two that do not fit together one at least is told so with 507',
      refused.some(({ status }) => status === 507),
      refused,
    );
    trial.check(
      'and none gets another answer',
      refused.every(({ status }) => status === 507 || status === 201),
      refused,
    );
    trial.check('nothing is left of it', onDisk(installation).way.length === 0, onDisk(installation).way);
    const third = await send('three.bin', LARGE);
    trial.check('what was cut off has made room for the next one', third.status === 201, third);
    const fourth = await send('four.bin', LARGE);
    trial.check('and the one after it is told the same', fourth.status === 507, fourth);
    const [status, sum] = await download(installation, user, `fileContent/${kept.id}`);
    trial.check('what was stored is whole', status === 200 && sum === kept.sha256, status);
    const again = await send('again.bin', 1 << 19);
    trial.check('a small one still fits', again.status === 201, again);
    trial.check('everything else works', (await user.ask('GET', 'fileList?limit=1')).status === 200);
    const records = await installation.query<{ n: number }>(
      `select count(*)::int as n from file where name in ('one.bin', 'two.bin', 'four.bin')`,
    );
    const done = refused.filter((one) => one.status === 201).length;
    trial.check('no record was made of what was refused', records[0]?.n === done, records);
  },
};
