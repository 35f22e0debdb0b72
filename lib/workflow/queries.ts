import 'server-only';
import { DomainError, notFound } from '@/lib/errors';
import type { Ctx } from '@/lib/org';
import { sql } from '@/lib/sql';
import { canEditWorkflow } from '@/lib/workflow/policy';
import type { EditWorkflow, WorkflowRecord, WorkflowReference } from '@/lib/workflow/schema';
import { columnIn, refusesMore, STANDARD, type Workflow, workflowOf } from '@/lib/workflow/vocabulary';

type Row = Workflow & { project_id: string | null; version: number };
type Place = { leaderId: string | null | undefined; rows: Row[] };

/** With what the project falls back on; `not_found` if it is hidden. */
async function read({ db }: Ctx, projectId: string | undefined): Promise<Place> {
  const rows = await db.$queryRaw<(Row & { found: boolean; leader_id: string | null })[]>`
    select p.id is not null as found, p.leader_id, w.project_id, w.columns, w.moves, w.over_limit, w.version
      from (select ${projectId ?? null}::uuid as id) asked
      left join project p on p.id = asked.id
      left join workflow w on w.project_id is null or w.project_id = p.id`;
  const [first] = rows;
  if (projectId && !first?.found) throw notFound('The project');
  return {
    leaderId: projectId ? (first?.leader_id ?? null) : undefined,
    rows: rows.filter(({ columns }) => columns !== null),
  };
}

/** Its own, else what it goes by. */
export async function getWorkflow(ctx: Ctx, { project_id: projectId }: WorkflowReference): Promise<WorkflowRecord> {
  const { leaderId, rows } = await read(ctx, projectId);
  const own = rows.find((row) => row.project_id === (projectId ?? null));
  const { columns, moves, over_limit } = own ?? rows[0] ?? STANDARD;
  return {
    project_id: projectId ?? null,
    columns: columns.map((column) => ({ ...column })),
    moves: moves && Object.fromEntries(Object.entries(moves).map(([from, to]) => [from, [...to]])),
    over_limit,
    version: own?.version ?? 0,
    own: own !== undefined,
    may_edit: canEditWorkflow(ctx.actor, leaderId),
  };
}

/** False where `version` is no longer the present one. The new version is higher than any before, also of one that was reset. */
export async function writeWorkflow({ db, org }: Ctx, id: string, input: EditWorkflow): Promise<boolean> {
  const { project_id: projectId = null, version, columns, moves, over_limit: overLimit } = input;
  const next = sql`(select workflow_version + 1 from organisation where id = ${org.id}::uuid)`;
  const written = version
    ? db.$executeRaw`
        update workflow set columns = ${JSON.stringify(columns)}::jsonb, moves = ${moves && JSON.stringify(moves)}::jsonb,
               over_limit = ${overLimit}, version = ${next}, updated_at = now()
         where project_id is not distinct from ${projectId}::uuid and version = ${version}::int`
    : db.$executeRaw`
        insert into workflow (id, project_id, columns, moves, over_limit, version)
        values (${id}::uuid, ${projectId}::uuid, ${JSON.stringify(columns)}::jsonb, ${moves && JSON.stringify(moves)}::jsonb,
                ${overLimit}, ${next})
        on conflict do nothing`;
  return (await written) > 0;
}

/** Projects that clients are in: they have no channel of the organisation. */
export const projectsWithClients = async ({ db }: Ctx, projectId: string | undefined): Promise<string[]> => {
  const rows = await db.$queryRaw<{ project_id: string }[]>`
    select distinct pm.project_id from project_member pm join member m on m.org_id = pm.org_id and m.id = pm.member_id
     where m.role = 'client' and (${projectId ?? null}::uuid is null or pm.project_id = ${projectId ?? null}::uuid)`;
  return rows.map(({ project_id }) => project_id);
};

/** Refuses so many more tasks in a column that is full, where the workflow says so. The column has to be locked. */
export async function refuseFull(ctx: Ctx, projectId: string, status: number, added = 1): Promise<void> {
  const workflow = workflowOf(ctx.workflows, projectId);
  const { name, limit } = columnIn(workflow, status);
  if (limit === null || !refusesMore(workflow, status)) return;
  const [row] = await ctx.db.$queryRaw<{ count: number }[]>`
    select count(*)::int as count from task t
     where t.project_id = ${projectId}::uuid and t.status = ${status}::smallint and t.deleted_at is null`;
  const count = row?.count ?? 0;
  if (count + added <= limit) return;
  const rest = added > 1 ? `${added} more do not fit.` : 'Finish or move one first.';
  throw new DomainError('conflict', `${name} is full: ${count} of ${limit} tasks. ${rest}`);
}
