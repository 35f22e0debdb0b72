import 'server-only';
import type { Page } from '@/lib/contract/endpoint';
import type { Ctx } from '@/lib/org';
import type { PersonBadge } from '@/lib/person/schema';
import { badge, join, type Sql, sql } from '@/lib/sql';
import { linksOf } from '@/lib/tenant/organisation-path';
import { SOURCES } from '@/lib/waiting/queries.sources';
import type { ListWaiting, WaitingItem } from '@/lib/waiting/schema';
import { WAITING_KINDS, type WaitingKind } from '@/lib/waiting/vocabulary';

/** More than anybody looks through. */
const MOST = 500;

type Row = {
  kind: WaitingKind;
  id: string;
  title: string;
  task_key: string | null;
  project_id: string | null;
  since: Date;
  page: string;
  by: PersonBadge | null;
  data: Record<string, never>;
};

/** What a page begins with. */
export async function firstWaiting(ctx: Ctx): Promise<{ docs: WaitingItem[]; totalDocs: number }> {
  const { docs, total } = await listWaiting(ctx, { page: 1, limit: 200 });
  return { docs, totalDocs: total };
}

/** What needs the caller, whichever kind it is, what waits longest first. One statement. */
export async function listWaiting(ctx: Ctx, { kind, page, limit }: ListWaiting): Promise<Page<WaitingItem>> {
  const branches = WAITING_KINDS.filter((one) => !kind?.length || kind.includes(one)).flatMap((one): Sql[] => {
    const rows = SOURCES[one].rows(ctx);
    return rows ? [sql`select * from (${rows}) one`] : [];
  });
  if (!branches.length) return { docs: [], total: 0, page, limit };
  const rows = await ctx.db.$queryRaw<Row[]>`
    select w.kind, w.id, w.title, w.task_key, w.project_id, w.since, w.page, w.data,
           case when m.id is not null then ${badge(ctx)} end as by
      from (${join(branches, ' union all ')}) w
      left join member m on m.id = w.by_id
     order by w.since, w.id limit ${MOST}::int`;
  const hrefTo = linksOf(ctx.org.key, null);
  const all = rows.filter((row) => SOURCES[row.kind].fits?.(ctx, row.data) ?? true);
  return {
    docs: all
      .slice((page - 1) * limit, page * limit)
      .map(({ kind, id, title, task_key, project_id, since, page: path, by, data }) => ({
        ...{ kind, _id: id, title, says: SOURCES[kind].says(data), by, task_key, project_id },
        since: since.toISOString(),
        url: hrefTo(path),
      })),
    total: all.length,
    page,
    limit,
  };
}
