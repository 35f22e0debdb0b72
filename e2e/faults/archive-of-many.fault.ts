import { Program } from '../support/program';
import type { Fault } from './support/fault';
import { Resident, upload } from './support/files';
import { Installation } from './support/installation';

const FILES = 1_000;
const FIRST_MS = 1_000;

export const fault: Fault = {
  promise: `an archive of ${FILES} files begins within a second`,
  async run(trial) {
    const installation = await Installation.start(trial, { env: { WEB_CONCURRENCY: '1' } });
    const user = await Program.signIn(installation.url, 'leader', 'acme');
    const { _id: project } = await user.newProject('Archive');
    const ids: string[] = [];
    for (let at = 0; at < FILES; at += 10) {
      const some = await Promise.all(
        Array.from({ length: 10 }, (_, of) =>
          upload(installation, user, { name: `${at + of}.bin`, bytes: 20_000, project }),
        ),
      );
      ids.push(...some.flatMap(({ id }) => id ?? []));
    }
    trial.check(`${FILES} files are there`, ids.length === FILES, ids.length);
    const memory = new Resident(installation);
    trial.atEnd(memory.stop);
    const calm = memory.now();
    for (const time of ['first', 'second']) {
      const since = performance.now();
      const answer = await user.send('POST', 'zip', { file_ids: ids });
      const reader = answer.body?.getReader();
      const begin = await reader?.read();
      const first = performance.now() - since;
      let bytes = begin?.value?.byteLength ?? 0;
      for (let next = await reader?.read(); next && !next.done; next = await reader?.read())
        bytes += next.value.byteLength;
      trial.figure(
        `${time} archive`,
        `${answer.status}; begins after ${Math.round(first)} ms; ${bytes} bytes in ${Math.round(performance.now() - since)} ms`,
      );
      trial.check(`it begins within ${FIRST_MS} ms`, answer.status === 200 && first < FIRST_MS, first);
      trial.check('it is whole', bytes > FILES * 20_000, bytes);
    }
    trial.figure('memory more at most, MB', memory.most - calm);
  },
};
