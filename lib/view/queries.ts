import 'server-only';
import type { Page } from '@/lib/contract/endpoint';
import { notFound } from '@/lib/errors';
import type { Ctx } from '@/lib/org';
import { paginate } from '@/lib/paging';
import { type Sql, sql } from '@/lib/sql';
import { canEditView } from '@/lib/view/policy';
import type { ListViews, ViewRecord, ViewReference } from '@/lib/view/schema';

type Row = Omit<ViewRecord, 'own' | 'may_edit'> & { owner_id: string };

const found = (where: Sql): Sql => sql`select v.id as _id, v.name, v.layout, v.project_id, v.filter, v.sort,
  v.grouping as "group", v.swimlane, v.span, v.zoom, v.lanes, v.columns, v.shared, v.is_default, v.position, v.owner_id, v.version
  from saved_view v where ${where}`;

const toRecord =
  ({ actor }: Ctx) =>
  ({ owner_id: ownerId, ...row }: Row): ViewRecord => ({
    ...row,
    own: ownerId === actor.memberId,
    may_edit: canEditView(actor, { ownerId, projectId: row.project_id, shared: row.shared }),
  });

/** Shared ones and one's own, in the order of tabs. */
export const listViews = (ctx: Ctx, { project_id, ...input }: ListViews): Promise<Page<ViewRecord>> =>
  paginate(
    ctx.db,
    input,
    {
      found: found(project_id ? sql`v.project_id = ${project_id}::uuid` : sql`v.project_id is null`),
      order: sql`shared desc, position, _id`,
    },
    toRecord(ctx),
  );

/** `not_found` where it is not there, or is somebody else's. */
export async function getView(ctx: Ctx, { id }: ViewReference): Promise<ViewRecord> {
  const [row] = await ctx.db.$queryRaw<Row[]>`${found(sql`v.id = ${id}::uuid`)}`;
  if (!row) throw notFound('The view');
  return toRecord(ctx)(row);
}

/** Puts it at `position` among the shared views of its place, or among one's own, and the others behind each other. */
export async function placeView({ db }: Ctx, view: ViewRecord, position: number): Promise<void> {
  await db.$executeRaw`
    with others as (
      select o.id, row_number() over (order by o.position, o.id) - 1 as place from saved_view o
       where o.project_id is not distinct from ${view.project_id}::uuid and o.shared = ${view.shared} and o.id <> ${view._id}::uuid
    )
    update saved_view v
       set position = coalesce((select place + (place >= ${position}::int)::int from others o where o.id = v.id), ${position}::int)
     where v.id = ${view._id}::uuid or v.id in (select id from others)`;
}
