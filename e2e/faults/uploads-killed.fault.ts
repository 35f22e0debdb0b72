import { Program } from '../support/program';
import { type Fault, until } from './support/fault';
import { age, download, onDisk, upload } from './support/files';
import { Installation } from './support/installation';

const UPLOADS = 50;
const BYTES = 2 << 20;
const SECRET = 'a-secret-of-the-schedule-that-only-this-fault-knows';

export const fault: Fault = {
  promise: `kill -9 amid ${UPLOADS} uploads leaves no record without bytes and, after the sweep, no bytes without a record`,
  async run(trial) {
    const installation = await Installation.start(trial, { env: { CRON_SECRET: SECRET, WEB_CONCURRENCY: '1' } });
    let user = await Program.signIn(installation.url, 'leader', 'acme');
    const project = await user.projectId('WEB');
    const records = () => installation.query<{ key: string }>('select storage_key as key from file_content');
    const finished = async () =>
      (await installation.query<{ n: number }>(`select count(*)::int as n from file where name like 'killed %'`))[0]
        ?.n ?? 0;
    const running = Array.from({ length: UPLOADS }, (_, at) =>
      upload(installation, user, { name: `killed ${at}.bin`, bytes: BYTES, project }),
    );
    await until('some uploads are finished', async () => (await finished()) > 5, 60_000);
    installation.kill('application');
    const outcomes = await Promise.all(running);
    const acknowledged = outcomes.filter(({ status }) => status === 201);
    trial.figure('acknowledged before it was killed', acknowledged.length);
    trial.check('it was in the middle', acknowledged.length < UPLOADS, acknowledged.length);
    await until('the application is back', () => installation.answers('/readyz'), 60_000);

    const missing = async () => {
      const { stored } = onDisk(installation);
      return (await records()).map(({ key }) => key).filter((key) => !stored.includes(key));
    };
    const orphans = async () => {
      const known = (await records()).map(({ key }) => key);
      return onDisk(installation).stored.filter((key) => !known.includes(key));
    };
    trial.check('no record is without bytes', (await missing()).length === 0, await missing());
    user = await Program.signIn(installation.url, 'leader', 'acme');
    const wrong = [];
    for (const { id, sha256 } of acknowledged) {
      const [status, sum] = await download(installation, user, `fileContent/${id}`);
      if (status !== 200 || sum !== sha256) wrong.push([id, status]);
    }
    trial.check('every acknowledged file is whole', wrong.length === 0, wrong);
    trial.figure('bytes without a record before the sweep', (await orphans()).length);
    trial.figure('cut off on their way', onDisk(installation).way.length);
    age(installation);
    const swept = await fetch(`${installation.url}/api/cron/outbox`, {
      headers: { authorization: `Bearer ${SECRET}` },
    });
    trial.check('the sweep ran', swept.status === 200, swept.status);
    trial.check('no bytes are without a record', (await orphans()).length === 0, await orphans());
    trial.check('nothing that was cut off is left', onDisk(installation).way.length === 0, onDisk(installation).way);
    trial.check('no record has lost its bytes', (await missing()).length === 0, await missing());
  },
};
