import { type Actor, may } from '@/lib/permission/policy';
import type { Action } from '@/lib/permission/schema';
import type { TaskCard } from '@/lib/task/schema';

/** The viewer, as far as a screen needs it to draw no button that would be refused. */
export type Viewer = Actor & { readonly name?: string };

const targetOf = (card: TaskCard) => ({
  projectId: card.project_id,
  createdById: card.created_by_id,
  assigneeIds: card.assignees.map(({ _id }) => _id),
  audience: card.audience,
});

/** Whether the viewer may do this to that task. The server decides again. */
export const mayWith = (viewer: Viewer, action: Action, card: TaskCard): boolean => may(viewer, action, targetOf(card));

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
