/** What a row of the inbox is about, for the list, emails, push and Today. Runs anywhere. */
import { bidi, isolated } from '@/lib/bidi';
import type { NotificationRecord } from '@/lib/notification/schema';

type Row = Pick<NotificationRecord, 'kind' | 'actor' | 'task' | 'room' | 'data' | 'page'>;

/** Of the same thing come together. */
export const subjectIn = ({ _id, room, task, data }: NotificationRecord): string =>
  room?._id ?? task?._id ?? requestIn({ data }) ?? projectIn(data)?._id ?? _id;

/** Null if it is about no project, or one that is gone. */
function projectIn(data: Row['data']): { _id: string; key: string; name: string } | null {
  const { _id, key, name } = (data.project ?? {}) as Record<string, unknown>;
  return typeof _id === 'string' && typeof key === 'string' && typeof name === 'string' ? { _id, key, name } : null;
}

const idIn = (data: Row['data'], name: string): string | null => {
  const id = data[name];
  return typeof id === 'string' && id ? id : null;
};

/** The comment or message that it tells of. */
export const commentIn = ({ data }: Pick<Row, 'data'>): string | null => idIn(data, 'comment_id');
/** The client's request that it tells of. */
export const requestIn = ({ data }: Pick<Row, 'data'>): string | null => idIn(data, 'request_id');
const messageIn = ({ data }: Pick<Row, 'data'>): string | null => idIn(data, 'message_id');
export const threadIn = ({ data }: Pick<Row, 'data'>): string | null => idIn(data, 'thread_id');

/** What nobody did: a task that is due. */
const OF_ITSELF: readonly string[] = ['task.due_soon', 'task.overdue'];

/** The rule that wrote the comment it tells of. */
export const ruleIn = ({ data }: Pick<Row, 'data'>): string | null => idIn(data, 'by_rule');

/** Whom the words follow. */
export function whoIn(row: Pick<Row, 'kind' | 'actor' | 'data'>): string {
  const rule = ruleIn(row);
  if (rule !== null) return `Rule “${isolated(rule)}”`;
  if (OF_ITSELF.includes(row.kind)) return 'This task';
  if (row.kind === 'meeting.reminder') return 'The calendar';
  // Clients know only their contacts by name.
  return isolated(row.actor?.name) ?? 'Somebody in the team';
}

/** The task with its key, the room or the project. */
export const aboutIn = ({ task, room, data }: Row): string | null =>
  task ? bidi`${task.key} ${task.title}` : isolated(room?.name ?? projectIn(data)?.name ?? null);

/** The page it leads to; null: there is none. */
export function pageIn(row: Row): string | null {
  const { task, room, data, page } = row;
  const message = messageIn(row);
  const comment = commentIn(row);
  if (room) return `chat?room=${room._id}${message ? `&message=${message}` : ''}`;
  if (task) return `taskpage?task=${task.key}${comment ? `&comment=${comment}` : ''}`;
  const project = projectIn(data);
  const request = requestIn(row);
  if (project && request) return `projectdetails?project=${project.key}&tab=requests&request=${request}`;
  const file = idIn(data, 'file_id');
  if (project && file) return `file_manager?project=${project.key}&file=${file}`;
  const meeting = idIn(data, 'meeting_id');
  if (meeting) return `meeting?meeting=${meeting}`;
  return project ? `projectdetails?project=${project.key}` : page;
}
