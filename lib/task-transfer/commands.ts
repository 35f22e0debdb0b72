import 'server-only';
import { allow, DomainError, invalidField, notFound, stale } from '@/lib/errors';
import type { Ctx } from '@/lib/org';
import { changeAssignees } from '@/lib/task/assignment';
import { ARCHIVED, canBeAssigned, canCreateTask, canDeleteTask, takesNewTasks } from '@/lib/task/policy';
import { getCard } from '@/lib/task/queries';
import { projectFacts, taskFacts } from '@/lib/task/queries.facts';
import { dropValues, valuesLost } from '@/lib/task/queries.values';
import { lockTree, type MovingTask, moveToProject, readTree } from '@/lib/task-transfer/queries';
import type { TransferredTask, TransferTask } from '@/lib/task-transfer/schema';

/** Tasks that move at once. */
const MOST = 200;

/** Without `version` the task is taken as it is. */
type Transfer = Omit<TransferTask, 'version'> & { version?: number };

/**
 * Moves a task, and those below it, into another project, at the end of their columns and with numbers of that project.
 * It leaves its parent and the people who are not in that project's team, and becomes internal: other clients are there.
 * With `dry_run` nothing changes.
 * @throws forbidden for tasks that the caller may not delete, or where it may not create
 * @throws conflict for a stale version, a task in the bin or an archived project
 */
export async function transferTask(ctx: Ctx, input: Transfer): Promise<TransferredTask> {
  const task = await taskFacts(ctx, input.id);
  if (task.deleted)
    throw canDeleteTask(ctx.actor, task)
      ? new DomainError('conflict', 'This task is in the bin. Restore it first.')
      : notFound('The task');
  const tree = await readTree(ctx, task.id, MOST);
  const people = [...new Set(tree.flatMap(({ assignees }) => assignees.map(({ _id }) => _id)))];
  const target = await projectFacts(ctx, input.project_id, { memberIds: people });
  if (target.id === task.projectId) throw invalidField('project_id', 'The task is in this project already.');
  allow(canCreateTask(ctx.actor, target.id), 'You cannot create tasks in that project.');
  for (const one of tree)
    allow(canDeleteTask(ctx.actor, ruled(one)), `You can only move tasks that you created; ${one.key} is not.`);
  if (tree.length > MOST)
    throw new DomainError('conflict', `More than ${MOST} tasks are below it. Move some of them first.`);
  if (!takesNewTasks(target)) throw new DomainError('conflict', ARCHIVED);
  const before = await getCard(ctx, { id: task.id });
  if ((input.version ?? task.version) !== task.version) throw stale(before);

  const fit = new Set(target.people.filter(canBeAssigned).map(({ id }) => id));
  const unfit = new Map(
    tree.flatMap(({ assignees }) => assignees.filter(({ _id }) => !fit.has(_id)).map((one) => [one._id, one] as const)),
  );
  // Locks the whole tree before the first task moves; a retry could not repair a tree split over two projects.
  if (!input.dry_run && !(await lockTree(ctx, tree, MOST))) return transferTask(ctx, input);
  const values = await valuesLost(
    ctx,
    tree.map(({ id }) => id),
    target.id,
  );
  if (!input.dry_run) await moveTree(ctx, tree, { id: target.id, unfit, values });
  return {
    moved: !input.dry_run,
    task: input.dry_run ? before : await getCard(ctx, { id: task.id }),
    former_key: task.key,
    subtasks: tree.length - 1,
    loses: {
      assignees: [...unfit.values()],
      parent: before.parent,
      milestone: before.milestone ?? null,
      clients: tree.some(({ shared }) => shared),
      fields: [...new Set(values.map(({ name }) => name))],
      each: tree.map(({ id, assignees, shared }) => ({
        _id: id,
        assignees: assignees.filter(({ _id }) => unfit.has(_id)).length,
        clients: shared,
        fields: values.filter(({ task_id }) => task_id === id).length,
      })),
    },
  };
}

type Target = {
  id: string;
  unfit: ReadonlyMap<string, unknown>;
  values: readonly { task_id: string; field_id: string }[];
};

async function moveTree(ctx: Ctx, tree: readonly MovingTask[], target: Target): Promise<void> {
  // What happened before is written while the tasks are still there.
  await ctx.settle();
  for (const [at, one] of tree.entries()) {
    const version = await moveToProject(ctx, one, target.id, at === 0);
    if (version === null) throw stale(await getCard(ctx, { id: one.id }));
    const moved = { id: one.id, projectId: target.id, audience: 'internal', version };
    ctx.happened('task.left', { ...one, version }, { task: `${one.key} ${one.title}` });
    ctx.happened('task.transferred', moved, { from: one.key });
    const removed = one.assignees.map(({ _id }) => _id).filter((id) => target.unfit.has(id));
    await changeAssignees(ctx, moved, { added: [], removed });
    const lost = target.values.filter(({ task_id }) => task_id === one.id);
    await dropValues(
      ctx,
      moved,
      lost.map(({ field_id }) => field_id),
    );
  }
}

const ruled = ({ assignees, ...task }: MovingTask) => ({ ...task, assigneeIds: assignees.map(({ _id }) => _id) });
