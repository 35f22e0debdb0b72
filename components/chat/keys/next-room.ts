import type { RoomRecord } from '@/lib/room/schema';
import { isUnread } from '../unread';

type Listed = Pick<RoomRecord, '_id' | 'unread_count' | 'mention_count' | 'muted'>;

/** The room below (1) or above (−1) the current one, from the end on to the beginning; null: there is no other. */
export function nextRoom(
  rooms: readonly Listed[],
  current: string | null,
  step: 1 | -1,
  unreadOnly: boolean,
): string | null {
  const at = rooms.findIndex(({ _id }) => _id === current);
  const behind = [...rooms.slice(at + 1), ...rooms.slice(0, Math.max(0, at))];
  const inOrder = step > 0 ? behind : behind.toReversed();
  return inOrder.find((room) => !unreadOnly || isUnread(room))?._id ?? null;
}
