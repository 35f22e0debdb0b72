import 'server-only';
import { ZodError, z } from 'zod';
import { canCreateCategory } from '@/lib/category/policy';
import { categoriesByName, categoryKey } from '@/lib/category/queries.import';
import { type BulkComment, insertComments } from '@/lib/comment/queries.bulk';
import type { RunningJob } from '@/lib/contract/job';
import { databaseFailure } from '@/lib/database-errors';
import { type Link, linkMany } from '@/lib/dependency/queries.bulk';
import { allow, DomainError } from '@/lib/errors';
import type { Source } from '@/lib/imported/vocabulary';
import { canCreateLabel } from '@/lib/label/policy';
import { labelKey, labelsByName } from '@/lib/label/queries.import';
import { milestoneKey, milestonesByName } from '@/lib/milestone/queries.import';
import type { Ctx } from '@/lib/org';
import { ARCHIVED, canBeAssigned, canSetAudience, hearingAmong, takesNewTasks } from '@/lib/task/policy';
import { projectFacts } from '@/lib/task/queries.facts';
import { withoutRules } from '@/lib/task/queries.undo';
import { namedBy } from '@/lib/task/queries.values';
import { canImportInto } from '@/lib/task-import/policy';
import {
  countMade,
  getImportBatch,
  knownTasks,
  levelsOf,
  markRows,
  type WaitingRow,
  waitingRows,
} from '@/lib/task-import/queries';
import { type ImportJob, PlannedTask } from '@/lib/task-import/schema';
import { MOST_DEPTH } from '@/lib/task-import/schema.file';
import { insertWhole } from '@/lib/template/queries.many';
import { logImportedTime } from '@/lib/time-entry/queries.bulk';
import { newId } from '@/lib/validation';
import { watchMany } from '@/lib/watcher/queries.bulk';

/** Tasks per transaction: short locks, and a failure repeats only these. */
const CHUNK = 200;

type Row = { position: number; source_id: string; id: string; data: PlannedTask };

/**
 * Makes the next tasks of an import, with the rights of now. True when none are left. A row that cannot be stored is looked
 * for among fewer and fewer, left out and named.
 */
export async function importNextRows(job: RunningJob<ImportJob>): Promise<boolean> {
  for (let most = CHUNK; ; most = Math.ceil(most / 4)) {
    try {
      return await importRows(job, most);
    } catch (error) {
      if (databaseFailure(error)?.code !== 'invalid' && !(error instanceof ZodError)) throw error;
      if (most === 1) return importRows(job, most, true);
    }
  }
}

/** `refused`: the next one is not made. */
function importRows(
  { payload, progress, cursor, door, advance }: RunningJob<ImportJob>,
  most: number,
  refused = false,
): Promise<boolean> {
  return door(async (ctx) => {
    const batch = await getImportBatch(ctx, { id: payload.batch_id });
    const { project, source } = batch;
    allow(canImportInto(ctx.actor, project._id), 'You can import tasks into projects that you are in.');
    const waiting = await waitingRows(ctx, payload.batch_id, typeof cursor === 'number' ? cursor : 0, most);
    const read = refused ? [] : waiting.map(planned);
    const wanted = read.flatMap(({ source_id, data }) => [
      source_id,
      ...(data.parent ? [data.parent] : []),
      ...data.blocks,
      ...data.blocked_by,
    ]);
    const known = await knownTasks(ctx, project._id, source, wanted);
    const fresh = read.filter(({ source_id }) => !known.has(source_id));
    const ids = new Map([...known].flatMap(([source_id, { id, here }]) => (here ? [[source_id, id]] : [])));
    for (const { source_id, id } of fresh) if (!ids.has(source_id)) ids.set(source_id, id);
    const rows = fresh.filter(({ source_id, id }) => ids.get(source_id) === id);
    const made = rows.length ? await make(ctx, { projectId: project._id, source }, rows, ids) : [];
    const done = progress.done + waiting.length;
    const finished = waiting.length < most;
    const comments = rows.reduce((sum, { data }) => sum + data.comments.length, 0);
    const checklist = rows.reduce((sum, { data }) => sum + data.checklist.length, 0);
    const time = await logImportedTime(ctx, payload.batch_id, rows);
    await markRows(
      ctx,
      payload.batch_id,
      waiting.map(({ position }) => position),
      rows.map(({ position, id, data }) => ({ position, task_id: id, comments: data.comments.length })),
    );
    const skipped = read.flatMap(({ source_id }) => {
      const there = known.get(source_id);
      return there ? { line: 0, message: `One task was made by another import: ${there.key}.` } : [];
    });
    const errors = refused ? waiting.map(refusal) : [];
    const counted = { tasks: rows.length, comments, checklist, time, made };
    await countMade(ctx, payload.batch_id, counted, { skipped, errors }, finished);
    if (rows.length) ctx.happened('tasks.arrived', { projectId: project._id });
    await advance(ctx, { done, total: batch.total }, (waiting.at(-1)?.position ?? -1) + 1);
    return finished;
  });
}

const Named = z.object({ line: z.number(), title: z.string() }).catch({ line: 0, title: '' });

function refusal({ data }: WaitingRow) {
  const { line, title } = Named.parse(data);
  return { line, message: `“${title.toWellFormed()}” has something that cannot be stored.` };
}

const planned = ({ position, source_id, data }: WaitingRow): Row => ({
  position,
  source_id,
  id: newId(),
  data: PlannedTask.parse(data),
});

/** @returns the categories, labels and milestones that were made for them */
async function make(
  ctx: Ctx,
  { projectId, source }: { projectId: string; source: Source },
  rows: readonly Row[],
  ids: ReadonlyMap<string, string>,
) {
  const memberIds = [
    ...new Set(rows.flatMap(({ data }) => [...data.assignee_ids, ...data.watcher_ids, ...namedBy(data.custom)])),
  ];
  const project = await projectFacts(ctx, projectId, { memberIds });
  if (!takesNewTasks(project)) throw new DomainError('conflict', ARCHIVED);
  const fit = new Set(project.people.filter(canBeAssigned).map(({ id }) => id));
  const names = rows.flatMap(({ data }) => data.category ?? []);
  const { categories, made } = await categoriesByName(ctx, names, canCreateCategory(ctx.actor));
  const { milestones, made: newMilestones } = await milestonesByName(
    ctx,
    projectId,
    rows.flatMap(({ data }) => data.milestone ?? []),
  );
  const parents = await parentsOf(ctx, projectId, rows, ids);
  await withoutRules(ctx);
  const client = { projectId, createdById: ctx.actor.memberId, assigneeIds: [], audience: 'client' };
  const shows = canSetAudience(ctx.actor, client);
  const audienceOf = ({ audience }: PlannedTask) => (shows ? audience : 'internal');
  const tagged = rows.flatMap(({ data }) => data.labels);
  const { labels, made: newLabels } = await labelsByName(ctx, tagged, canCreateLabel(ctx.actor));
  await insertWhole(
    ctx,
    projectId,
    rows.map(({ id, data }) => ({
      task: {
        ...{ id, audience: audienceOf(data), title: data.title, description: data.description },
        ...{ status: data.status, priority: data.priority, parentId: parents.get(id) ?? null },
        categoryId: (data.category && categories.get(categoryKey(data.category))) || null,
        milestoneId: (data.milestone && milestones.get(milestoneKey(data.milestone))) || null,
        ...{ startDate: data.start_date, dueDate: data.due_date, estimateMinutes: data.estimate_minutes },
        ...{ createdById: ctx.actor.memberId, createdAt: data.created_at, completedAt: data.completed_at },
      },
      memberIds: data.assignee_ids,
      labelIds: data.labels.flatMap(({ name }) => labels.get(labelKey(name)) ?? []),
      custom: data.custom,
      items: data.checklist,
    })),
    fit,
  );
  const hearing = {
    internal: hearingAmong(project.people, 'internal'),
    client: hearingAmong(project.people, 'client'),
  };
  await watchMany(
    ctx,
    rows.map(({ id, data }) => ({
      id,
      projectId,
      audience: audienceOf(data),
      memberIds: data.watcher_ids.filter((one) => hearing[audienceOf(data)].has(one)),
    })),
  );
  await linkMany(ctx, linksOf(rows, ids), new Set(rows.map(({ id }) => id)));
  await insertComments(
    ctx,
    rows.flatMap(({ id, data }) => commentsOf({ taskId: id, taskAudience: audienceOf(data), projectId, source }, data)),
  );
  for (const { id, data } of rows)
    ctx.happened('task.imported', { id, projectId, audience: audienceOf(data), version: 1 });
  return [
    ...made.map((one) => ({ kind: 'category', ...one })),
    ...newLabels.map((one) => ({ kind: 'label', ...one })),
    ...newMilestones.map((one) => ({ kind: 'milestone', ...one })),
  ];
}

/** By id, for those whose tree stays as high as trees may be. */
async function parentsOf(ctx: Ctx, projectId: string, rows: readonly Row[], ids: ReadonlyMap<string, string>) {
  const fresh = new Set(rows.map(({ id }) => id));
  const wanted = rows.flatMap(({ id, data }) => {
    const parent = data.parent ? ids.get(data.parent) : undefined;
    return parent ? [[id, parent] as const] : [];
  });
  const earlier = wanted.flatMap(([, parent]) => (fresh.has(parent) ? [] : parent));
  const levels = earlier.length ? await levelsOf(ctx, projectId, earlier) : new Map<string, number>();
  for (const id of fresh) levels.set(id, 0);
  const parents = new Map<string, string>();
  for (const [id, parent] of wanted) {
    const above = levels.get(parent) ?? MOST_DEPTH;
    if (above >= MOST_DEPTH) continue;
    parents.set(id, parent);
    levels.set(id, above + 1);
  }
  return parents;
}

/** Each as often as both its tasks name it: once. */
function linksOf(rows: readonly Row[], ids: ReadonlyMap<string, string>): Link[] {
  const links = rows.flatMap(({ id, data }) => [
    ...data.blocks.map((other) => ({ task_id: id, blocks_id: ids.get(other) })),
    ...data.blocked_by.map((other) => ({ task_id: ids.get(other), blocks_id: id })),
  ]);
  const whole = links.filter((link): link is Link => Boolean(link.task_id && link.blocks_id));
  return [...new Map(whole.map((link) => [`${link.task_id} ${link.blocks_id}`, link])).values()];
}

/** In the order of the file where no time is known. */
function commentsOf(
  of: Pick<BulkComment, 'taskId' | 'taskAudience' | 'projectId' | 'source'>,
  { comments }: PlannedTask,
): BulkComment[] {
  const now = Date.now();
  return comments.map(({ name, at, text }, place) => ({
    ...of,
    name,
    body: text,
    at: at ?? new Date(now + place).toISOString(),
  }));
}
