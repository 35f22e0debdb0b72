import { roleLabel } from '@/components/ui/badge';
import type { NotificationRecord } from '@/lib/notification/schema';
import { ROLES_BY_RANK } from '@/lib/permission/rank';
import type { Role } from '@/lib/permission/schema';
import { statusOf } from '@/lib/task/vocabulary';

type Told = Pick<NotificationRecord, 'kind' | 'actor' | 'task' | 'data'>;

/** What happened, in one line without the task's title: "Maya Lindqvist assigned this to you". */
export function notificationWords({ kind, actor, data }: Told): string {
  const who = actor?.name ?? 'The team';
  switch (kind) {
    case 'task.assigned':
      return `${who} assigned this to you`;
    case 'task.mentioned':
      return `${who} mentioned you`;
    case 'task.commented':
      return `${who} commented`;
    case 'task.moved':
      return data.to
        ? `${who} moved this ${isBack(data) ? 'back to' : 'to'} ${statusOf(Number(data.to)).label}`
        : `${who} moved this`;
    case 'project.added':
      return `${who} added you to a project`;
    case 'project.deleted':
      return `${who} deleted a project`;
    case 'project.restored':
      return `${who} restored a project`;
    case 'project.leader':
      return `${who} made you the leader of a project`;
    case 'member.requested':
      return `${typeof data.name === 'string' ? data.name : who} asks to join`;
    case 'role.requested':
      return `${who} asks to be ${wordOf(data.role)}`;
    case 'role.changed':
      return `${who} made you ${wordOf(data.role)}`;
    case 'role.declined':
      return `${who} declined your request to be ${wordOf(data.role)}${typeof data.reason === 'string' ? `: ${data.reason}` : ''}`;
    case 'invitation.accepted':
      return `${who} accepted your invitation`;
    default:
      return `${who} changed this`;
  }
}

/** Backlogs has the highest code and is a way out, not a step ahead. */
const isBack = ({ from, to }: Told['data']) => Number(to) < Number(from) && Number(from) !== 5;

const ROLES: readonly unknown[] = ROLES_BY_RANK;
const wordOf = (role: unknown) => (ROLES.includes(role) ? roleLabel(role as Role) : 'something else');

/** The page of the organisation that a notification without task and project leads to. */
export const pageOf = (kind: string): string | null =>
  kind === 'member.requested' || kind === 'role.requested' || kind === 'invitation.accepted' ? 'userlist' : null;

/** The project that a notification speaks of, where it is about one rather than about a task. */
export function projectOf(data: Told['data']): { key: string; name: string } | null {
  const project = data.project as { key?: unknown; name?: unknown } | null | undefined;
  return typeof project?.key === 'string' && typeof project.name === 'string'
    ? { key: project.key, name: project.name }
    : null;
}
