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

const CALL = /(?<![\p{L}\p{N}_])@room(?![\p{L}\p{N}_])/iu;

/** Whether a message calls everybody in its room. What stands in code calls nobody. */
export function callsRoom(body: string): boolean {
  if (!CALL.test(body)) return false;
  // As Markdown has it: as many backticks as began it end it. Those at odd places are backticks.
  const parts = body.split(/(`+)/);
  let outside = '';
  for (let at = 0; at < parts.length; at += 1) {
    const part = parts[at] ?? '';
    const end = at % 2 ? parts.indexOf(part, at + 1) : -1;
    outside += end < 0 ? part : ' ';
    if (end > 0) at = end;
  }
  return CALL.test(outside);
}
