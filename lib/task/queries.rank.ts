import 'server-only';
import { generateKeyBetween, generateNKeysBetween } from 'fractional-indexing';
import { namesOf } from '@/lib/event/registry';
import type { Ctx } from '@/lib/org';
import { type Sql, sql } from '@/lib/sql';
import type { Audience } from '@/lib/task/schema';
import { refuseFull } from '@/lib/workflow/queries';
import { refusesMore, workflowOf } from '@/lib/workflow/vocabulary';

/** Order: rank (bytes), then id. */
type Column = { projectId: string; status: number };
export type Neighbours = {
  afterId?: string | null;
  beforeId?: string | null;
  /** Above all others. */
  top?: boolean;
  /** Where this rank was. */
  rank?: string | null;
};

export type Place = {
  /** null: it is there already. */
  rank: string | null;
  status: number;
  version: number;
  deleted: boolean;
  audience: Audience;
  left: string;
};

/** Ranks grow when tasks are put between others; at this length the column is renumbered. */
const LONG_RANK = 100;

export const startNumbering = ({ db }: Ctx, projectId: string) => db.taskCounter.createMany({ data: [{ projectId }] });

/**
 * At the top or where `rank` was, else below `afterId`, else above `beforeId`, else at the end; neighbours in the bin count. Locks the column and the task's
 * row for the transaction, so that moves at once get different ranks. `undefined`: neither neighbour is in the column.
 * `found`: what was read of the first place with the task's facts.
 */
export async function placeTask(
  ctx: Ctx,
  taskId: string,
  column: Column,
  neighbours: Neighbours = {},
  found?: Found | null,
): Promise<Place | undefined> {
  for (const [at, beside] of besidesOf(neighbours).entries()) {
    const place = await placeBeside(ctx, taskId, column, beside, at === 0 ? found : undefined);
    if (place) return place;
  }
  return undefined;
}

/** For neighbours that have left: where the first was; if it never was there, the end (`beforeId`: the beginning). */
export async function placeWhereTheyWere(
  ctx: Ctx,
  taskId: string,
  column: Column,
  { afterId, beforeId }: Neighbours,
): Promise<Place | undefined> {
  for (const [at, id] of [afterId, beforeId].entries()) {
    const rank = id && (await rankOnceHad(ctx, id, column));
    const place = rank && (await placeBeside(ctx, taskId, column, { id, rank, below: at === 0 }));
    if (place) return place;
  }
  return placeBeside(ctx, taskId, column, afterId ? null : FIRST);
}

/** `task.moved` keeps the rank that was left. */
async function rankOnceHad({ db }: Ctx, taskId: string, { status }: Column): Promise<string | undefined> {
  const [left] = await db.$queryRaw<{ rank: string | null }[]>`
    select a.data->>'rank' as rank from activity a
     where a.task_id = ${taskId}::uuid and a.kind = any(${namesOf('task.moved')}::text[]) and a.data->'from' = to_jsonb(${status}::int)
     order by a.created_at desc, a.id desc limit 1`;
  return left?.rank ?? undefined;
}

/** Beside a task; with `rank`, beside that rank. null: the end. */
type Beside = { id: string; rank?: string; below: boolean } | null;

function besidesOf({ afterId, beforeId, top, rank }: Neighbours): Beside[] {
  if (top) return [FIRST];
  if (rank) return [{ id: NOBODY, rank, below: true }];
  const below = afterId ? [{ id: afterId, below: true }] : [];
  const above = beforeId ? [{ id: beforeId, below: false }] : [];
  return below.length || above.length ? [...below, ...above] : [null];
}

/** No task has this id. */
const NOBODY = '00000000-0000-0000-0000-000000000000';
/** Below all ranks. */
const FIRST: Beside = { id: NOBODY, rank: '', below: true };

/** `anchor` and `other`: ranks of the neighbour, and of the one beyond it; without a neighbour the column's last. */
export type Found = {
  rank: string;
  status: number;
  version: number;
  deleted: boolean;
  audience: Audience;
  anchor: string | null;
  other: string | null;
};

const foundBeside = (task: Sql, project: Sql, status: number, beside: Beside | undefined): Sql => sql`
  place_beside(${task}, ${project}, ${status}::smallint, ${beside?.id ?? null}::uuid, ${beside?.rank ?? null}::text,
               ${beside?.below ?? false})`;

/** Of the task `t`, as JSON: what `placeTask` finds first. Locks as it does. */
export const firstPlaceOf = (status: number, neighbours: Neighbours): Sql => sql`
  (select to_json(place) from ${foundBeside(sql`t.id`, sql`t.project_id`, status, besidesOf(neighbours)[0])} place)`;

async function placeBeside(
  ctx: Ctx,
  taskId: string,
  column: Column,
  beside: Beside,
  known?: Found | null,
): Promise<Place | undefined> {
  const task = [sql`${taskId}::uuid`, sql`${column.projectId}::uuid`] as const;
  const [found] =
    known === undefined
      ? await ctx.db.$queryRaw<Found[]>`select * from ${foundBeside(...task, column.status, beside)}`
      : [known];
  if (!found || (beside && found.anchor === null)) return undefined;
  const [lower, upper] = !beside
    ? [found.other, null]
    : beside.below
      ? [found.anchor, found.other]
      : [found.other, found.anchor];
  const { status, version, deleted, audience } = found;
  const there = status === column.status && (!lower || lower < found.rank) && (!upper || found.rank < upper);
  const now = { status, version, deleted, audience, left: found.rank };
  if (there) return { rank: null, ...now };
  const rank = between(lower, upper);
  if (rank !== null) return { rank, ...now };
  await renumber(ctx, column);
  // An old rank means nothing among new ones.
  const again = beside?.rank ? null : beside;
  return placeBeside(ctx, taskId, column, again);
}

/** null if there is no room or a rank is malformed. */
function between(lower: string | null | undefined, upper: string | null | undefined): string | null {
  if (lower && upper && lower >= upper) return null;
  try {
    const rank = generateKeyBetween(lower || null, upper || null);
    return rank.length < LONG_RANK ? rank : null;
  } catch {
    return null;
  }
}

/** Keeps the order. Versions stay: nothing moved. */
async function renumber({ db }: Ctx, column: Column): Promise<void> {
  const tasks = await db.$queryRaw<{ id: string }[]>`
    select n.id from task n where ${inColumn(column)} order by n.rank, n.id for update`;
  const ranks = generateNKeysBetween(null, null, tasks.length);
  await db.$executeRaw`
    update task t set rank = fresh.rank from unnest(${tasks.map(({ id }) => id)}::uuid[], ${ranks}::text[]) as fresh(id, rank)
     where t.id = fresh.id and t.rank <> fresh.rank`;
}

/** Includes tasks in the bin: they may return to their rank. */
const inColumn = ({ projectId, status }: Column): Sql =>
  sql`n.project_id = ${projectId}::uuid and n.status = ${status}::smallint`;

/** Refuses new tasks where the column takes no more. Locks as `take_task_place`, so that two who add at once count one after the other. */
export async function refuseNew(ctx: Ctx, { projectId, status }: Column, added = 1): Promise<void> {
  if (!refusesMore(workflowOf(ctx.workflows, projectId), status)) return;
  await ctx.db.$executeRaw`select from task_counter where project_id = ${projectId}::uuid for update`;
  await ctx.db.$executeRaw`select ${lockOf(sql`${projectId}::uuid`, status)}`;
  await refuseFull(ctx, projectId, status, added);
}

/** The same lock as in `take_task_place` and `place_beside`. */
export const lockOf = (projectId: Sql, status: number): Sql =>
  sql`pg_advisory_xact_lock(hashtextextended(${projectId} || '/' || ${status}::smallint, 0))`;
