/** Decisions: work. Runs anywhere. */
import type { Actor } from '@/lib/permission/policy';
import { canEditTask, type RuledTask } from '@/lib/task/policy';

/** Whoever may change one of the two, and sees the other. */
export const canLinkTasks = (actor: Actor, ...tasks: RuledTask[]): boolean =>
  tasks.some((task) => canEditTask(actor, task));
