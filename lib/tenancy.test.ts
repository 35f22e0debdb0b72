import { PrismaPg } from '@prisma/adapter-pg';
import pg from 'pg';
import { afterAll, describe, expect, test } from 'vitest';
import { env } from '@/lib/env';
import { fixtureId } from '@/lib/test/fixtures';
import { ownerClient } from '@/lib/test/owner';
import { Prisma, PrismaClient } from '@/prisma/client/client';

/** Questions to the catalogue: a migration that forgets a wall fails here. Cases T01–T04, G03 of the security catalogue. */

/** Tables that belong to no organisation, with the reason. */
const GLOBAL: Record<string, string> = {
  organisation: 'the organisations themselves; a tenant sees its own row',
  person: 'one human being may sit in many organisations; `auth` only',
  rate_limit: 'attempts before anybody is known; `worker` only',
  one_time_code: 'codes by mail, before there is a seat; `auth` only',
  recovery_code: 'of a person, not of a seat; `auth` only',
  person_picture: 'of a person, served after the door has said who may be seen; `auth` only',
  search_backlog: 'how far rows that were here before the search are taken in; `worker` only',
  former_key: 'keys that organisations once had; a tenant sees its own',
};
/** Of these a tenant may read its own row: their policies compare with the door's organisation. */
const OWN_ROW = ['organisation', 'former_key'];
/** Everything is with the policies; the migrations' own table holds no data of anybody. */
const LEFT_OUT = ['_prisma_migrations'];

const INVARIANTS: Record<string, string> = {
  'T01 row security is on and forced on every table': `
    select relname as at from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
      and not (relrowsecurity and relforcerowsecurity) and not relname = any($1)`,
  'T01 every table has policies for reading and writing': `
    select c.relname as at from pg_class c where relnamespace = 'public'::regnamespace and relkind = 'r' and not relname = any($1)
      and not exists (select from pg_policy p where p.polrelid = c.oid and p.polname <> 'owner_all')`,
  'T01 a policy of the tenant that writes checks what is written': `
    select c.relname || '.' || p.polname as at from pg_policy p join pg_class c on c.oid = p.polrelid
     where 'tenant'::regrole = any(p.polroles) and p.polcmd in ('a', 'w', '*') and p.polwithcheck is null and not c.relname = any($1)`,
  'every policy of the tenant names the organisation': `
    select c.relname || '.' || p.polname as at from pg_policy p join pg_class c on c.oid = p.polrelid
     where 'tenant'::regrole = any(p.polroles) and not c.relname = any($1)
       and coalesce(pg_get_expr(p.polqual, p.polrelid), pg_get_expr(p.polwithcheck, p.polrelid)) not like '%app_org_id()%'`,
  'T04 a relation between tables of an organisation carries the organisation': `
    select k.conname as at from pg_constraint k
      join pg_attribute a on a.attrelid = k.conrelid and a.attname = 'org_id'
      join pg_attribute b on b.attrelid = k.confrelid and b.attname = 'org_id'
     where k.contype = 'f' and not (a.attnum = any(k.conkey) and b.attnum = any(k.confkey)) and not k.conname = any($1)`,
  'T02 no role of ours is strong, logs in, or is a member of another': `
    select rolname as at from pg_roles r where rolname in ('tenant', 'auth', 'worker', 'search') and not rolname = any($1)
      and (rolsuper or rolbypassrls or rolcreaterole or rolcreatedb or rolcanlogin
           or exists (select from pg_auth_members m where m.member = r.oid))`,
  'T02 no role of ours owns anything or may create in the schema': `
    select c.relname as at from pg_class c join pg_roles r on r.oid = c.relowner
     where r.rolname in ('tenant', 'auth', 'worker', 'search') and not c.relname = any($1)
    union all select r.rolname from pg_roles r where r.rolname in ('tenant', 'auth', 'worker', 'search')
       and has_schema_privilege(r.oid, 'public', 'create')`,
  'T02 functions that run as somebody else are listed, and pin their search path': `
    select p.proname as at from pg_proc p where p.pronamespace = 'public'::regnamespace and p.prosecdef and not p.proname = any($1)`,
  'L05 an index starts with the organisation on every table that has one': `
    select c.relname as at from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'org_id'
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and not c.relname = any($1)
       and not exists (select from pg_index i where i.indrelid = c.oid and i.indkey[0] = a.attnum)`,
  'G03 nobody but the owner may change or remove a line of the audit log': `
    select grantee || ' ' || privilege_type as at from information_schema.role_table_grants
     where table_name = 'audit' and grantee in ('tenant', 'auth', 'worker', 'search')
       and privilege_type in ('UPDATE', 'DELETE', 'TRUNCATE') and not grantee = any($1)`,
};
const EXCEPTIONS: Record<string, string[]> = {
  // Claimed by the worker across organisations; the row itself says whose it is.
  'L05 an index starts with the organisation on every table that has one': ['outbox'],
  // The counts of invitations; the removal of organisations that nobody confirmed;
  // texts that wait to be rendered.
  // All of them pin their search path.
  'T02 functions that run as somebody else are listed, and pin their search path': [
    ...'count_invitations sweep_unconfirmed mail_reader role_approvers purge_organisations empty_bin shorten_inboxes'.split(
      ' ',
    ),
    // Whoever changes who is in a project raises the versions of those people.
    ...'raise_versions_of_seated'.split(' '),
    // What lies in the bin: its ids, and letting go of a category that is deleted.
    ...'app_hidden_project_ids release_category stale_texts keep_rendered'.split(' '),
    // Whether tasks wait for each other in a circle, and the versions of those that wait: seen or not.
    ...'dependency_closes_circle raise_blocked'.split(' '),
    // How a project stands, one word for all who see it, of tasks that clients do not see too; they hear when it changes.
    ...'project_health tell_health tell_health_of_new tell_health_of_changed'.split(' '),
    // Whether a code is another project's, seen or not.
    ...'project_key_taken'.split(' '),
    // One's own timer can be stopped where its task is no longer seen.
    ...'stop_own_timer log_imported_time'.split(' '),
    // The whole organisation, for its admin alone: what it reads and writes is asked of the catalogue.
    ...'archive_count archive_rows archive_contents archive_pieces archive_present restore_rows unrestore_rows'.split(
      ' ',
    ),
    // Whose week is locked is asked for every writer of time, also for the sweep and for imports.
    ...'hold_locked_week keep_locked_time time_is_locked holds_locked_time'.split(' '),
    // Whoever leaves, what their seat carried goes, whoever takes them out; undone, those who watched watch again.
    ...'end_watching end_watching_of_task begin_watching watch_what_is_given resume_watching'.split(' '),
    ...'end_reading end_timer leave_project leave_room leave_role'.split(' '),
    // Whether anybody did anything in a project that an import made, seen by whoever takes the import back or not.
    ...'erase_imported_project project_made_of'.split(' '),
    // Whoever completes a task, its next one is due; due ones are claimed by the worker across organisations.
    ...'note_completion claim_recurrences'.split(' '),
    // What people chose to be told of, which nobody else reads; what the schedule sends, across organisations.
    ...'place_notification'.split(' '),
    // Whom `@room` calls, and who hears of a new file, seen by its writer or not.
    ...'people_of_room hearing_of_file'.split(' '),
    // Whom a client's request is told to, whom the client may not know.
    ...'triagers_of'.split(' '),
    // Whom a member of the staff may look as, asked before there is a seat.
    ...'viewed_projects'.split(' '),
    // Seats as the door finds them, for who asks who sees something.
    ...'seats_of'.split(' '),
    // A browser belongs to whoever named it last, and to nobody once the session ended.
    ...'leave_push_endpoint end_push_of_session wake_notifications claim_notifications notice_due_tasks'.split(' '),
    // Whoever changes what was approved, its approval falls, and those whom it concerns are told.
    ...'fall_sign_offs tell_of_fall fall_with_task fall_with_file fall_with_milestone fall_with_field'.split(' '),
    // Whoever leaves, what waits for them goes back to who asked, whoever took them out.
    ...'hand_back_sign_offs hand_back_with_seat'.split(' '),
    // Whether a tree would be too deep or a circle.
    ...'subtask_fault'.split(' '),
    // Whoever makes a subtask may not see all others; where its parent is now is asked of every writer.
    ...'stand_below'.split(' '),
    // Who hears of what a client writes, whom the client may not see.
    ...'watchers_by_choice'.split(' '),
    // What statuses are called is shown to clients too; whoever changes it lets every process know.
    ...'workflows_kept raise_workflow_version'.split(' '),
    // Rules are the team’s, and whoever changes a task sets them off.
    ...'note_rule_cause note_task_for_rules note_label_for_rules note_left_for_rules note_subtasks_done'.split(' '),
    // Contents and their counter, which no member writes; what a folder holds of others, seen or not; the files’ bin.
    ...'store_content storage_left storage_exceeded count_versions folder_holds_others move_folder_to_space hide_lines names_taken empty_file_bin forget_contents'.split(
      ' ',
    ),
    // One's own rooms, which the policy of their members asks; a room that nobody is in yet; those that come with what they belong
    // to, and where a newcomer begins to read; words in the rooms that one sees.
    // The meetings that one is invited to, which the policy of their attendees would ask in a circle; times of those that are hidden.
    ...'app_meeting_ids busy_times claim_reminders remind_of_meeting'.split(' '),
    ...'app_room_ids open_room make_rooms start_reading start_observing find_messages'.split(' '),
    // What can be found follows what is written, by whomever; found by `search`, which sees nothing else.
    ...'search_take_inserted search_take_deleted search_take_changed search_take_changes search_take_task_things search_take_comment_things fill_search search_entries search_take_meeting search_take_of_meeting'.split(
      ' ',
    ),
  ],
};

const client = ownerClient();

const broken = async (sql: string, name: string) =>
  (await client.query<{ at: string }>(sql, [[...LEFT_OUT, ...(EXCEPTIONS[name] ?? [])]])).rows.map(({ at }) => at);

describe('the database', () => {
  test('T02 the tenant inserts every column of a member that needs a value: the client writes defaults itself', async () => {
    const { rows } = await client.query(
      `select attname from pg_attribute where attrelid = 'member'::regclass and attnum > 0 and attnotnull
          and not has_column_privilege('tenant', 'member', attname, 'insert')`,
    );
    expect(rows).toEqual([]);
  });

  test.each(Object.entries(INVARIANTS))('%s', async (name, sql) => {
    expect(await broken(sql, name)).toEqual([]);
  });

  test('a table without an organisation is a listed one, and not granted to the tenant', async () => {
    const { rows } = await client.query<{ relname: string; granted: boolean }>(
      `select relname, has_table_privilege('tenant', oid, 'select, insert, update, delete') as granted from pg_class c
        where relnamespace = 'public'::regnamespace and relkind = 'r' and not relname = any($1)
          and not exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'org_id')`,
      [LEFT_OUT],
    );
    expect(rows.map(({ relname }) => relname).sort()).toEqual(Object.keys(GLOBAL).sort());
    expect(rows.filter(({ relname, granted }) => granted && !OWN_ROW.includes(relname))).toEqual([]);
  });

  test.each([
    ['T01 row security is on and forced on every table', 'create table planted (org_id uuid)'],
    ['T01 every table has policies for reading and writing', 'create table planted (org_id uuid)'],
    [
      'T01 a policy of the tenant that writes checks what is written',
      'create policy planted on task for update to tenant using (true)',
    ],
    [
      'every policy of the tenant names the organisation',
      'create policy planted on task for select to tenant using (true)',
    ],
    [
      'T04 a relation between tables of an organisation carries the organisation',
      'alter table task add foreign key (category_id) references category (id)',
    ],
    [
      'T02 functions that run as somebody else are listed, and pin their search path',
      'create function planted() returns int language sql security definer as $$ select 1 $$',
    ],
    ['L05 an index starts with the organisation on every table that has one', 'create table planted (org_id uuid)'],
    ['G03 nobody but the owner may change or remove a line of the audit log', 'grant update on audit to tenant'],
  ])('"%s" notices a migration that forgets it', async (name, migration) => {
    await client.query('begin');
    await client.query(migration);
    const found = await broken(INVARIANTS[name] as string, name);
    await client.query('rollback');
    expect(found).not.toEqual([]);
  });
});

describe('a connection', () => {
  const as = async (settings: Record<string, string>, sql: string) => {
    await client.query('begin');
    try {
      for (const [name, value] of Object.entries(settings))
        await client.query('select set_config($1, $2, true)', [name, value]);
      return (await client.query(sql)).rows;
    } finally {
      await client.query('rollback');
    }
  };
  const admin = {
    'app.org_id': fixtureId('acme'),
    'app.member_id': fixtureId('acme.admin'),
    'app.role': 'admin',
    role: 'tenant',
  };

  test('T03 without a door sees nothing, and without an error', async () => {
    for (const table of ['task', 'project', 'member', 'comment', 'activity', 'notification', 'audit'])
      expect(await as({ role: 'tenant' }, `select * from ${table}`)).toEqual([]);
  });

  test('T04 cannot write a row of another organisation', async () => {
    const foreign = `insert into category (org_id, id, name) values ('${fixtureId('globex')}', gen_random_uuid(), 'x')`;
    const own = `insert into category (id, name) values (gen_random_uuid(), 'x') returning name`;
    await expect(as(admin, foreign)).rejects.toThrow(/row-level security/);
    expect(await as(admin, own)).toEqual([{ name: 'x' }]);
  });

  test('T04 cannot point at a record of another organisation', async () => {
    const link = (category: string) =>
      `update task set category_id = '${category}' where id = '${fixtureId('acme.WEB-1')}' returning number`;
    await expect(as(admin, link(fixtureId('globex.Design')))).rejects.toThrow(/foreign key/);
    expect(await as(admin, link(fixtureId('acme.Design')))).toEqual([{ number: 1 }]);
  });

  test('T02 as tenant reads no global table', async () => {
    for (const table of Object.keys(GLOBAL).filter((name) => !OWN_ROW.includes(name)))
      await expect(as(admin, `select * from ${table}`)).rejects.toThrow(/permission denied/);
  });

  test('G03 changes no line of the audit log, not even as the owner', async () => {
    await client.query('begin');
    await client.query(`insert into audit (org_id, id, action) values ($1, gen_random_uuid(), 'x')`, [
      fixtureId('acme'),
    ]);
    await expect(client.query('delete from audit')).rejects.toThrow(/append-only/);
    await client.query('rollback');
  });

  test('a client sees client-visible rows of its projects, and its contacts', async () => {
    const client = {
      ...admin,
      'app.member_id': fixtureId('acme.client'),
      'app.role': 'client',
      'app.project_ids': `{${fixtureId('acme.WEB')}}`,
    };
    expect((await as(client, 'select number from task order by number')).map(({ number }) => number)).toEqual([
      1, 4, 5,
    ]);
    expect(await as(client, 'select body from comment')).toEqual([{ body: 'The logo files are here.' }]);
    expect((await as(client, 'select email from member order by email')).map(({ email }) => email)).toEqual([
      'client@acme.test',
      'leader@acme.test',
      'user@acme.test',
    ]);
    expect(await as(client, `select id from project`)).toEqual([{ id: fixtureId('acme.WEB') }]);
  });
});

/** The migrations have made every table and column that `prisma/schema.prisma` names. */

const prisma = new PrismaClient({ adapter: new PrismaPg(new pg.Pool({ connectionString: env.databaseUrl })) });
afterAll(() => prisma.$disconnect());

type Model = { findFirst: () => Promise<unknown> };

test.each(Object.keys(Prisma.ModelName))('the columns of %s can be read', async (name) => {
  const models = prisma as unknown as Record<string, Model>;
  const model = models[name.charAt(0).toLowerCase() + name.slice(1)];
  await expect(model?.findFirst()).resolves.toBeDefined();
});
