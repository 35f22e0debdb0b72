import 'server-only';
import { deleteChecklistItem, editChecklistItem, returnChecklistItem } from '@/lib/checklist/commands';
import { checklistEvents } from '@/lib/checklist/events';
import { checklistOf, type RankedItem } from '@/lib/checklist/queries';
import { addDependency, removeDependency } from '@/lib/dependency/commands';
import { dependencyEvents } from '@/lib/dependency/events';
import { allow } from '@/lib/errors';
import { deleteFile, restoreFile } from '@/lib/file/commands.bin';
import { fileEvents } from '@/lib/file/events';
import { fileFacts } from '@/lib/file/queries.record';
import type { Ctx } from '@/lib/org';
import {
  editRecurrence,
  repeatTask,
  returnRepetition,
  skipRecurrence,
  stopRecurrence,
} from '@/lib/recurrence/commands';
import { recurrenceEvents } from '@/lib/recurrence/events';
import { recurrenceOf } from '@/lib/recurrence/queries';
import { canEditTask } from '@/lib/task/policy';
import type { TaskFacts } from '@/lib/task/queries.facts';
import { gone, type HistoryLine, MAY_NOT, since } from '@/lib/task-undo/queries';
import { undoWatching } from '@/lib/watcher/commands';

type Undoes = (ctx: Ctx, task: TaskFacts, line: HistoryLine) => Promise<unknown>;

/** By the kind of the line. */
const BACK: Readonly<Record<string, Undoes>> = {
  'dependency.changed': linkBack,
  'checklist.changed': checklistBack,
  'task.watched': (ctx, { id }, { data }) => {
    const { added, removed } = data as { added: string[]; removed: string[] };
    return undoWatching(ctx, { id, added, removed });
  },
  'recurrence.set': repetitionBack,
  'recurrence.stopped': againBack,
  'recurrence.skipped': dayBack,
  'recurrence.returned': dayBack,
  'file.added': fileBack,
  'file.restored': fileBack,
  'file.deleted': fileBack,
};

/** Takes back what a line tells of a part that hangs on the task; false: it tells of a field, which `editTask` puts back. */
export async function undoPart(ctx: Ctx, task: TaskFacts, line: HistoryLine): Promise<boolean> {
  const back = BACK[line.kind];
  if (!back) return false;
  allow(canEditTask(ctx.actor, task), MAY_NOT);
  await back(ctx, task, line);
  return true;
}

/** The task blocks another one again, or no longer; or is blocked by it. */
async function linkBack(ctx: Ctx, { id }: TaskFacts, { data }: HistoryLine): Promise<void> {
  const { relation, other, added } = dependencyEvents['dependency.changed'].data.parse(data);
  if (!other || !(await ctx.db.task.count({ where: { id: other, deletedAt: null } }))) throw gone('The other task');
  const link = relation === 'blocks' ? { task_id: id, blocks_id: other } : { task_id: other, blocks_id: id };
  const held = await ctx.db.dependency.count({ where: { taskId: link.task_id, blocksId: link.blocks_id } });
  if (held > 0 !== added) throw since('The dependency');
  await (added ? removeDependency : addDependency)(ctx, link);
}

/** A line of the checklist is ticked, or says, what it did; is there again, or no longer. */
async function checklistBack(ctx: Ctx, task: TaskFacts, { data }: HistoryLine): Promise<void> {
  const line = checklistEvents['checklist.changed'].data.parse(data);
  const { change, title, from, item: id = '', done = false, after = null } = line;
  const lines = await checklistOf(ctx, task.id);
  if (change === 'added') return linesAway(ctx, lines, line);
  const item = lines.find(({ _id }) => _id === id);
  if (change === 'removed') {
    if (item) throw since('The line');
    return void (await returnChecklistItem(ctx, task.id, { id, title, done, after }));
  }
  if (!item) throw gone('The line');
  const renamed = change === 'renamed';
  if (renamed ? item.title !== title : item.done !== (change === 'done')) throw since('The line');
  await editChecklistItem(ctx, { id, version: item.version, ...(renamed ? { title: from } : { done: !item.done }) });
}

type Added = { title: string; items?: string[]; done?: boolean };

async function linesAway(ctx: Ctx, lines: readonly RankedItem[], { title, items = [], done = false }: Added) {
  const added = lines.filter(({ _id }) => items.includes(_id));
  // Of several the history knows the first title alone: then none may have been changed.
  const same = (one: RankedItem) => one.done === done && (items.length > 1 ? one.version === 1 : one.title === title);
  if (added.length < items.length || !added.every(same)) throw since(items.length > 1 ? 'The lines' : 'The line');
  for (const { _id: id } of added) await deleteChecklistItem(ctx, { id });
}

const HOW = 'How it repeats';

/** The rule that was before, or none. */
async function repetitionBack(ctx: Ctx, task: TaskFacts, { data }: HistoryLine): Promise<void> {
  const { rule, mode, from } = recurrenceEvents['recurrence.set'].data.parse(data);
  const now = await recurrenceOf(ctx, task.id);
  if (!now || now.made || now.rule !== rule || now.mode !== mode) throw since(HOW);
  if (from) await editRecurrence(ctx, { id: now.id, version: now.version, ...from });
  else await stopRecurrence(ctx, { id: now.id });
}

async function againBack(ctx: Ctx, task: TaskFacts, { data }: HistoryLine): Promise<void> {
  const { rule = '', mode = 'completion' } = recurrenceEvents['recurrence.stopped'].data.parse(data);
  const now = await recurrenceOf(ctx, task.id);
  if (now && !now.made) throw since(HOW);
  await repeatTask(ctx, { task_id: task.id, rule, mode });
}

/** A day that was left out is made, or one that came back is left out. */
async function dayBack(ctx: Ctx, task: TaskFacts, { kind, data }: HistoryLine): Promise<void> {
  const { day } = recurrenceEvents['recurrence.skipped'].data.parse(data);
  const now = await recurrenceOf(ctx, task.id);
  if (!now || now.made) throw since(HOW);
  if (kind === 'recurrence.skipped') return void (await returnRepetition(ctx, { id: now.id, day }));
  if (now.next_on !== day) throw since(HOW);
  await skipRecurrence(ctx, { id: now.id, version: now.version });
}

/** Into the bin, or out of it. */
async function fileBack(ctx: Ctx, _task: TaskFacts, { kind, data }: HistoryLine): Promise<void> {
  const { file_id: id } = fileEvents['file.deleted'].data.parse(data);
  const { deleted } = await fileFacts(ctx, id);
  if (deleted !== (kind === 'file.deleted')) throw since('The file');
  await (deleted ? restoreFile : deleteFile)(ctx, { id });
}
