import 'server-only';
import type { z } from 'zod';
import { allow, DomainError, notFound } from '@/lib/errors';
import { mergeTexts } from '@/lib/markdown/merge-texts';
import type { Ctx } from '@/lib/org';
import { editTask } from '@/lib/task/commands';
import { taskEvents } from '@/lib/task/events';
import { canEditTask } from '@/lib/task/policy';
import { getCard, getTask } from '@/lib/task/queries';
import { type TaskFacts, taskFacts } from '@/lib/task/queries.facts';
import { withoutRules } from '@/lib/task/queries.undo';
import { EditTask, type TaskDetail } from '@/lib/task/schema';
import { undoPart } from '@/lib/task-undo/commands.parts';
import {
  categoryNamed,
  descriptionAfter,
  gone,
  type HistoryLine,
  historyLine,
  MAY_NOT,
  milestoneNamed,
  since,
  taskOfKey,
} from '@/lib/task-undo/queries';
import type { UndoActivity } from '@/lib/task-undo/schema';
import { isUndoable } from '@/lib/task-undo/vocabulary';

type Back = Partial<Record<keyof EditTask, unknown>>;

/** Puts back what the line says was before, as a change of its own. `conflict` where something else is there by now. */
export async function undoActivity(ctx: Ctx, { id }: UndoActivity): Promise<TaskDetail> {
  const line = await historyLine(ctx, id);
  const task = await taskFacts(ctx, line.taskId);
  if (task.deleted) throw notFound('The task');
  allow(canEditTask(ctx.actor, task), MAY_NOT);
  if (!isUndoable(line)) throw new DomainError('conflict', 'This cannot be undone.');
  await withoutRules(ctx);
  if (await undoPart(ctx, task, line)) return getTask(ctx, { id: task.id });
  const { field } = line.data;
  const fields = field === 'description' ? await textBack(ctx, task, { id, line }) : await changeBack(ctx, task, line);
  return editTask(ctx, EditTask.parse({ id: task.id, version: task.version, ...fields, undo: true }), getTask);
}

async function changeBack(ctx: Ctx, task: TaskFacts, { kind, data }: HistoryLine): Promise<Back> {
  switch (kind) {
    case 'task.edited':
      return fieldBack(ctx, task, taskEvents['task.edited'].data.parse(data));
    case 'task.assigned': {
      const { added, removed } = data as { added: string[]; removed: string[] };
      return { assignee_ids: without(task.assigneeIds, added, removed, 'Who works on it') };
    }
    case 'task.labelled': {
      const { added, removed } = taskEvents['task.labelled'].data.parse(data);
      const held = await ctx.db.taskLabel.findMany({ where: { taskId: task.id, label: { deletedAt: null } } });
      const ids = (labels: typeof added) => labels.map(({ _id }) => _id);
      const now = held.map(({ labelId }) => labelId);
      return { label_ids: without(now, ids(added), ids(removed), 'The labels') };
    }
    case 'task.field': {
      const { field, from, to } = taskEvents['task.field'].data.parse(data);
      const plain = (value: typeof from) => (typeof value === 'object' ? (value?._id ?? null) : value);
      const held = (await getCard(ctx, { id: task.id })).custom?.[field._id] ?? null;
      if (held !== plain(to)) throw since(field.name);
      return { custom: { [field._id]: plain(from) } };
    }
    case 'task.audience': {
      const { from, to } = taskEvents['task.audience'].data.parse(data);
      if (task.audience !== to) throw since('Who sees it');
      return { audience: from };
    }
    default: {
      const { from, to } = taskEvents['task.moved'].data.parse(data);
      if (task.status !== to) throw since('The status');
      return { status: from };
    }
  }
}

/** What was there before `added` came and `removed` went; refused where one of them came or went again. */
function without(now: readonly string[], added: readonly string[], removed: readonly string[], what: string): string[] {
  if (!added.every((id) => now.includes(id)) || removed.some((id) => now.includes(id))) throw since(what);
  return [...now.filter((id) => !added.includes(id)), ...removed];
}

/** What others changed since stays, where it is not on the same lines. */
async function textBack(ctx: Ctx, task: TaskFacts, { id, line }: { id: string; line: HistoryLine }): Promise<Back> {
  if (line.earlier === null) throw gone('The earlier text');
  const { text, clean } = mergeTexts(
    (await descriptionAfter(ctx, id)) ?? task.description,
    task.description,
    line.earlier,
  );
  if (!clean || text === task.description) throw since('The description');
  return { description: text };
}

type Edited = z.output<(typeof taskEvents)['task.edited']['data']>;

async function fieldBack(ctx: Ctx, task: TaskFacts, { field, from = null, to = null }: Edited): Promise<Back> {
  const [now, what] = {
    title: [task.title, 'The title'],
    priority: [task.priority, 'The priority'],
    start_date: [task.startDate, 'The start date'],
    due_date: [task.dueDate, 'The due date'],
    estimate_minutes: [task.estimateMinutes, 'The estimate'],
    category: [task.categoryName, 'The category'],
    milestone: [task.milestoneName, 'The milestone'],
    parent: [task.parentKey, 'The parent'],
  }[field as Exclude<typeof field, 'description'>] as [unknown, string];
  if (now !== to) throw since(what);
  if (field !== 'category' && field !== 'milestone' && field !== 'parent') return { [field]: from };
  if (from === null) return { [`${field}_id`]: null };
  const find = { category: categoryNamed, milestone: milestoneNamed, parent: taskOfKey }[field];
  const id = await find(ctx, String(from), task.projectId);
  if (!id) throw gone(field === 'parent' ? String(from) : `The ${field} ${from}`);
  return { [`${field}_id`]: id };
}
