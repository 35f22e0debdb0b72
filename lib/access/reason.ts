/** What the database answered, in words. Runs anywhere. */
import type { AccessRecord } from '@/lib/access/schema';
import { type Action, type Role, scopeOf } from '@/lib/permission/schema';

export type Thing = {
  kind: 'task' | 'file' | 'room' | 'meeting';
  /** Of a room; of a file on a message, `draft` or `request` what it hangs on. */
  of: string | null;
  inProject: boolean;
};

/** As each was asked of the policies: see `access_of`. */
export type Asked = {
  role: Role;
  approval: number;
  deactivated: boolean;
  sees: boolean;
  without: boolean;
  joined: boolean;
  team: boolean;
  both: boolean;
};

const EVERY_PROJECT: Partial<Record<Role, string>> = {
  admin: 'Admins see every project',
  subadmin: 'Sub-admins see every project',
  observer: 'Observers read every project',
};
const HANGS_ON: Record<string, string> = {
  draft: 'Only who uploaded it sees a draft',
  message: 'It hangs on a message that they do not read',
  request: 'A request is between its author and the team',
};

export function reasonOf(thing: Thing, one: Asked): string {
  if (one.deactivated) return 'Deactivated: sees nothing of the organisation';
  if (one.approval === 2) return 'Waits for approval: sees nothing of the organisation';
  if (one.approval !== 1) return 'Was not let in: sees nothing of the organisation';
  if (one.sees) return whySeen(thing, one);
  if (thing.kind === 'meeting' && one.role === 'client' && !one.team) return 'Is a client, and was not invited';
  if (thing.kind === 'meeting' && !thing.inProject) return 'Was not invited';
  if (one.joined) return 'Is not in the project';
  if (one.team) return 'Is a client, and this is internal';
  if (one.both) return 'Is a client who is not in the project, and this is internal';
  if (thing.kind === 'room' && !thing.inProject && thing.of !== 'organisation') return 'Does not take part in it';
  return HANGS_ON[thing.of ?? ''] ?? 'Their role does not see it';
}

function whySeen({ kind, of, inProject }: Thing, { role, without }: Asked): string {
  if (kind === 'room' && !inProject) return of === 'organisation' ? 'Is of the team' : 'Takes part in it';
  if (of === 'draft') return 'Uploaded it, and has not attached it yet';
  if (of === 'message') return 'Reads the message that it hangs on';
  if (kind === 'meeting' && (role === 'client' || !inProject)) return EVERY_PROJECT[role] ?? 'Is invited';
  if (!inProject) return 'Is of the team';
  if (without && EVERY_PROJECT[role]) return EVERY_PROJECT[role];
  if (role !== 'client') return 'Is in the project';
  return of === 'request' ? 'Asked for it' : 'Is a client of the project, and it is shared with clients';
}

/** What a list or an archive is read by. */
const TAKEN_BY: Partial<Record<Thing['kind'], Action>> = {
  task: 'task.view',
  file: 'file.view',
  meeting: 'meeting.view',
};

/** Each passes the same policies: nothing leaves by one of them that its reader does not see. */
export function doorsOf({ kind }: Thing, { role, sees }: Pick<Asked, 'role' | 'sees'>): AccessRecord['doors'] {
  const action = TAKEN_BY[kind];
  return {
    screen: sees,
    // Nobody is told of rooms that they only read.
    email: sees && (kind !== 'room' || role !== 'observer'),
    feed: sees && kind !== 'room',
    export: sees && action !== undefined && scopeOf(role, action) !== 'none',
  };
}
