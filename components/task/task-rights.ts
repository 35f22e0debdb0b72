import type { Actor } from '@/lib/permission/policy';
import { canCreateTask, taskRights } from '@/lib/task/policy';
import type { TaskCard, TaskRights } from '@/lib/task/schema';

export type Viewer = Actor;

export const rightsOn = (viewer: Viewer, card: TaskCard): TaskRights =>
  taskRights(viewer, {
    projectId: card.project_id,
    createdById: card.created_by_id,
    assigneeIds: card.assignees.map(({ _id }) => _id),
    audience: card.audience,
  });

export const mayCreateIn = (viewer: Viewer, projectId: string): boolean => canCreateTask(viewer, projectId);

export const readsOnly = (viewer: Viewer): boolean => viewer.role === 'client' || viewer.role === 'observer';

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
