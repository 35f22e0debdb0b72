import type { RoomRecord } from '@/lib/room/schema';

type Counted = Pick<RoomRecord, 'unread_count' | 'mention_count' | 'muted'>;

/** A muted room counts only where the viewer is called; in a thread that does not make the room unread. */
export const isUnread = ({ unread_count, mention_count, muted }: Counted): boolean =>
  mention_count > 0 || (unread_count > 0 && !muted);

export const unreadRooms = (rooms: readonly Counted[] | undefined): number => rooms?.filter(isUnread).length ?? 0;
