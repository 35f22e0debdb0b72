import type { Actor } from '@/lib/permission/policy';
import { canCreateTask, taskRights } from '@/lib/task/policy';
import type { TaskCard, TaskRights } from '@/lib/task/schema';

/** The viewer, as far as a screen needs it to draw no button that would be refused. */
export type Viewer = Actor;

/** What the viewer may do with a task. The server decides again. */
export const rightsOn = (viewer: Viewer, card: TaskCard): TaskRights =>
  taskRights(viewer, {
    projectId: card.project_id,
    createdById: card.created_by_id,
    assigneeIds: card.assignees.map(({ _id }) => _id),
    audience: card.audience,
  });

export const mayCreateIn = (viewer: Viewer, projectId: string): boolean => canCreateTask(viewer, projectId);

/** Nobody of this role ever changes a task. */
export const readsOnly = (viewer: Viewer): boolean => viewer.role === 'client' || viewer.role === 'observer';

/** Why the viewer may not move or edit a task, in words for the viewer. */
export function whyNot(viewer: Viewer): string {
  switch (viewer.role) {
    case 'client':
      return 'Read only: the team moves tasks.';
    case 'observer':
      return 'Read only: observers can read but not change.';
    case 'user':
      return 'You can change tasks that you created or that are assigned to you.';
    default:
      return 'You can change tasks in projects you are a member of.';
  }
}
