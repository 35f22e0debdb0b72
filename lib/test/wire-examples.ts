import { generateKeyBetween } from 'fractional-indexing';
import type pg from 'pg';
import { fixtureId, PASSWORD } from '@/lib/test/fixtures';
import type { WireCall } from '@/lib/test/wire';
import { AUDIT_EXAMPLES } from '@/lib/test/wire-examples.audit';
import { ENTERING_EXAMPLES } from '@/lib/test/wire-examples.entering';
import { MEMBER_EXAMPLES } from '@/lib/test/wire-examples.member';
import { ORGANISATION_EXAMPLES } from '@/lib/test/wire-examples.organisation';
import { PROFILE_EXAMPLES } from '@/lib/test/wire-examples.profile';
import { SECURITY_EXAMPLES } from '@/lib/test/wire-examples.security';
import { newId } from '@/lib/validation';

/** For every endpoint a call that succeeds for `seat`, made anew each time: tests read this beside the table. */

export type Example = {
  seat: string;
  make: (owner: pg.ClientBase) => Promise<Pick<WireCall, 'query' | 'body'> & { path?: string }>;
};

const acme = (name: string) => fixtureId(`acme.${name}`);
const WEB = acme('WEB');
let made = 0;
const unique = (what: string) => `${what} ${++made}`;

/** A task in WEB by the leader, assigned to the user, visible to clients unless said otherwise. */
export async function freshTask(owner: pg.ClientBase, audience: 'client' | 'internal' = 'client'): Promise<string> {
  const id = newId();
  const org = fixtureId('acme');
  const last = await owner.query('select max(rank) as rank from task where project_id = $1 and status = 1', [WEB]);
  await owner.query(
    `with next as (update task_counter set last = last + 1 where project_id = $3 returning last)
     insert into task (org_id, id, project_id, number, title, rank, audience, created_by_id)
     select $1, $2, $3, last, 'Fresh', $4, $5, $6 from next`,
    [org, id, WEB, generateKeyBetween(last.rows[0].rank, null), audience, acme('leader')],
  );
  await owner.query(
    'insert into task_assignee (org_id, task_id, member_id, project_id, audience) values ($1, $2, $3, $4, $5)',
    [org, id, acme('user'), WEB, audience],
  );
  return id;
}

/** A comment of the user, for clients to read, on a task of its own. */
async function freshComment(owner: pg.ClientBase): Promise<string> {
  const id = newId();
  await owner.query(
    `insert into comment (org_id, id, task_id, project_id, task_audience, audience, author_id, body)
     values ($1, $2, $3, $4, 'client', 'client', $5, 'Fresh')`,
    [fixtureId('acme'), id, await freshTask(owner), WEB, acme('user')],
  );
  return id;
}

async function binned(owner: pg.ClientBase): Promise<string> {
  const id = await freshTask(owner);
  await owner.query('update task set deleted_at = now() where id = $1', [id]);
  return id;
}

/** A project of the leader, with the people of WEB and a task. */
async function freshProject(owner: pg.ClientBase, where: 'open' | 'in the bin' = 'open'): Promise<string> {
  const id = newId();
  const org = fixtureId('acme');
  await owner.query(
    `insert into project (org_id, id, key, name, type, leader_id, deleted_at)
     values ($1, $2, $3, 'Fresh', 'web_application', $4, case when $5 then now() end)`,
    [
      org,
      id,
      `FR${id
        .replace(/[^a-f0-9]/g, '')
        .slice(-8)
        .toUpperCase()}`,
      acme('leader'),
      where === 'in the bin',
    ],
  );
  await owner.query(
    'insert into project_member (org_id, project_id, member_id) select org_id, $1, member_id from project_member where project_id = $2',
    [id, WEB],
  );
  await owner.query(
    `insert into task (org_id, id, project_id, number, title, rank) values ($1, $2, $3, 1, 'Fresh', 'a0')`,
    [org, newId(), id],
  );
  return id;
}

const versionOf = async (owner: pg.ClientBase) =>
  (await owner.query('select version from project where id = $1', [WEB])).rows[0].version as number;

const otherStatus = async (owner: pg.ClientBase) =>
  (
    await owner.query(
      `select case status when 'active' then 'on_hold' else 'active' end as other from project where id = $1`,
      [WEB],
    )
  ).rows[0].other as string;

const query = (query: Record<string, string> = {}, seat = 'acme.user'): Example => ({
  seat,
  make: async () => ({ query }),
});
const body = (seat: string, fields: (owner: pg.ClientBase) => unknown): Example => ({
  seat,
  make: async (owner) => ({ body: await fields(owner) }),
});
const at = (seat: string, path: (owner: pg.ClientBase) => Promise<string> | string, fields?: unknown): Example => ({
  seat,
  make: async (owner) => ({ path: await path(owner), ...(fields !== undefined && { body: fields }) }),
});

export const EXAMPLES: Record<string, Example> = {
  ...ENTERING_EXAMPLES,
  ...MEMBER_EXAMPLES,
  ...SECURITY_EXAMPLES,
  ...AUDIT_EXAMPLES,
  ...ORGANISATION_EXAMPLES,
  ...PROFILE_EXAMPLES,
  'POST signinwithorgs': body('anonymous', () => ({ email: 'user@acme.test', password: PASSWORD, sub_domain: 'acme' })),
  'POST signout': body('acme.user2', () => ({})),
  'GET getOrganisationList': query({ q: 'acme' }, 'anonymous'),
  'GET loggedInUser': query(),
  'GET userList': query({ q: 'e', role: 'user,client', limit: '5' }),
  'GET assigneeList': query({ project_id: WEB }),
  'GET projectList': query({ status: 'active,on_hold', member: 'me' }),
  'POST project': body('acme.leader', () => ({
    name: unique('Project'),
    type: 'web_application',
    description: 'Why',
    due_date: '2030-01-31',
  })),
  'GET projectdetails': query({ project_id: WEB }),
  'PUT projectEdit': body('acme.leader', async (owner) => ({
    project_id: WEB,
    version: await versionOf(owner),
    name: unique('Relaunch'),
  })),
  'PUT changeProjectStatus/{id}': {
    seat: 'acme.leader',
    make: async (owner) => ({ path: `changeProjectStatus/${WEB}`, body: { status: await otherStatus(owner) } }),
  },
  'GET projectMembers': query({ project_id: WEB }),
  'PUT projectMembers': body('acme.leader', () => ({ project_id: WEB, add: [acme('client2')], remove: [] })),
  'GET projectTaskCount': query({ project_id: WEB }),
  'GET categorylist': query(),
  'POST createCategory': body('acme.leader', () => ({ name: unique('Category'), colour: 'c3' })),
  'GET taskList': query({ sort: '-due', limit: '3' }),
  'GET taskListByProject': query({ project_id: WEB, group: 'status' }),
  'POST Task': body('acme.user', () => ({
    project_id: WEB,
    title: unique('Task'),
    priority: 'high',
    due_date: '2030-01-31',
  })),
  'GET task/{id}': at('acme.user', async (owner) => `task/${await freshTask(owner)}`),
  'PATCH task/{id}': at('acme.user', async (owner) => `task/${await freshTask(owner)}`, {
    version: 1,
    title: 'Changed',
  }),
  'DELETE task/{id}': at('acme.leader', async (owner) => `task/${await freshTask(owner)}`),
  'GET taskCard/{id}': at('acme.user', async (owner) => `taskCard/${await freshTask(owner)}`),
  'POST changeTaskStatus': body('acme.user', async (owner) => ({ task_id: await freshTask(owner), status: 3 })),
  'POST restoreTask': body('acme.leader', async (owner) => ({ id: await binned(owner) })),
  'GET taskBin': query({ project_id: WEB }),
  'GET bin': query({ kind: 'task', limit: '3' }),
  'DELETE project/{id}': at('acme.admin', async (owner) => `project/${await freshProject(owner)}`),
  'POST restoreProject': body('acme.admin', async (owner) => ({ id: await freshProject(owner, 'in the bin') })),
  'DELETE binnedProject/{id}': at(
    'acme.admin',
    async (owner) => `binnedProject/${await freshProject(owner, 'in the bin')}`,
  ),
  'DELETE binnedTask/{id}': at('acme.leader', async (owner) => `binnedTask/${await binned(owner)}`),
  'GET taskcount': query({ project_id: WEB, assignee: 'me' }),
  'GET taskCommentList': { seat: 'acme.user', make: async (owner) => ({ query: { task_id: await freshTask(owner) } }) },
  'POST addTaskComment': body('acme.user', async (owner) => ({
    task_id: await freshTask(owner),
    body: unique('Comment'),
  })),
  'PATCH comment/{id}': at('acme.user', async (owner) => `comment/${await freshComment(owner)}`, {
    version: 1,
    body: 'Better',
  }),
  'DELETE comment/{id}': at('acme.user', async (owner) => `comment/${await freshComment(owner)}`),
  'GET getdashboarddetails': query({ range: '14d' }),
  'GET notificationList': query({ filter: 'unread' }),
  'POST markNotifications': body('acme.user', () => ({ read: true })),
};
