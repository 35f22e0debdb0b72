import 'server-only';
import { storable } from '@/lib/clean-text';
import type { Page } from '@/lib/contract/endpoint';
import { allow, notFound } from '@/lib/errors';
import type { Source } from '@/lib/imported/vocabulary';
import { isUnderWay, type JobState } from '@/lib/job/vocabulary';
import type { Ctx } from '@/lib/org';
import { paginate } from '@/lib/paging';
import type { Role } from '@/lib/permission/schema';
import { canPlace, whyNotJoin } from '@/lib/project/policy';
import { recordset, type Sql, sql } from '@/lib/sql';
import { canBeAssigned, hearsOf } from '@/lib/task/policy';
import { canImportInto, mayImport } from '@/lib/task-import/policy';
import type { ImportBatchRecord, ImportReference, ListImports, PlannedRow } from '@/lib/task-import/schema';
import { type LineProblem, NUMBERED, NUMBERED_DIGITS } from '@/lib/task-import/schema.file';
import type { KnownMember } from '@/lib/task-import/schema.plan';
import { lockTrees } from '@/lib/task-parts/queries';

/** The only writer of `import_batch` and `import_row`. */

/** Everybody here. Of a project that is yet to be made those are members whom the caller may place in it. */
export async function membersFor({ db, actor }: Ctx, projectId: string | null): Promise<KnownMember[]> {
  const rows = await db.$queryRaw<
    { id: string; name: string; shown: string; email: string; role: Role; active: boolean; seated: boolean }[]
  >`
    select m.id, m.name, shown_name(m.name, m.namesake) as shown, m.email, m.role, m.approval = 1 and m.deactivated_at is null as active,
           exists (select from project_member pm
             where pm.org_id = m.org_id and pm.project_id = ${projectId}::uuid and pm.member_id = m.id) as seated
      from member m`;
  return rows.map(({ id, email, shown, seated, ...person }) => {
    const joins =
      projectId === null &&
      (id === actor.memberId || (canPlace(actor, person.role) && whyNotJoin(person, 'team') === null));
    const among = { ...person, member: seated || joins };
    return {
      ...{ id, email, shown, joins },
      name: person.name,
      fits: canBeAssigned(among),
      hears: hearsOf(among, 'internal'),
    };
  });
}

type KnownTask = { id: string; key: string; here: boolean };

/**
 * By id in the file: which of these are tasks of the project already. What another table calls a task counts where only
 * one is called so.
 */
export async function knownTasks(
  { db }: Ctx,
  projectId: string,
  source: Source,
  ids: readonly string[],
): Promise<Map<string, KnownTask>> {
  const found = (as: Sql, which: Sql) => db.$queryRaw<(KnownTask & { name: string })[]>`
    select ${as} as name, t.id, p.key || '-' || t.number as key, t.project_id = r.project_id and t.deleted_at is null as here
      from import_row r join task t on t.org_id = r.org_id and t.id = r.task_id
      join project p on p.org_id = t.org_id and p.id = t.project_id
     where r.project_id = ${projectId}::uuid and r.source = ${source} and ${which}`;
  const known = new Map<string, KnownTask>();
  const bare = source === 'csv' ? ids.filter((one) => !/^(?:id|row):/.test(one)) : [];
  if (bare.length) {
    const own = sql`substr(r.source_id, ${NUMBERED.length + NUMBERED_DIGITS + 2}::int)`;
    const rows = await found(own, sql`r.source_id like ${`${NUMBERED}%`} and ${own} = any(${bare}::text[])`);
    const several = new Set<string>();
    for (const { name, ...task } of rows) {
      if (known.has(name)) several.add(name);
      known.set(name, task);
    }
    for (const name of several) known.delete(name);
  }
  for (const { name, ...task } of await found(sql`r.source_id`, sql`r.source_id = any(${[...ids]}::text[])`))
    known.set(name, task);
  return known;
}

/** How many tasks each of these has above it; those of another project, or in the bin, are left out. Locks the trees. */
export async function levelsOf({ db }: Ctx, projectId: string, ids: readonly string[]): Promise<Map<string, number>> {
  await lockTrees({ db }, projectId);
  const rows = await db.$queryRaw<{ id: string; level: number }[]>`
    with recursive above (id, parent_id, level) as (
      select t.id, t.parent_id, 0 from task t where t.id = any(${[...ids]}::uuid[]) and t.project_id = ${projectId}::uuid and t.deleted_at is null
      union all
      select above.id, t.parent_id, above.level + 1 from above join task t on t.id = above.parent_id where above.level < 20)
    select id, max(level) as level from above group by id`;
  return new Map(rows.map(({ id, level }) => [id, level]));
}

/**
 * The project that an import made of this same file, if the caller is in it, it was not taken back and takes more tasks.
 * Nobody else makes one of the file until the transaction ends; one that was made meanwhile is found, and open from here on.
 */
export async function projectMadeOf(ctx: Ctx, source: Source, contentHash: string): Promise<string | null> {
  await ctx.db
    .$executeRaw`select pg_advisory_xact_lock(hashtextextended('import:' || app_org_id() || ':' || ${source} || ':' || ${contentHash}, 0))`;
  const [row] = await ctx.db.$queryRaw<
    { id: string | null }[]
  >`select project_made_of(${source}, ${contentHash}) as id`;
  if (row?.id) await ctx.joined(row.id);
  return row?.id ?? null;
}

type NewBatch = {
  id: string;
  made: MadeThing[];
  projectId: string;
  source: Source;
  fileName: string;
  contentHash: string;
  total: number;
  people: number;
  lists: number;
  labels: number;
  errors: LineProblem[];
  skipped: LineProblem[];
};

/** The same file into the same project, which is still on its way. */
export async function runningBatch({ db }: Ctx, projectId: string, contentHash: string): Promise<string | null> {
  await db.$executeRaw`select pg_advisory_xact_lock(hashtextextended('import:' || ${projectId}, 0))`;
  const [row] = await db.$queryRaw<{ id: string }[]>`
    select b.id from import_batch b join job j on j.org_id = b.org_id and j.id = b.id
     where b.project_id = ${projectId}::uuid and b.content_hash = ${contentHash} and j.state in ('waiting', 'running')`;
  return row?.id ?? null;
}

const ROWS = 500;

export async function beginBatch({ db, actor }: Ctx, batch: NewBatch, rows: readonly PlannedRow[]): Promise<void> {
  const { projectId, source } = batch;
  const problems = (some: readonly LineProblem[]) =>
    some.map(({ line, message }) => ({ line, message: storable(message) }));
  const { errors, skipped } = batch;
  await db.importBatch.createMany({
    data: [{ ...batch, errors: problems(errors), skipped: problems(skipped), createdById: actor.memberId }],
  });
  for (let at = 0; at < rows.length; at += ROWS) {
    const some = storableRows(rows.slice(at, at + ROWS));
    await db.$executeRaw`
      insert into import_row (batch_id, position, project_id, source, source_id, data)
      select ${batch.id}::uuid, position, ${projectId}::uuid, ${source}, source_id, data
        from ${recordset(some, sql`position int, source_id text, data jsonb`)}`;
  }
}

const wellFormed = (_: string, value: unknown) => (typeof value === 'string' ? storable(value) : value);

/** Half a letter in one of them would refuse all. */
const storableRows = (rows: readonly PlannedRow[]) =>
  rows.map(({ position, source_id, data }) =>
    JSON.parse(JSON.stringify({ position, source_id, data }, wellFormed)),
  ) as Omit<PlannedRow, 'line'>[];

export type WaitingRow = { position: number; source_id: string; data: unknown };

/** The next of a batch from `from` on; nobody else makes tasks of the same file until the transaction ends. */
export async function waitingRows({ db }: Ctx, batchId: string, from: number, most: number): Promise<WaitingRow[]> {
  await db.$executeRaw`select pg_advisory_xact_lock(hashtextextended('import:' || b.project_id, 0)) from import_batch b where b.id = ${batchId}::uuid`;
  return db.$queryRaw<WaitingRow[]>`
    select position, source_id, data from import_row
     where batch_id = ${batchId}::uuid and position >= ${from}::int and data is not null order by position limit ${most}::int`;
}

/** `tasks`: the task of each row that was made; the others were there. */
export async function markRows(
  { db }: Ctx,
  batchId: string,
  positions: readonly number[],
  tasks: readonly { position: number; task_id: string; comments: number }[],
): Promise<void> {
  await db.$executeRaw`
    update import_row r set task_id = given.task_id, comments = coalesce(given.comments, 0), data = null,
           times = (select count(*) from time_entry e where e.org_id = r.org_id and e.task_id = given.task_id)
      from unnest(${[...positions]}::int[]) as done(position)
      left join ${recordset(tasks, sql`position int, task_id uuid, comments int`)} on given.position = done.position
     where r.batch_id = ${batchId}::uuid and r.position = done.position`;
}

/** A project, label, category or milestone. */
type MadeThing = { kind: string; id: string; name: string };

type Made = {
  tasks: number;
  comments: number;
  checklist: number;
  time: number;
  made: MadeThing[];
};

export async function countMade(
  { db }: Ctx,
  batchId: string,
  found: Made,
  { skipped, errors }: { skipped: LineProblem[]; errors: LineProblem[] },
  finished: boolean,
): Promise<void> {
  await db.$executeRaw`
    update import_batch set tasks = tasks + ${found.tasks}::int, comments = comments + ${found.comments}::int,
           checklist_items = checklist_items + ${found.checklist}::int, time_entries = time_entries + ${found.time}::int,
           made = made || ${JSON.stringify(found.made)}::jsonb,
           skipped = skipped || ${JSON.stringify(skipped)}::jsonb, errors = errors || ${JSON.stringify(errors)}::jsonb,
           finished_at = case when ${finished}::boolean then now() end
     where id = ${batchId}::uuid`;
}

type Row = Pick<
  ImportBatchRecord,
  | 'source'
  | 'file_name'
  | 'total'
  | 'tasks'
  | 'comments'
  | 'people'
  | 'lists'
  | 'labels'
  | 'checklist_items'
  | 'time_entries'
  | 'errors'
  | 'created_by'
  | 'kept'
> & {
  id: string;
  project: Omit<ImportBatchRecord['project'], 'gone'>;
  gone: boolean;
  skipped: LineProblem[];
  state: JobState | null;
  last_error: string | null;
  done: number | null;
  created_at: Date;
  finished_at: Date | null;
  rolling: boolean;
  rolled_back_at: Date | null;
};

/** Newest first, of projects that the caller may import into. */
export async function listImports(ctx: Ctx, { project_id, ...range }: ListImports): Promise<Page<ImportBatchRecord>> {
  allow(mayImport(ctx.actor), 'Your role cannot import tasks.');
  return paginate(
    ctx.db,
    range,
    { found: sql`${batches(project_id ?? null, null)}`, order: sql`created_at desc, id` },
    recordFor(ctx),
  );
}

/** `not_found` if the caller may not see it. */
export async function getImportBatch(ctx: Ctx, { id }: ImportReference): Promise<ImportBatchRecord> {
  allow(mayImport(ctx.actor), 'Your role cannot import tasks.');
  const [row] = await ctx.db.$queryRaw<Row[]>`${batches(null, id)}`;
  if (!row) throw notFound('The import');
  return recordFor(ctx)(row);
}

const batches = (projectId: string | null, id: string | null) => sql`
  select b.id, b.source, b.file_name, coalesce(b.former_project, json_build_object('_id', p.id, 'key', p.key, 'name', p.name)::jsonb) - 'by' as project, p.id is null as gone, b.total, b.tasks,
         b.comments, b.people, b.lists, b.labels, b.checklist_items, b.time_entries, b.errors, b.skipped, j.state, j.last_error, j.done,
         case when m.id is not null then json_build_object('_id', m.id, 'name', shown_name(m.name, m.namesake), 'pic', m.picture)
           end as created_by,
         b.created_at, b.finished_at, b.rolled_back_at, b.kept, b.rollback_id is not null and b.rolled_back_at is null
           and coalesce(r.state in ('waiting', 'running'), true) as rolling
    from import_batch b left join project p on p.org_id = b.org_id and p.id = b.project_id
    left join member m on m.org_id = b.org_id and m.id = b.created_by_id
    left join job j on j.org_id = b.org_id and j.id = b.id
    left join job r on r.org_id = b.org_id and r.id = b.rollback_id
   where (p.id is not null or b.former_project is not null) and (${projectId}::uuid is null or b.project_id = ${projectId}::uuid) and (${id}::uuid is null or b.id = ${id}::uuid)`;

const recordFor =
  ({ actor }: Ctx) =>
  ({ id, project, gone, skipped, last_error, done, rolling, ...row }: Row): ImportBatchRecord => {
    // Its job is forgotten after a month, and only its own people see it.
    const state = row.state ?? (row.finished_at ? 'done' : 'cancelled');
    const open = isUnderWay(state);
    const may = !gone && canImportInto(actor, project._id);
    return {
      ...row,
      ...{ _id: id, batch_id: id, project: { ...project, gone } },
      ...{ skipped: skipped.length, skipped_lines: skipped },
      ...{ state, finished: !open, problem: last_error, progress: { done: done ?? row.tasks, total: row.total } },
      created_at: row.created_at.toISOString(),
      finished_at: row.finished_at?.toISOString() ?? null,
      rollback: row.rolled_back_at ? 'done' : rolling ? 'running' : 'none',
      rolled_back_at: row.rolled_back_at?.toISOString() ?? null,
      can: { cancel: open && may, roll_back: !open && !rolling && !row.rolled_back_at && may },
    };
  };
