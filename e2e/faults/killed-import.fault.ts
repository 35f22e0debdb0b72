import { setTimeout as sleep } from 'node:timers/promises';
import { Program } from '../support/program';
import type { Fault } from './support/fault';
import { Installation } from './support/installation';

const ROWS = 6_000;
/** A lease, and the work itself. */
const PATIENCE_MS = 240_000;

type Import = { state: string; done: number };

export const fault: Fault = {
  promise: `an import of ${ROWS} people goes on after kill -9 in the middle, and invites everybody once`,
  async run(trial) {
    const installation = await Installation.start(trial);
    const admin = await Program.signIn(installation.url, 'admin', 'acme');
    const rows = Array.from({ length: ROWS }, (_, at) => `p${at}@killed.test,Person ${at},user,\n`);
    const body = new FormData();
    body.set('file', new Blob([`email,name,role,projects\n${rows.join('')}`], { type: 'text/csv' }), 'people.csv');
    const now = async () =>
      (await installation.query<Import>(`select state, done from job where kind = 'invitation.import'`))[0];
    const upload = fetch(`${installation.url}/api/sendInviteFromCSV`, {
      method: 'POST',
      headers: { cookie: admin.cookie, origin: installation.url },
      body,
    }).then(
      (answer) => answer.status,
      () => 'no answer',
    );
    while (!((await now())?.done ?? 0)) await sleep(20);
    installation.kill('application');
    const killed = performance.now();
    trial.figure('answer of the upload', await upload);
    const before = await now();
    trial.figure('rows done when it was killed', before?.done ?? 0);
    // Between two slices of its time it waits.
    const underWay = ['running', 'waiting'].includes(before?.state ?? '');
    trial.check('it was in the middle', underWay && (before?.done ?? ROWS) < ROWS, before);
    while ((await now())?.state !== 'done' && performance.now() - killed < PATIENCE_MS) await sleep(500);
    trial.figure('done after, s', Math.round((performance.now() - killed) / 1000));
    const [count] = await installation.query<{ invited: number; people: number; emails: number }>(
      `select count(*)::int as invited, count(distinct email)::int as people,
              (select count(*)::int from job where kind = 'mail' and lane = 'bulk') as emails
         from invitation where email like '%@killed.test'`,
    );
    trial.check('everybody is invited', count?.invited === ROWS, count);
    trial.check('nobody twice', count?.people === ROWS, count);
    trial.check('by one email each', count?.emails === ROWS, count);
  },
};
