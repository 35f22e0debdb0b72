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
    key: 'WEB-2',
    title: 'Negotiate the hosting contract',
    status: 1,
    audience: 'internal',
    by: 'leader',
    to: ['leader'],
  },
  { key: 'WEB-3', title: 'Draft the sitemap', status: 1, audience: 'internal', by: 'user', to: [], due: 0 },
  { key: 'WEB-4', title: 'Build the pricing page', status: 2, audience: 'client', by: 'leader', to: ['user2'], due: 3 },
  { key: 'WEB-5', title: 'Review the onboarding mails', status: 3, audience: 'client', by: 'user2', to: ['user2'] },
  { key: 'WEB-6', title: 'Set up the staging site', status: 4, audience: 'internal', by: 'leader', to: ['user'] },
  { key: 'APP-1', title: 'Design the stamp card', status: 1, audience: 'client', by: 'lead2', to: ['user2'] },
  { key: 'APP-2', title: 'Measure the cold start', status: 5, audience: 'internal', by: 'lead2', to: [] },
];

/** Fills a migrated, empty database; `client` is connected as the owner. */
export async function insertFixtures(client: pg.ClientBase): Promise<void> {
  const password = await hash(PASSWORD, PARAMETERS);
  for (const org of ORGANISATIONS) {
    const own = (name: string) => fixtureId(`${org}.${name}`);
    const orgId = fixtureId(org);
    await client.query(`insert into organisation (id, key, name, verified_at) values ($1, $2, $3, now())`, [
      orgId,
      org,
      org === 'acme' ? 'Acme Studio' : 'Globex',
    ]);
    for (const member of MEMBERS) {
      await addPerson(client, `${member.seat}@${org}.test`, password);
      await addMember(client, org, member.seat, `${member.seat}@${org}.test`, member);
    }
    const both: FixtureMember = { seat: 'both', role: org === 'acme' ? 'team_leader' : 'client' };
    if (org === 'acme') await addPerson(client, 'both@guild.test', password);
    await addMember(client, org, 'both', 'both@guild.test', both);
    await client.query(`insert into category (org_id, id, name) values ($1, $2, 'Design')`, [orgId, own('Design')]);
    for (const [key, members] of Object.entries(PROJECTS)) {
      await client.query(
        `insert into project (org_id, id, key, name, type, leader_id, created_by_id) values ($1, $2, $3, $4, 'web_application', $5, $5)`,
        [orgId, own(key), key, key === 'WEB' ? 'Website relaunch' : 'Loyalty app', own(members[0] as string)],
      );
      for (const seat of members)
        await client.query(
          `insert into project_member (org_id, project_id, member_id, is_contact) values ($1, $2, $3, $4)`,
          [orgId, own(key), own(seat), ['leader', 'user', 'lead2'].includes(seat)],
        );
      const count = TASKS.filter((task) => task.key.startsWith(key)).length;
      await client.query(`insert into task_counter (org_id, project_id, last) values ($1, $2, $3)`, [
        orgId,
        own(key),
        count,
      ]);
    }
    const ranks = generateNKeysBetween(null, null, TASKS.length);
    for (const [at, task] of TASKS.entries()) {
      const [key, number] = task.key.split('-') as [string, string];
      await client.query(
        `insert into task (org_id, id, project_id, number, title, status, rank, audience, created_by_id, due_date, completed_at)
         values ($1, $2, $3, $4, $5, $6::smallint, $7, $8, $9, current_date + $10::int, case when $6::smallint = 4 then now() end)`,
        [
          orgId,
          own(task.key),
          own(key),
          Number(number),
          task.title,
          task.status,
          ranks[at],
          task.audience,
          own(task.by),
          task.due ?? null,
        ],
      );
      for (const seat of task.to)
        await client.query(
          `insert into task_assignee (org_id, task_id, member_id, project_id, audience) values ($1, $2, $3, $4, $5)`,
          [orgId, own(task.key), own(seat), own(key), task.audience],
        );
    }
    const comment = `insert into comment (org_id, id, task_id, project_id, task_audience, audience, author_id, body) values ($1, $2, $3, $4, 'client', $5, $6, $7)`;
    await client.query(comment, [
      orgId,
      own('open comment'),
      own('WEB-1'),
      own('WEB'),
      'client',
      own('leader'),
      'The logo files are here.',
    ]);
    await client.query(comment, [
      orgId,
      own('internal comment'),
      own('WEB-1'),
      own('WEB'),
      'internal',
      own('user'),
      'They are the wrong format again.',
    ]);
  }
}

const addPerson = (client: pg.ClientBase, email: string, password: string) =>
  client.query(
    `insert into person (id, email, name, password_hash, email_verified_at) values ($1, $2, $3, $4, now())`,
    [fixtureId(email), email, email, password],
  );

const addMember = (
  client: pg.ClientBase,
  org: string,
  seat: string,
  email: string,
  { role, approval = 1, deactivated }: FixtureMember,
) =>
  client.query(
    `insert into member (org_id, id, person_id, role, approval, name, email, deactivated_at) values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [
      fixtureId(org),
      fixtureId(`${org}.${seat}`),
      fixtureId(email),
      role,
      approval,
      `${seat} of ${org}`,
      email,
      deactivated ? new Date() : null,
    ],
  );
