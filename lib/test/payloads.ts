/** What may leave through the realtime service: ids and versions, and what the protocol itself says. */

const ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const isId = (value: unknown) => typeof value === 'string' && ID.test(value);
const isEmpty = (value: unknown) => Object.keys((value ?? {}) as object).length === 0;

const FIELDS: Record<string, (value: unknown) => boolean> = {
  id: isId,
  project_id: isId,
  task_id: isId,
  room_id: isId,
  thread_id: isId,
  version: Number.isInteger,
};

type Fields = Record<string, unknown>;
const fieldsOf = (data: unknown): Fields | null =>
  typeof data === 'object' && data !== null && !Array.isArray(data) ? (data as Fields) : null;

/** What of a payload is no id and no version, as `field: value`. */
export function strayFields(data: unknown): string[] {
  const fields = fieldsOf(data);
  if (!fields) return [JSON.stringify(data)];
  return Object.entries(fields)
    .filter(([name, value]) => !(Object.hasOwn(FIELDS, name) && FIELDS[name]?.(value)))
    .map(([name, value]) => `${name}: ${JSON.stringify(value)}`);
}

/** The protocol's own words, and what they may say of people: their ids. */
const OF_PROTOCOL: Record<string, (data: Fields) => boolean> = {
  'pusher:connection_established': () => true,
  'pusher:ping': isEmpty,
  'pusher:pong': isEmpty,
  'pusher:error': () => true,
  'pusher:subscription_error': () => true,
  'pusher:signin_success': ({ user_data }) => strayFields(JSON.parse(String(user_data))).length === 0,
  'pusher_internal:subscription_succeeded': ({ presence }) => {
    const { ids = [], hash = {} } = (presence ?? {}) as { ids?: unknown[]; hash?: Fields };
    return ids.every(isId) && Object.values(hash).every(isEmpty);
  },
  'pusher_internal:member_added': ({ user_id, user_info }) => isId(user_id) && isEmpty(user_info),
  'pusher_internal:member_removed': ({ user_id }) => isId(user_id),
};

/** What of a frame that a browser heard is neither; empty: nothing. */
export function strayInFrame(text: string): string[] {
  const { event, data: given } = JSON.parse(text) as { event: string; data?: unknown };
  const data = typeof given === 'string' ? (JSON.parse(given) as unknown) : given;
  if (!event.startsWith('pusher')) return strayFields(data).map((field) => `${event} ${field}`);
  const holds = OF_PROTOCOL[event]?.(fieldsOf(data) ?? {});
  return holds ? [] : [`${event} ${JSON.stringify(data)}`];
}
