import { hash } from '@node-rs/argon2';
import { generateNKeysBetween } from 'fractional-indexing';
import type pg from 'pg';
import { v5 } from 'uuid';
import { PARAMETERS } from '@/lib/password/password';
import type { Role } from '@/lib/permission/schema';

/** The same small world in every test: two organisations with the same kinds of people, projects and tasks. */

const NAMESPACE = '7b1c5a54-6c1e-4b0e-9d2f-0a2d3a1f6c11';
/** A stable id for a name such as `acme`, `acme.user`, `acme.WEB`, `acme.WEB-1`. */
export const fixtureId = (name: string) => v5(name, NAMESPACE);

export const PASSWORD = 'correct horse battery staple';
const ORGANISATIONS = ['acme', 'globex'] as const;

type FixtureMember = { seat: string; role: Role; approval?: number; deactivated?: true };
/** In each organisation. `lead2` leads APP; `outsider` is a user of no project; `both` has a seat in both. */
export const MEMBERS: FixtureMember[] = [
  { seat: 'admin', role: 'admin' },
  { seat: 'subadmin', role: 'subadmin' },
  { seat: 'leader', role: 'team_leader' },
  { seat: 'lead2', role: 'team_leader' },
  { seat: 'user', role: 'user' },
  { seat: 'user2', role: 'user' },
  { seat: 'outsider', role: 'user' },
  { seat: 'client', role: 'client' },
  { seat: 'client2', role: 'client' },
  { seat: 'observer', role: 'observer' },
  { seat: 'pending', role: 'user', approval: 2 },
  { seat: 'rejected', role: 'user', approval: 0 },
  { seat: 'gone', role: 'user', deactivated: true },
];

/** Members by project; the first leads it. `leader` and `user` are contacts for the clients of WEB. */
export const PROJECTS: Record<string, string[]> = {
  WEB: ['leader', 'user', 'user2', 'client'],
  APP: ['lead2', 'user2', 'client2'],
};

type FixtureTask = {
  key: string;
  title: string;
  status: number;
  audience: 'internal' | 'client';
  by: string;
  to: string[];
  due?: number;
};
/** `due` in days from today. */
export const TASKS: FixtureTask[] = [
  { key: 'WEB-1', title: 'Collect brand assets', status: 1, audience: 'client', by: 'leader', to: ['user'], due: -2 },
  {
    ...{ key: 'WEB-2', title: 'Negotiate the hosting contract', status: 1, audience: 'internal' },
    ...{ by: 'leader', to: ['leader'] },
  },
  { key: 'WEB-3', title: 'Draft the sitemap', status: 1, audience: 'internal', by: 'user', to: [], due: 0 },
  { key: 'WEB-4', title: 'Build the pricing page', status: 2, audience: 'client', by: 'leader', to: ['user2'], due: 3 },
  { key: 'WEB-5', title: 'Review the onboarding mails', status: 3, audience: 'client', by: 'user2', to: ['user2'] },
  { key: 'WEB-6', title: 'Set up the staging site', status: 4, audience: 'internal', by: 'leader', to: ['user'] },
  { key: 'APP-1', title: 'Design the stamp card', status: 1, audience: 'client', by: 'lead2', to: ['user2'] },
  { key: 'APP-2', title: 'Measure the cold start', status: 5, audience: 'internal', by: 'lead2', to: [] },
];

/** Puts one row into a table, as whoever `client` is connected as; `otherwise`: what is done of a conflict. */
export function insert(client: pg.ClientBase, table: string, row: Record<string, unknown>, otherwise = '') {
  const columns = Object.keys(row);
  const values = columns.map((_, at) => `$${at + 1}`);
  return client.query(`insert into ${table} (${columns}) values (${values}) ${otherwise}`, Object.values(row));
}

/** Fills a migrated, empty database; `client` is connected as the owner. */
export async function insertFixtures(client: pg.ClientBase): Promise<void> {
  const password_hash = await hash(PASSWORD, PARAMETERS);
  const now = new Date();
  const addPerson = (email: string) =>
    insert(client, 'person', { id: fixtureId(email), email, name: email, password_hash, email_verified_at: now });
  for (const org of ORGANISATIONS) {
    const own = (name: string) => fixtureId(`${org}.${name}`);
    const org_id = fixtureId(org);
    const name = org === 'acme' ? 'Acme Studio' : 'Globex';
    await insert(client, 'organisation', { id: org_id, key: org, name, verified_at: now });
    const addMember = (email: string, { seat, role, approval = 1, deactivated }: FixtureMember) =>
      insert(client, 'member', {
        ...{ org_id, id: own(seat), person_id: fixtureId(email), role, approval, name: `${seat} of ${org}`, email },
        deactivated_at: deactivated ? now : null,
      });
    for (const member of MEMBERS) {
      await addPerson(`${member.seat}@${org}.test`);
      await addMember(`${member.seat}@${org}.test`, member);
    }
    if (org === 'acme') await addPerson('both@guild.test');
    await addMember('both@guild.test', { seat: 'both', role: org === 'acme' ? 'team_leader' : 'client' });
    await insert(client, 'category', { org_id, id: own('Design'), name: 'Design' });
    for (const [key, members] of Object.entries(PROJECTS)) {
      const [leader_id, project_id] = [own(members[0] as string), own(key)];
      await insert(client, 'project', {
        ...{ org_id, id: project_id, key, name: key === 'WEB' ? 'Website relaunch' : 'Loyalty app' },
        ...{ type: 'web_application', leader_id, created_by_id: leader_id },
      });
      for (const seat of members) {
        const is_contact = ['leader', 'user', 'lead2'].includes(seat);
        await insert(client, 'project_member', { org_id, project_id, member_id: own(seat), is_contact });
      }
      const last = TASKS.filter((task) => task.key.startsWith(key)).length;
      await insert(client, 'task_counter', { org_id, project_id, last });
    }
    const ranks = generateNKeysBetween(null, null, TASKS.length);
    for (const [at, { key, title, status, audience, by, to, due = null }] of TASKS.entries()) {
      const [project, number] = key.split('-') as [string, string];
      const [task_id, project_id] = [own(key), own(project)];
      await client.query(
        `insert into task (org_id, id, project_id, number, title, status, rank, audience, created_by_id, due_date, completed_at)
         values ($1, $2, $3, $4, $5, $6::smallint, $7, $8, $9, current_date + $10::int, case when $6::smallint = 4 then now() end)`,
        [org_id, task_id, project_id, Number(number), title, status, ranks[at], audience, own(by), due],
      );
      for (const seat of to)
        await insert(client, 'task_assignee', { org_id, task_id, member_id: own(seat), project_id, audience });
    }
    const comment = (name: string, audience: string, by: string, body: string) =>
      insert(client, 'comment', {
        ...{ org_id, id: own(name), task_id: own('WEB-1'), project_id: own('WEB'), task_audience: 'client' },
        ...{ audience, author_id: own(by), body },
      });
    await comment('open comment', 'client', 'leader', 'The logo files are here.');
    await comment('internal comment', 'internal', 'user', 'They are the wrong format again.');
  }
}
