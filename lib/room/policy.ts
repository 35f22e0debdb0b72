/** Permissions, rows 45 and 46. The policies of `room` and `message` say the same. Runs in the browser too. */
import { type Actor, may, mayEver } from '@/lib/permission/policy';
import type { RoomKind } from '@/lib/room/vocabulary';

/** A room that the caller sees. */
export type RuledRoom = { kind: RoomKind; projectId: string | null; leaderId: string | null; creatorId: string | null };

const isPrivate = ({ kind }: Pick<RuledRoom, 'kind'>): boolean => kind === 'group' || kind === 'direct';

export function canSend(actor: Actor, room: Pick<RuledRoom, 'kind' | 'projectId'>): boolean {
  if (isPrivate(room)) return mayEver(actor, 'chat.direct');
  const { projectId } = room;
  if (projectId === null) return actor.role !== 'client' && mayEver(actor, 'chat.send');
  return may(actor, 'chat.send', { projectId, audience: room.kind === 'project' ? 'internal' : 'client' });
}

/** Deleting what others wrote: in private rooms nobody. */
export const canModerate = (actor: Actor, { leaderId, ...room }: RuledRoom): boolean =>
  !isPrivate(room) && canSend(actor, room) && may(actor, 'comment.delete', { leaderId });

export const canRename = (actor: Actor, { kind }: Pick<RuledRoom, 'kind'>): boolean =>
  kind === 'group' && mayEver(actor, 'chat.direct');

/** Who made a group takes others out of it; everybody may leave. */
export const canRemove = (actor: Actor, { kind, creatorId }: Pick<RuledRoom, 'kind' | 'creatorId'>): boolean =>
  kind === 'group' && creatorId === actor.memberId;
