import 'server-only';
import type { Ctx } from '@/lib/org';
import { type Sql, sql } from '@/lib/sql';

/** What a rollback finds of the tasks that an import made. */
export type ImportedRow = {
  position: number;
  task_id: string;
  key: string;
  title: string;
  parent_id: string | null;
  /** Its subtasks that the same import made. */
  parts: string[];
  binned: boolean;
  edited: boolean;
  discussed: boolean;
  files: boolean;
  timed: boolean;
  subtasks: boolean;
};

/** Written by a rule: within a run for the task (instants are rounded), in the name of whom the rule runs as. */
const byRule = (at: Sql, by: Sql): Sql => sql`exists (
  select from rule_run u join activity acted on acted.org_id = u.org_id and acted.task_id = u.task_id and acted.kind = 'rule.acted'
   where u.org_id = t.org_id and u.task_id = t.id and acted.actor_id = ${by}
     and ${at} between u.created_at - interval '2 milliseconds' and acted.created_at and acted.created_at < u.created_at + ${LONGEST_RUN}::interval)`;
/** From its first statement on; transactions are shorter. */
const LONGEST_RUN = '1 minute';

/** Somebody left whom the task was given to: nobody meant the task. Who is here may have been taken off it by hand. */
const LEFT = sql`a.kind = 'task.assigned' and a.data->'added' = '[]'::jsonb and not exists (
  select from jsonb_array_elements(a.data->'removed') gone
    join member m on m.org_id = t.org_id and m.id::text = coalesce(gone->>'_id', gone #>> '{}')
   where m.deactivated_at is null and (m.role in ('admin', 'subadmin') or exists (select from project_member pm
           where pm.org_id = t.org_id and pm.project_id = t.project_id and pm.member_id = m.id)))`;

/** A line of history that a person caused. Versions tell more: they rise also with labels, and with tasks that block. */
const EDITED = sql`exists (select from activity a where a.org_id = t.org_id and a.task_id = t.id
  and a.kind not in ('task.imported', 'rule.acted') and not (${LEFT}) and not ${byRule(sql`a.created_at`, sql`a.actor_id`)})`;

/** Comments that no rule wrote. */
const WRITTEN = sql`(select count(*) from comment c where c.org_id = t.org_id and c.task_id = t.id
  and not ${byRule(sql`c.created_at`, sql`c.author_id`)})`;

/** The last ones before `before`, subtasks before their parents. Locks the tasks: nobody changes them meanwhile. */
export async function importedRows(
  { db }: Ctx,
  batchId: string,
  before: number | null,
  most: number,
): Promise<ImportedRow[]> {
  const ofBatch = sql`r.batch_id = ${batchId}::uuid and r.task_id is not null and (${before}::int is null or r.position < ${before}::int)`;
  await db.$executeRaw`
    select t.id from task t where t.id in (select r.task_id from import_row r where ${ofBatch} order by r.position desc limit ${most}::int)
     order by t.id for update`;
  return db.$queryRaw<ImportedRow[]>`
    select r.position, t.id as task_id, p.key || '-' || t.number as key, t.title, t.deleted_at is not null as binned,
           t.parent_id, array(select s.id from task s join import_row o on o.org_id = s.org_id and o.task_id = s.id and o.batch_id = r.batch_id
                               where s.org_id = t.org_id and s.parent_id = t.id) as parts,
           ${EDITED} as edited, ${WRITTEN} <> r.comments
             or exists (select from comment c where c.org_id = t.org_id and c.task_id = t.id and c.version > 1) as discussed,
           exists (select from file f where f.org_id = t.org_id and f.task_id = t.id) as files,
           (select count(*) from time_entry e where e.org_id = t.org_id and e.task_id = t.id) <> r.times
             or exists (select from time_entry e where e.org_id = t.org_id and e.task_id = t.id and (e.version > 1 or e.imported_from is null)) as timed,
           exists (select from task s where s.org_id = t.org_id and s.parent_id = t.id
              and not exists (select from import_row o where o.org_id = s.org_id and o.task_id = s.id and o.batch_id = r.batch_id))
             as subtasks
      from import_row r join task t on t.org_id = r.org_id and t.id = r.task_id
      join project p on p.org_id = t.org_id and p.id = t.project_id
     where ${ofBatch} order by r.position desc limit ${most}::int`;
}

/** Once for each import: false if it was begun already. */
export async function beginRollback({ db }: Ctx, batchId: string, jobId: string): Promise<boolean> {
  const begun = await db.$executeRaw`
    update import_batch b set rollback_id = ${jobId}::uuid, kept = '[]' where b.id = ${batchId}::uuid and b.rolled_back_at is null
       and (b.rollback_id is null or not exists (select from job j where j.org_id = b.org_id and j.id = b.rollback_id
              and j.state in ('waiting', 'running')))`;
  return begun === 1;
}

type Kept = { task_id: string; key: string; title: string; reason: string };

export async function noteKept({ db }: Ctx, batchId: string, kept: readonly Kept[]): Promise<void> {
  if (kept.length)
    await db.$executeRaw`update import_batch set kept = kept || ${JSON.stringify(kept)}::jsonb where id = ${batchId}::uuid`;
}

/**
 * The project that the import made for its tasks, if nobody did anything else there: it goes for good.
 * @returns what it was called; null if it stays
 */
export async function eraseMadeProject(
  { db }: Ctx,
  batchId: string,
): Promise<{ id: string; key: string; name: string } | null> {
  const [gone] = await db.$queryRaw<{ id: string; key: string; name: string }[]>`
    select id, key, name from erase_imported_project(${batchId}::uuid)`;
  return gone ?? null;
}

/** What was not made yet never will be. @returns the labels and categories that the import made */
export async function endRollback({ db }: Ctx, batchId: string): Promise<{ kind: string; id: string; name: string }[]> {
  await db.importRow.deleteMany({ where: { batchId, taskId: null } });
  const [row] = await db.$queryRaw<{ made: { kind: string; id: string; name: string }[] }[]>`
    update import_batch set rolled_back_at = now() where id = ${batchId}::uuid returning made`;
  return row?.made ?? [];
}
