import 'server-only';
import { removeUnusedCategories } from '@/lib/category/queries.import';
import type { Door } from '@/lib/contract/endpoint';
import type { RunningJob } from '@/lib/contract/job';
import { allow, DomainError } from '@/lib/errors';
import { removeUnusedLabels } from '@/lib/label/queries.import';
import { removeUnusedMilestones } from '@/lib/milestone/queries.import';
import { addJobs, whenEnded } from '@/lib/queue/jobs';
import { withoutRules } from '@/lib/task/queries.undo';
import { eraseTasks } from '@/lib/task/queries.write';
import { canImportInto, mayImport } from '@/lib/task-import/policy';
import { getImportBatch } from '@/lib/task-import/queries';
import {
  beginRollback,
  endRollback,
  eraseMadeProject,
  type ImportedRow,
  importedRows,
  noteKept,
} from '@/lib/task-import/queries.back';
import type { ImportBatchRecord, ImportJob, ImportReference } from '@/lib/task-import/schema';
import { newId } from '@/lib/validation';

const CHUNK = 200;
const WAIT_MS = 5_000;
const ROLLED_BACK = 'This import has been rolled back already.';

/** Removes what an import made and nobody has changed since. `conflict` while the import goes on, or done already. */
export async function rollBackImport(
  door: Door,
  { id }: ImportReference,
  waitMs = WAIT_MS,
): Promise<ImportBatchRecord> {
  const jobId = newId();
  await door(async (ctx) => {
    const batch = await getImportBatch(ctx, { id });
    if (batch.project.gone) throw new DomainError('conflict', ROLLED_BACK);
    allow(canImportInto(ctx.actor, batch.project._id), 'You can only roll back imports into projects that you are in.');
    if (batch.can.cancel) throw new DomainError('conflict', 'This import is still running. Cancel it first.');
    if (!(await beginRollback(ctx, id, jobId))) throw new DomainError('conflict', ROLLED_BACK);
    await addJobs(ctx.db, [
      {
        id: jobId,
        kind: 'task.rollback',
        lane: 'work',
        memberId: ctx.actor.memberId,
        shared: true,
        total: batch.tasks,
        about: { name: batch.file_name },
        payload: { batch_id: id },
      },
    ]);
    ctx.happened('tasks.rolled_back', { id, projectId: batch.project._id }, { file: batch.file_name });
  });
  await whenEnded(jobId, waitMs);
  return door((ctx) => {
    allow(mayImport(ctx.actor));
    return getImportBatch(ctx, { id });
  });
}

/** The next tasks of an import that is taken back. True when none are left. */
export async function removeNextRows({
  payload,
  progress,
  cursor,
  door,
  advance,
}: RunningJob<ImportJob>): Promise<boolean> {
  const { batch_id: id } = payload;
  return door(async (ctx) => {
    const batch = await getImportBatch(ctx, { id });
    // It had ended before its process did.
    if (batch.project.gone) return true;
    allow(canImportInto(ctx.actor, batch.project._id), 'You can only roll back imports into projects that you are in.');
    const rows = await importedRows(ctx, id, typeof cursor === 'number' ? cursor : null, CHUNK);
    const reasons = whyKept(rows);
    const kept = rows.flatMap(({ task_id, key, title }) => {
      const reason = reasons.get(task_id);
      return reason ? { task_id, key, title, reason } : [];
    });
    const left = new Set(kept.map(({ task_id }) => task_id));
    const gone = rows.map(({ task_id }) => task_id).filter((one) => !left.has(one));
    // Deleting imported subtasks completes nothing: no rule of a parent that stays may run.
    await withoutRules(ctx);
    if (gone.length) await eraseTasks(ctx, gone);
    await noteKept(ctx, id, kept);
    const finished = rows.length < CHUNK;
    if (finished) {
      const made = await endRollback(ctx, id);
      await removeUnusedCategories(
        ctx,
        made.filter(({ kind }) => kind === 'category'),
      );
      await removeUnusedLabels(
        ctx,
        made.filter(({ kind }) => kind === 'label'),
      );
      await removeUnusedMilestones(
        ctx,
        made.filter(({ kind }) => kind === 'milestone'),
      );
    }
    const project = finished ? await eraseMadeProject(ctx, id) : null;
    if (project) ctx.happened('project.unmade', { id: project.id }, { name: project.name, key: project.key });
    else ctx.happened('tasks.arrived', { projectId: batch.project._id });
    await advance(ctx, { done: progress.done + rows.length, total: batch.tasks }, rows.at(-1)?.position);
    return finished;
  });
}

/** By task, with those that have what is kept below them: it would lose its place. */
function whyKept(rows: readonly ImportedRow[]): Map<string, string> {
  const byId = new Map(rows.map((row) => [row.task_id, row]));
  const reasons = new Map<string, string>();
  for (const row of rows) {
    // Those that came before are kept, if they are still there.
    const reason = whyChanged(row) ?? (row.parts.every((one) => byId.has(one)) ? null : PART_KEPT);
    if (reason) reasons.set(row.task_id, reason);
  }
  for (const id of [...reasons.keys()])
    for (let above = byId.get(id)?.parent_id; above && byId.has(above) && !reasons.has(above); ) {
      reasons.set(above, PART_KEPT);
      above = byId.get(above)?.parent_id;
    }
  return reasons;
}

const PART_KEPT = 'A subtask of it was kept.';

function whyChanged({ binned, edited, discussed, files, timed, subtasks }: ImportedRow): string | null {
  if (binned) return 'It is in the bin.';
  if (discussed) return 'Somebody commented since.';
  if (files) return 'Somebody attached a file since.';
  if (timed) return 'Somebody logged time since.';
  if (subtasks) return 'It got a subtask since.';
  return edited ? 'It was changed since.' : null;
}
