import { PROJECT_STATUS_LABEL } from '@/lib/project/vocabulary';
import type { ActivityRecord } from '@/lib/task/schema';
import { statusOf } from '@/lib/task/vocabulary';

type Told = Pick<ActivityRecord, 'kind' | 'data'>;

const text = (value: unknown) => (typeof value === 'string' ? value : null);

function taskStatus(value: unknown): string | null {
  const code = Number(value);
  return code >= 1 && code <= 5 ? statusOf(code).label : text(value);
}

/** The middle of a sentence: who … what. "moved to Testing", "commented on", "changed the due date of". */
export function activityVerb({ kind, data }: Told): string {
  switch (kind) {
    case 'task.created':
      return 'created';
    case 'task.moved':
    case 'task.status': {
      const to = taskStatus(data.to ?? data.status);
      return to ? `moved to ${to}:` : 'moved';
    }
    case 'task.deleted':
      return 'deleted';
    case 'task.restored':
      return 'restored';
    case 'task.assigned':
      return 'changed the people of';
    case 'comment.added':
      return 'commented on';
    case 'comment.edited':
    case 'comment.changed':
      return 'edited a comment on';
    case 'comment.deleted':
      return 'deleted a comment on';
    case 'project.created':
      return 'created the project';
    case 'project.edited':
      return 'changed the project';
    case 'project.members':
      return 'changed the members of the project';
    case 'project.leader':
      return 'changed the leader of the project';
    case 'project.status': {
      const to = PROJECT_STATUS_LABEL[data.to as keyof typeof PROJECT_STATUS_LABEL];
      return to ? `set the project to ${to}` : 'changed the status of the project';
    }
    default:
      return kind.startsWith('project.') ? 'changed the project' : 'changed';
  }
}
