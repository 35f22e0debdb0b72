import 'server-only';
import type { Page } from '@/lib/contract/endpoint';
import { notFound } from '@/lib/errors';
import type { LabelRecord, LabelUse, ListLabels } from '@/lib/label/schema';
import type { Ctx } from '@/lib/org';
import { paginate } from '@/lib/paging';
import { type Db, type Sql, sql } from '@/lib/sql';

type Row<R extends LabelRecord> = Omit<R, 'created_at'> & { created_at: Date };
const toRecord = <R extends LabelRecord>({ created_at, ...row }: Row<R>) => ({
  ...row,
  created_at: created_at.toISOString(),
});
const columns: Sql = sql`l.id as _id, l.name, l.colour, l.version, l.created_at`;

/** By name; for a client, only those of tasks that it sees. */
export function listLabels({ db }: Ctx, input: ListLabels): Promise<Page<LabelRecord>> {
  const list = {
    found: sql`select ${columns} from label l where l.deleted_at is null`,
    order: sql`lower(name), _id`,
  };
  return paginate(db, input, list, (row: Row<LabelRecord>) => toRecord<LabelRecord>(row));
}

/** Longest list in the settings. */
const MOST = 500;

export async function listLabelUse({ db }: Ctx): Promise<LabelUse[]> {
  const rows = await db.$queryRaw<Row<LabelUse>[]>`
    select ${columns}, coalesce(used.n, 0) as tasks
      from label l
      left join (select tl.label_id, count(*)::int as n from task_label tl join task t on t.org_id = tl.org_id and t.id = tl.task_id
                  where t.deleted_at is null group by tl.label_id) used on used.label_id = l.id
     where l.deleted_at is null order by lower(l.name), l.id limit ${MOST}::int`;
  return rows.map((row) => toRecord<LabelUse>(row) as LabelUse);
}

/** Ignores case, as `nameKey` does. Waits for other transactions that give the same name. */
export async function labelNameTaken({ db }: Ctx, name: string, own: string | null = null): Promise<boolean> {
  await db.$executeRaw`select pg_advisory_xact_lock(hashtextextended('label:' || app_org_id() || ':' || name_key(${name}::text), 0))`;
  const rows = await db.$queryRaw<unknown[]>`select id from label where name_key(name) = name_key(${name}::text)
     and deleted_at is null and id is distinct from ${own}::uuid`;
  return rows.length > 0;
}

/** Locked until the transaction ends. `deleted`: whether one is wanted that was deleted. */
export async function lockLabel({ db }: Ctx, id: string, deleted = false): Promise<LabelRecord> {
  const [row] = await db.$queryRaw<Row<LabelRecord>[]>`
    select ${columns} from label l where l.id = ${id}::uuid and (l.deleted_at is not null) = ${deleted} for update`;
  if (!row) throw notFound(deleted ? 'The deleted label' : 'The label');
  return toRecord<LabelRecord>(row) as LabelRecord;
}

export const forgetDeletedLabels = (db: Db) =>
  db.$executeRaw`delete from label where deleted_at < now() - interval '1 day'`;
