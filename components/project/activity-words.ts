import { PROJECT_STATUS_LABEL } from '@/lib/project/vocabulary';
import type { ActivityRecord } from '@/lib/task/schema';
import { statusOf } from '@/lib/task/vocabulary';

type Told = Pick<ActivityRecord, 'kind' | 'data'>;

/** Names of fields as they stand on screen. */
const FIELD: Record<string, string> = {
  title: 'the title',
  name: 'the name',
  description: 'the description',
  priority: 'the priority',
  category_id: 'the category',
  start_date: 'the start',
  due_date: 'the due date',
  estimate_minutes: 'the estimate',
  type: 'the type',
  team_leader_id: 'the leader',
  tint: 'the colour',
};

const text = (value: unknown) => (typeof value === 'string' ? value : null);
const names = (value: unknown): string[] =>
  Array.isArray(value) ? value.flatMap((person: { name?: unknown }) => text(person?.name) ?? []) : [];

/** The middle of a sentence: who … what. "moved to Testing", "commented on", "changed the due date of". */
export function activityVerb({ kind, data }: Told): string {
  switch (kind) {
    case 'task.created':
      return 'created';
    case 'task.status':
      return `moved to ${statusOf(Number(data.to)).label}:`;
    case 'project.deleted':
      return `deleted the project ${text(data.name) ?? ''}`.trim();
    case 'project.restored':
      return `restored the project ${text(data.name) ?? ''}`.trim();
    case 'task.deleted':
      return 'deleted';
    case 'task.restored':
      return 'restored';
    case 'task.assigned':
      return 'changed the people of';
    case 'task.audience':
      return data.to === 'client' ? 'made visible to the client:' : 'made internal:';
    case 'task.edited':
      return `changed ${FIELD[text(data.field) ?? ''] ?? 'a field'} of`;
    case 'comment.added':
      return 'commented on';
    case 'comment.edited':
      return 'edited a comment on';
    case 'comment.deleted':
      return 'deleted a comment on';
    case 'project.created':
      return 'created the project';
    case 'project.edited': {
      const fields = Object.keys((data.changes as object | undefined) ?? {}).map((field) => FIELD[field] ?? field);
      return fields.length ? `changed ${listed(fields)} of the project` : 'changed the project';
    }
    case 'project.members': {
      const added = names(data.added);
      const removed = names(data.removed);
      const parts = [added.length && `added ${listed(added)}`, removed.length && `removed ${listed(removed)}`];
      return parts.filter(Boolean).join(' and ') || 'changed the members of the project';
    }
    case 'project.status': {
      const to = PROJECT_STATUS_LABEL[data.to as keyof typeof PROJECT_STATUS_LABEL];
      return to ? `set the project to ${to}` : 'changed the status of the project';
    }
    default:
      return kind.startsWith('project.') ? 'changed the project' : 'changed';
  }
}

/** "a", "a and b", "a, b and 3 more". */
function listed(words: readonly string[]): string {
  if (words.length <= 2) return words.join(' and ');
  return words.length === 3
    ? `${words[0]}, ${words[1]} and ${words[2]}`
    : `${words[0]}, ${words[1]} and ${words.length - 2} more`;
}
