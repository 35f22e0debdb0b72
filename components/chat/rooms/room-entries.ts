import type { RoomRecord } from '@/lib/room/schema';
import { isUnread } from '../unread';

type Listed = Pick<
  RoomRecord,
  '_id' | 'kind' | 'project_id' | 'unread_count' | 'mention_count' | 'muted' | 'last_message'
>;

/** What stands in the list as one: the two rooms of a project, the team's first, or any other room alone. */
export type RoomEntry<Room extends Listed = RoomRecord> = readonly [Room, ...Room[]];

/** In the order of their first rooms. */
export function entriesOf<Room extends Listed>(rooms: readonly Room[]): RoomEntry<Room>[] {
  const entries = new Map<string, [Room, ...Room[]]>();
  for (const room of rooms) {
    const { _id, kind, project_id } = room;
    const key = (kind.startsWith('project') && project_id) || _id;
    const others = entries.get(key);
    if (!others) entries.set(key, [room]);
    else if (kind === 'project') others.unshift(room);
    else others.push(room);
  }
  return [...entries.values()];
}

/** Which of its rooms opens: where somebody waits to be read, else the first. */
export const openingOf = <Room extends Listed>(entry: RoomEntry<Room>): Room => entry.find(isUnread) ?? entry[0];

export const isUsed = (entry: RoomEntry<Listed>): boolean =>
  entry.some((room) => room.last_message !== null || isUnread(room));

/** Where the viewer is called, else where something is unread. */
export const wantedRoom = (rooms: readonly Listed[]): string | null =>
  (rooms.find(({ mention_count }) => mention_count > 0) ?? rooms.find(isUnread))?._id ?? null;

/** The room that the chat begins with: where somebody waits to be read, else the last one, else the newest. */
export function firstRoom(rooms: readonly Listed[], last: string | null): string | null {
  const room = rooms.find(({ _id }) => _id === last) ?? rooms.find(({ last_message }) => last_message !== null);
  return wantedRoom(rooms) ?? room?._id ?? null;
}
