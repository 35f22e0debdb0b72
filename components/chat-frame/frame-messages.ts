/**
 * What the chat's frame and the page around it say to each other, by `postMessage`. The other side may be of another
 * origin: its origin is compared first, and what it says is read here; anything else is not heard.
 */

const MARK = 'guildhall-chat';

export type FromFrame =
  /** It is drawn, and listens. */
  | { kind: 'ready' }
  /** Rooms with something unread that are not muted. */
  | { kind: 'unread'; rooms: number }
  | { kind: 'place'; room: string | null; message: string | null }
  /** A page of ours, such as `/acme/taskpage?task=WEB-12`. */
  | { kind: 'open'; path: string }
  /** Somebody moves or types in it. */
  | { kind: 'active' }
  /** Escape, where nothing in the frame had a use for it. */
  | { kind: 'close' }
  /** Ctrl K, `/` or `?`: the page's own search, or its list of keys. */
  | { kind: 'overlay'; name: 'palette' | 'keys' }
  /** F6: on to what is beside it. */
  | { kind: 'leave' }
  /** Its session has ended, or was never opened. */
  | { kind: 'ended' };

export type ToFrame =
  /** The page listens: answered by `ready`, whatever was said before. */
  | { kind: 'hello' }
  | { kind: 'theme'; theme: 'light' | 'dark'; contrast: boolean }
  /** Whether single letters are commands, as the person chose. */
  | { kind: 'keys'; single: boolean }
  | { kind: 'go'; room: string | null; message: string | null }
  | { kind: 'focus' };

const ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const isId = (value: unknown): value is string | null =>
  value === null || (typeof value === 'string' && ID.test(value));
const isPlace = ({ room, message }: Record<string, unknown>) => isId(room) && isId(message);

type Checks<T extends { kind: string }> = {
  [K in T['kind']]: { fields: readonly string[]; holds: (given: Record<string, unknown>) => boolean };
};
const bare = { fields: [], holds: () => true };

const FROM: Checks<FromFrame> = {
  ready: bare,
  unread: {
    fields: ['rooms'],
    holds: ({ rooms }) => Number.isInteger(rooms) && (rooms as number) >= 0 && (rooms as number) < 100_000,
  },
  place: { fields: ['room', 'message'], holds: isPlace },
  open: { fields: ['path'], holds: ({ path }) => typeof path === 'string' && isPath(path) },
  active: bare,
  close: bare,
  overlay: { fields: ['name'], holds: ({ name }) => name === 'palette' || name === 'keys' },
  leave: bare,
  ended: bare,
};

const TO: Checks<ToFrame> = {
  hello: bare,
  theme: {
    fields: ['theme', 'contrast'],
    holds: ({ theme, contrast }) => (theme === 'light' || theme === 'dark') && typeof contrast === 'boolean',
  },
  keys: { fields: ['single'], holds: ({ single }) => typeof single === 'boolean' },
  go: { fields: ['room', 'message'], holds: isPlace },
  focus: bare,
};

/** Of this application, whatever a browser would make of dots and backslashes. */
function isPath(path: string): boolean {
  if (path.length > 500 || !/^\/[a-z0-9][a-z0-9-]*\//.test(path) || /[\\\p{Cc}]/u.test(path)) return false;
  const { origin, pathname } = new URL(path, 'http://here.invalid');
  return origin === 'http://here.invalid' && path.startsWith(pathname);
}

function read<T extends { kind: string }>(checks: Checks<T>, data: unknown): T | null {
  if (typeof data !== 'object' || data === null || Array.isArray(data)) return null;
  const { from, kind, ...rest } = data as Record<string, unknown>;
  if (from !== MARK || typeof kind !== 'string' || !Object.hasOwn(checks, kind)) return null;
  const { fields, holds } = checks[kind as T['kind']];
  const exact = Object.keys(rest).sort().join() === [...fields].sort().join();
  return exact && holds(rest) ? ({ kind, ...rest } as unknown as T) : null;
}

/** Null for anything that is not exactly one of ours. */
export const readFromFrame = (data: unknown): FromFrame | null => read(FROM, data);
export const readToFrame = (data: unknown): ToFrame | null => read(TO, data);

export const sealed = (message: FromFrame | ToFrame): object => ({ from: MARK, ...message });
