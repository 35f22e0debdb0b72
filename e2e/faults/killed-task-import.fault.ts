import { Program } from '../support/program';
import { type Fault, pause, until } from './support/fault';
import { Resident } from './support/files';
import { Installation } from './support/installation';

const TASKS = 20_000;
const LINES = 2;
const PATIENCE_MS = 600_000;
const MOST_MB = 700;
/** V8 takes what it is allowed, and collects when that is gone: a container says how much, and so does this. */
const HEAP_MB = 384;
const UNAVAILABLE = 503;

/** Each a subtask of an earlier one, and blocked by the one before it. */
const rowOf = (at: number) =>
  `Task ${at},k${at},${at % 10 ? `k${at - (at % 10)}` : ''},${at ? `k${at - 1}` : ''},"[x] One\nTwo","a, b","said\nhere"\n`;

type Import = { state: string; done: number };

export const fault: Fault = {
  promise: `an import of ${TASKS} tasks goes on after kill -9 in the middle, and makes each thing once, in ${MOST_MB} MB with a heap of ${HEAP_MB}`,
  async run(trial) {
    const installation = await Installation.start(trial, {
      env: { WEB_CONCURRENCY: '1', NODE_OPTIONS: `--max-old-space-size=${HEAP_MB}` },
    });
    const admin = await Program.signIn(installation.url, 'admin', 'acme');
    const { _id: project } = await admin.newProject('Imported');
    const resident = new Resident(installation);
    trial.atEnd(resident.stop);
    trial.figure('before, MB', resident.now());
    const text = `Title,Id,Parent,Blocked by,Checklist,Labels,Comment\n${Array.from({ length: TASKS }, (_, at) => rowOf(at)).join('')}`;
    const send = () => {
      const body = new FormData();
      body.set('source', 'csv');
      body.set('project_id', project);
      body.set('file', new Blob([text], { type: 'text/csv' }), 'tasks.csv');
      return fetch(`${installation.url}/api/importTasks`, {
        method: 'POST',
        headers: { cookie: admin.cookie, origin: installation.url },
        body,
      }).then(
        (answer) => answer.status,
        () => 0,
      );
    };
    const now = async () =>
      (await installation.query<Import>(`select state, done from job where kind = 'task.import'`))[0];
    let killed = false;
    const upload = (async () => {
      // A whole file is one call: a machine that has no time for it says so, and a program sends it again.
      for (;;) {
        const status = await send();
        if (status !== UNAVAILABLE || killed) return status;
        trial.figure('answer of an upload before', status);
      }
    })();
    const refused = upload.then((status) => {
      if (status !== 200 && !killed) throw new Error(`The upload was answered with ${status}`);
    });
    const begun = until('tasks are made', async () => ((await now())?.done ?? 0) > 0, PATIENCE_MS);
    await Promise.race([begun, refused.then(() => begun)]);
    killed = true;
    installation.kill('application');
    trial.figure('answer of the upload', await upload);
    const before = await now();
    trial.check('it was in the middle', (before?.done ?? TASKS) < TASKS, before);
    await until('it answers again', () => installation.answers(), 60_000);
    trial.check('the same file is accepted while it goes on', (await send()) === 200);
    trial.figure('done after, ms', await until('it is done', async () => (await now())?.state === 'done', PATIENCE_MS));
    resident.now();
    trial.check(`it took ${MOST_MB} MB at most`, resident.most <= MOST_MB, resident.most);
    trial.figure('most, MB', resident.most);
    const [count] = await installation.query<Record<string, number>>(
      `select count(*)::int as tasks, count(distinct title)::int as titles, count(distinct number)::int as numbers,
              count(parent_id)::int as parents,
              (select count(*)::int from checklist_item i where i.project_id = '${project}') as lines,
              (select count(*)::int from dependency d where d.project_id = '${project}') as links,
              (select count(*)::int from comment c where c.project_id = '${project}') as comments
         from task where project_id = '${project}'`,
    );
    const each = { tasks: TASKS, titles: TASKS, numbers: TASKS, parents: TASKS * 0.9, comments: TASKS };
    const wanted = { ...each, lines: TASKS * LINES, links: TASKS - 1 };
    for (const [what, number] of Object.entries(wanted))
      trial.check(`${what}: each once`, count?.[what] === number, count?.[what]);
    await pause(1_000);
    trial.figure('a second later, MB', resident.now());
  },
};
