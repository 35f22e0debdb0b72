import { execFileSync } from 'node:child_process';
import { emailOf, type OrganisationKey, PASSWORD, type Seat } from '../support/accounts';
import { Program } from '../support/program';
import { type Fault, pause, type Trial } from './support/fault';
import { Installation } from './support/installation';

/** Of the application's process, in MB, after bursts: what is wished for (docs/decisions/limits.md). */
const GOAL_MB = 600;
/** How much more a second round of the same bursts may leave. */
const GROWTH = 1.15;
const REST_MS = 60_000;
const AT_ONCE = 24;
const TASKS = 600;
const ROWS = 10_000;

const SEATS = ['admin', 'subadmin', 'leader', 'user', 'client', 'observer'] as const satisfies readonly Seat[];
const ORGANISATIONS: readonly OrganisationKey[] = ['acme', 'globex'];
/** As expensive to parse and to draw as a text may be. */
const HOSTILE = [
  '|a|b|\n|-|-|\n|*a*|[b](c)|\n'.repeat(700),
  '> '.repeat(400),
  '*_'.repeat(9_000),
  '[a]('.repeat(4_500),
];

type Work = (at: number) => Promise<Response | { status: number }>;

/** Does `count` calls, `atOnce` at a time; how many were answered with which status. */
async function burst(count: number, work: Work, atOnce = AT_ONCE): Promise<string> {
  const statuses = new Map<number, number>();
  let next = 0;
  const line = async () => {
    while (next < count) {
      const answer = await work(next++).catch(() => ({ status: 0 }));
      if (answer instanceof Response) await answer.arrayBuffer().catch(() => {});
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, line));
  return [...statuses].map(([status, times]) => `${times} × ${status}`).join(', ');
}

/** Watches the memory of the application's process. */
class Memory {
  most = 0;
  readonly #timer = setInterval(() => this.now(), 500);

  constructor(private readonly installation: Installation) {}

  /** MB that lie in memory now, all processes of the application together. */
  now(): number {
    const pids = this.installation.pids('application').join(',');
    const sizes = execFileSync('ps', ['-o', 'rss=', '-p', pids], { encoding: 'utf8' }).trim().split(/\s+/);
    const size = Math.round(sizes.reduce((sum, kilobytes) => sum + Number(kilobytes), 0) / 1024);
    this.most = Math.max(this.most, size);
    return size;
  }

  stop = () => clearInterval(this.#timer);
}

export const fault: Fault = {
  promise: 'bursts of everything that is dear leave no more memory in use the second time than the first',
  async run(trial: Trial) {
    // All of it in one process, which has to bear it alone.
    const installation = await Installation.start(trial, { env: { WEB_CONCURRENCY: '1' } });
    const { url } = installation;
    const admin = await Program.signIn(url, 'admin', 'acme');
    const { _id: project } = await admin.newProject('Bursts');
    const memory = new Memory(installation);
    trial.atEnd(memory.stop);
    trial.figure('before, MB', memory.now());

    const page = (path: string) => fetch(url + path, { headers: { cookie: admin.cookie } });
    const csv = `email,name,role,projects\n${Array.from({ length: ROWS }, (_, at) => `burst${at}@people.test,Person ${at},user,\n`).join('')}`;
    const upload = () => {
      const body = new FormData();
      body.set('file', new Blob([csv], { type: 'text/csv' }), 'people.csv');
      body.set('dry_run', 'true');
      return fetch(`${url}/api/sendInviteFromCSV`, {
        method: 'POST',
        headers: { cookie: admin.cookie, origin: url },
        body,
      });
    };
    const signIn = (at: number) => {
      const seat = SEATS[at % SEATS.length] as Seat;
      const key = ORGANISATIONS[Math.floor(at / SEATS.length) % ORGANISATIONS.length] as OrganisationKey;
      const body = JSON.stringify({ email: emailOf(seat, key), password: PASSWORD, sub_domain: key });
      return fetch(`${url}/api/signinwithorgs`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
      });
    };
    const pages = [
      'dashboard',
      'project',
      'task?view=board',
      'task',
      'userlist',
      'projectdetails?project=WEB&tab=board',
    ];
    const { _id: about } = await admin.newTask(project, 'Hostile');

    const bursts: [string, () => Promise<string>][] = [
      [
        'creations',
        () =>
          burst(TASKS, (at) =>
            admin.send('POST', 'Task', { project_id: project, title: `Task ${at} ${'x'.repeat(80)}` }),
          ),
      ],
      ['lists of 200', () => burst(200, () => admin.send('GET', 'taskList?limit=200'))],
      [
        'boards',
        () => burst(100, () => admin.send('GET', `taskListByProject?project_id=${project}&group=status&limit=200`)),
      ],
      ['pages', () => burst(240, (at) => page(`/acme/${pages[at % pages.length]}`))],
      [
        'hostile Markdown',
        () =>
          burst(120, (at) =>
            admin.send('POST', 'addTaskComment', { task_id: about, body: HOSTILE[at % HOSTILE.length] }),
          ),
      ],
      ['readings of it', () => burst(200, () => admin.send('GET', `task/${about}`))],
      [`CSV of ${ROWS} rows`, () => burst(8, upload, 4)],
      ['sign-ins', () => burst(200, signIn, 12)],
    ];
    const held: number[] = [];
    for (let round = 1; round <= 2; round++) {
      for (const [name, run] of bursts) {
        memory.most = 0;
        const since = performance.now();
        const told = await run();
        const took = Math.round((performance.now() - since) / 1_000);
        trial.figure(
          `${name} (round ${round})`,
          `${told}; ${took} s; ${memory.now()} MB after, ${memory.most} at most`,
        );
      }
      held.push(memory.now());
    }
    const [first = 0, second = 0] = held;
    trial.figure(`after the bursts, MB (goal ${GOAL_MB})`, held.join(' and '));
    trial.check('the second round leaves no more than the first', second <= first * GROWTH, held);
    await pause(REST_MS);
    trial.figure('after a minute of rest, MB', memory.now());
    trial.check('it is the process that it was', await installation.answers());
  },
};
