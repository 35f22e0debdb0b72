/** Permissions document, rows 25 to 33. Runs in the browser too. */
import { type Actor, canBringBack, may, mayEver } from '@/lib/permission/policy';
import { type Role, scopeOf } from '@/lib/permission/schema';
import type { TaskRights } from '@/lib/task/schema';

export type RuledTask = {
  projectId: string;
  createdById: string | null;
  assigneeIds: readonly string[];
  audience: string;
};

export const canCreateTask = (actor: Actor, projectId: string): boolean =>
  scopeOf(actor.role, 'task.create') === 'all' ||
  (may(actor, 'task.create', { projectId }) && isMember(actor, projectId));

/** An archived project takes no new or restored tasks; existing ones can still be changed. */
export const takesNewTasks = ({ status }: { status: string }) => status !== 'archived';
export const ARCHIVED = 'This project is archived. Reopen it first, then add the task.';

/** A user: what it created or is assigned to. */
export const canEditTask = (actor: Actor, task: RuledTask): boolean => may(actor, 'task.edit', task);
export const canMoveTask = (actor: Actor, task: RuledTask): boolean => may(actor, 'task.move', task);

/** A user: itself on any task of its projects, others on what it created. `changed`: who is added or removed. */
export function canAssign(actor: Actor, task: RuledTask, changed: readonly string[]): boolean {
  if (!mayEver(actor, 'task.assign')) return false;
  return may(actor, 'task.assign', authored(task)) || changed.every((memberId) => memberId === actor.memberId);
}

/** A user: what it created. */
export const canDeleteTask = (actor: Actor, task: RuledTask): boolean => may(actor, 'task.delete', authored(task));
/** Out of the bin. */
export const canRestoreTask = (actor: Actor, task: RuledTask, deletedById: string | null): boolean =>
  canDeleteTask(actor, task) && canBringBack(actor, deletedById);
/** For good: the project's leader, and roles that manage all projects. */
export const canPurgeTask = (actor: Actor, { leaderId }: { leaderId: string | null }): boolean =>
  may(actor, 'task.purge', { leaderId });
export const canSetAudience = (actor: Actor, task: RuledTask): boolean => may(actor, 'task.audience', authored(task));

/** A client: where the task is visible to clients. */
export const canComment = (actor: Actor, task: RuledTask): boolean => may(actor, 'comment.add', task);

/** For screens. A task in the bin, `bin`, can only be restored (which `delete` says then) or purged. */
export function taskRights(
  actor: Actor,
  task: RuledTask,
  bin: { deletedById: string | null } | null = null,
): TaskRights {
  const binned = bin !== null;
  return {
    edit: !binned && canEditTask(actor, task),
    move: !binned && canMoveTask(actor, task),
    assign: !binned && may(actor, 'task.assign', authored(task)),
    assign_self: !binned && canAssign(actor, task, [actor.memberId]),
    delete: bin ? canRestoreTask(actor, task, bin.deletedById) : canDeleteTask(actor, task),
    audience: !binned && canSetAudience(actor, task),
    comment: !binned && canComment(actor, task),
  };
}

const isMember = (actor: Actor, projectId: string) => actor.projectIds.includes(projectId);

/** Without assignees: being assigned is not owning. */
const authored = ({ projectId, createdById, audience }: RuledTask) => ({ projectId, createdById, audience });

type Person = { role: Role; active: boolean; member: boolean };

export const SEES_EVERY_PROJECT: readonly Role[] = ['admin', 'subadmin', 'observer'];
export const NEVER_ASSIGNED: readonly Role[] = ['client', 'observer'];

/** Approved, active people of the team who see the project. */
export const canBeAssigned = ({ role, active, member }: Person): boolean =>
  active && !NEVER_ASSIGNED.includes(role) && (member || SEES_EVERY_PROJECT.includes(role));

/** Whether the person may see a thing of that audience, so that a notice gives nothing away. */
export const hearsOf = ({ role, active, member }: Person, audience: string): boolean =>
  active && (member || SEES_EVERY_PROJECT.includes(role)) && (role !== 'client' || audience === 'client');

export const hearingAmong = (people: readonly (Person & { id: string })[], audience: string) =>
  new Set(people.filter((person) => hearsOf(person, audience)).map(({ id }) => id));

type Watched = {
  createdById: string | null;
  assigneeIds: readonly string[];
  watchers: readonly { id: string; watching: boolean }[];
};

/** Whom a task is to be told: its creator, assignees, watchers and `others`, except who chose not to. */
export function concernedBy({ createdById, assigneeIds, watchers }: Watched, others: readonly string[] = []): string[] {
  const not = new Set(watchers.filter(({ watching }) => !watching).map(({ id }) => id));
  const all = new Set([
    ...(createdById ? [createdById] : []),
    ...assigneeIds,
    ...watchers.map(({ id }) => id),
    ...others,
  ]);
  return [...all].filter((one) => !not.has(one));
}
