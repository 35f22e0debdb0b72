import 'server-only';
import type { CustomInput } from '@/lib/custom-field/schema';
import { allow, DomainError, invalidField } from '@/lib/errors';
import type { Ctx } from '@/lib/org';
import { mayEver } from '@/lib/permission/policy';
import { editTask } from '@/lib/task/commands';
import { deleteTask, restoreTask } from '@/lib/task/commands.bin';
import { cardsById, getCard } from '@/lib/task/queries';
import { type TaskFacts, taskFacts } from '@/lib/task/queries.facts';
import { inLockOrder } from '@/lib/task/queries.write';
import { type EditTask, MOST_ASSIGNEES } from '@/lib/task/schema';
import { MOST_LABELS } from '@/lib/task/vocabulary';
import type { ChangedTasks, ChangeTasks } from '@/lib/task-array/schema';
import { transferTask } from '@/lib/task-transfer/commands';
import type { TransferredTask } from '@/lib/task-transfer/schema';

/** How often a task is tried again that somebody else changes at the same moment. */
const TRIES = 3;

const MOST = {
  label_ids: { count: MOST_LABELS, words: `At most ${MOST_LABELS} labels.` },
  assignee_ids: { count: MOST_ASSIGNEES, words: `At most ${MOST_ASSIGNEES} people.` },
};

/**
 * Each task by its own rules: what one refuses does not hold up the others. The last write wins, unless something is
 * `expected`, so the same call again changes nothing.
 */
export async function changeTasks(ctx: Ctx, input: ChangeTasks): Promise<ChangedTasks> {
  allow(mayEver(ctx.actor, input.set ? 'task.assign' : 'task.delete'));
  const asked = [...new Set(input.task_ids)];
  const refused = new Map<string, DomainError>();
  const losses = new Map<string, TransferredTask['loses']>();
  for (const id of await inLockOrder(ctx, asked)) {
    const error = await refusal(async () => {
      if (!input.dry_run) return change(ctx, id, input);
      const lost = await lossesOf(ctx, id, input.set?.project_id);
      if (lost) losses.set(id, lost);
    });
    if (error) refused.set(id, error);
  }
  await ctx.settle();
  const cards = new Map((await cardsById(ctx, asked)).map((card) => [card._id, card]));
  return {
    done: asked.length - refused.size,
    refused: refused.size,
    tasks: asked.map((id) => {
      const error = refused.get(id);
      const card = cards.get(id) ?? null;
      const loses = losses.get(id);
      return {
        _id: id,
        done: !error,
        ...(error && { code: error.code, reason: error.message }),
        ...(loses && { loses }),
        card,
      };
    }),
  };
}

async function change(ctx: Ctx, id: string, { set, expected, restore }: ChangeTasks): Promise<void> {
  if (!set) await (restore ? restoreTask(ctx, { id }) : deleteTask(ctx, { id }));
  else {
    const { project_id: projectId, ...fields } = set;
    // Refused before its fields are written: a task is changed as a whole or not at all.
    const lost = await lossesOf(ctx, id, projectId);
    const edit = await editOf(ctx, id, fields, expected);
    if (Object.values(fields).some((value) => value !== undefined))
      await editTask(ctx, { id, ...edit, undo: expected !== undefined }, async () => null);
    if (lost && projectId) await transferTask(ctx, { id, project_id: projectId, dry_run: false });
  }
}

/** What it would lose in that project; null where it is there already. */
async function lossesOf(ctx: Ctx, id: string, projectId: string | undefined): Promise<TransferredTask['loses'] | null> {
  if (!projectId || (await getCard(ctx, { id })).project_id === projectId) return null;
  return (await transferTask(ctx, { id, project_id: projectId, dry_run: true })).loses;
}

type Fields = Omit<NonNullable<ChangeTasks['set']>, 'project_id'>;

/** What a task is given, from what it has now; by its version then, so that nobody comes in between. */
async function editOf(
  ctx: Ctx,
  id: string,
  { add_label_ids, remove_label_ids, add_assignee_ids, remove_assignee_ids, ...fields }: Fields,
  expected: ChangeTasks['expected'],
): Promise<Partial<EditTask>> {
  const labels = add_label_ids || remove_label_ids;
  const people = add_assignee_ids || remove_assignee_ids;
  if (!labels && !people && !expected) return fields;
  const task = await taskFacts(ctx, id);
  if (expected && !task.deleted) {
    refuseOther(task, expected, fields);
    if (expected.custom) await refuseOtherValues(ctx, id, expected.custom, fields.custom);
  }
  const label_ids = labels && adjusted('label_ids', await labelIdsOf(ctx, id), add_label_ids, remove_label_ids);
  const assignee_ids = people && adjusted('assignee_ids', task.assigneeIds, add_assignee_ids, remove_assignee_ids);
  return { ...fields, ...(label_ids && { label_ids }), ...(assignee_ids && { assignee_ids }), version: task.version };
}

async function labelIdsOf({ db }: Ctx, taskId: string): Promise<string[]> {
  const held = await db.taskLabel.findMany({ where: { taskId, label: { deletedAt: null } } });
  return held.map(({ labelId }) => labelId);
}

/** A task that has too many already may still lose some. */
function adjusted(
  field: 'label_ids' | 'assignee_ids',
  held: readonly string[],
  add: readonly string[] = [],
  remove: readonly string[] = [],
): string[] {
  const ids = [...new Set([...held, ...add])].filter((id) => !remove.includes(id));
  const most = MOST[field];
  if (ids.length > most.count && ids.length > held.length) throw invalidField(`add_${field}`, most.words);
  return ids;
}

const others = () => new DomainError('conflict', 'Somebody else changed it in the meantime.');

async function refuseOtherValues(ctx: Ctx, id: string, expected: CustomInput, set: CustomInput = {}): Promise<void> {
  const { custom = {} } = await getCard(ctx, { id });
  for (const [field, value] of Object.entries(expected)) {
    const now = custom[field] ?? null;
    if (now !== value && now !== (set[field] ?? null)) throw others();
  }
}

/** What is as it is to be was not changed by anybody else, or not to something else. */
function refuseOther(
  task: TaskFacts,
  { custom: _values, ...expected }: NonNullable<ChangeTasks['expected']>,
  set: Fields,
): void {
  const now = {
    status: task.status,
    priority: task.priority,
    category_id: task.categoryId,
    milestone_id: task.milestoneId,
    start_date: task.startDate,
    due_date: task.dueDate,
    audience: task.audience,
  };
  for (const field of Object.keys(expected) as (keyof typeof now)[])
    if (expected[field] !== undefined && now[field] !== expected[field] && now[field] !== set[field]) throw others();
}

async function refusal(work: () => Promise<unknown>, tries = TRIES): Promise<DomainError | null> {
  try {
    await work();
    return null;
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    const isStale = error.code === 'conflict' && 'current' in error.details;
    return isStale && tries > 1 ? refusal(work, tries - 1) : error;
  }
}
