/** Runs anywhere. */

export const ROOM_KINDS = ['organisation', 'project', 'project_clients', 'group', 'direct'] as const;
export type RoomKind = (typeof ROOM_KINDS)[number];

/** Who reads a room, beside its name. */
export const ROOM_KIND_LABEL: Record<RoomKind, string> = {
  organisation: 'Everybody but clients',
  project: 'Team',
  project_clients: 'Team and clients',
  group: 'Group',
  direct: 'Direct',
};

/** People of one group or direct room. */
export const MOST_PEOPLE = 200;

/** Above this, the screen asks before `@room` calls everybody. */
export const MANY_PEOPLE = 10;
