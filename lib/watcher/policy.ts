/** Decisions: work. Runs anywhere. */
import type { Actor } from '@/lib/permission/policy';
import { canAssign, type RuledTask } from '@/lib/task/policy';

/** Whoever sees a task watches it or not; others are made watchers by who may assign them. */
export const canSetWatcher = (actor: Actor, task: RuledTask, memberId: string): boolean =>
  memberId === actor.memberId || canAssign(actor, task, [memberId]);
