import 'server-only';
import type { Ctx } from '@/lib/org';
import { sql } from '@/lib/sql';

/** What a rollback finds of the tasks that an import made. */
export type ImportedRow = {
  position: number;
  task_id: string;
  key: string;
  title: string;
  binned: boolean;
  edited: boolean;
  discussed: boolean;
  files: boolean;
  timed: boolean;
  subtasks: boolean;
};

/** Ids of imported entries are random (`log_imported_time`), all others begin with the time: one may stand for another. */
const IMPORTED = sql`get_byte(uuid_send(e.id), 6) >> 4 = 4`;

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
           t.version > 1 as edited,
           (select count(*) from comment c where c.org_id = t.org_id and c.task_id = t.id) <> r.comments
             or exists (select from comment c where c.org_id = t.org_id and c.task_id = t.id and c.version > 1) as discussed,
           exists (select from file f where f.org_id = t.org_id and f.task_id = t.id) as files,
           (select count(*) from time_entry e where e.org_id = t.org_id and e.task_id = t.id) <> r.times
             or exists (select from time_entry e where e.org_id = t.org_id and e.task_id = t.id and (e.version > 1 or not ${IMPORTED})) as timed,
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

/** What was not made yet never will be. @returns the labels and categories that the import made */
export async function endRollback({ db }: Ctx, batchId: string): Promise<{ kind: string; id: string; name: string }[]> {
  await db.$executeRaw`delete from import_row where batch_id = ${batchId}::uuid and task_id is null`;
  const [row] = await db.$queryRaw<{ made: { kind: string; id: string; name: string }[] }[]>`
    update import_batch set rolled_back_at = now() where id = ${batchId}::uuid returning made`;
  return row?.made ?? [];
}
