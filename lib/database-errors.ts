import type { Failure } from '@/lib/errors';

/** Database errors as the installed versions throw them (lib/database-errors.test.ts reads their sources). */

const UNREACHABLE = { code: 'unavailable', message: 'The database cannot be reached. Try again in a moment.' } as const;
const BUSY = { code: 'unavailable', message: 'The database is busy. Try again in a moment.', retryAfter: 2 } as const;
const FULL = {
  code: 'unavailable',
  message: 'Changes cannot be saved right now. Reading still works.',
  retryAfter: 30,
} as const;

/** Too long a wait for a turn or a lock, too long a statement, or too long an idle transaction. */
const BUSY_STATES: ReadonlySet<string> = new Set(['55P03', '57014', '25P03', '25P04', '53300']);
/** Read-only, or no disk space. */
const FULL_STATES: ReadonlySet<string> = new Set(['25006', '53100']);
/** Connection, resources, starting, stopping, no such database or login, and the server's own file errors. */
const UNREACHABLE_STATES = /^(08|53|57P|58|28|3D)/;

/** Prisma's: not reached, logged in, answered or disconnected in time; no connection or time for a transaction. */
const UNREACHABLE_CODES: ReadonlySet<string> = new Set(
  'P1000 P1001 P1002 P1003 P1008 P1010 P1011 P1017 P2024 P2037'.split(' '),
);
const BUSY_CODES: ReadonlySet<string> = new Set(['P2028']);
/** Prisma's driver's names for the same; raw statements bring no code of their own. */
const UNREACHABLE_KINDS: ReadonlySet<string> = new Set(
  (
    'AuthenticationFailed DatabaseNotReachable DatabaseDoesNotExist SocketTimeout DatabaseAccessDenied ' +
    'TlsConnectionError ConnectionClosed TooManyConnections'
  ).split(' '),
);
const SOCKET_CODES =
  /^(E(CONN(REFUSED|RESET|ABORTED)|PIPE|TIMEDOUT|NOTFOUND|AI_AGAIN|(HOST|NET)(UNREACH|DOWN)|NOENT|MFILE)|ERR_(TLS|SSL)_\w+)$/;
const MESSAGES =
  /connection terminated|not queryable|timeout expired|query read timeout|timeout exceeded when trying to connect|cannot use a pool after|received unexpected \w+ message|SSL connections?$|^SASL\b|can't reach database|the database system is/i;

/** A line about a task names the audience as it was read; somebody has changed that since. */
const AUDIENCE_CHANGED = /violates foreign key constraint "\w+_task_audience_fkey"/;

/** What triggers of ours refuse, under SQLSTATEs that PostgreSQL itself does not have. */
const OWN_STATES: Readonly<Record<string, string>> = {
  GHT01: 'Time of this week is locked. Ask whoever locked it to unlock it.',
  GHT02: 'A timer is running in this week. It has to be stopped first.',
};

/** Whether PostgreSQL rolled this transaction back because of another one. */
export function isCollision(error: unknown): boolean {
  const { code, sqlState, message } = partsOf(error);
  return code === 'P2034' || sqlState === '40001' || sqlState === '40P01' || AUDIENCE_CHANGED.test(message);
}

/** Whether a write was refused because the transaction only reads. */
export const isReadOnly = (error: unknown): boolean => partsOf(error).sqlState === '25006';

/** Null for an error that says nothing about the database's state. */
export function databaseFailure(error: unknown): Failure | null {
  const { code, message, sqlState, kind } = partsOf(error);
  if (code === 'P2025' || code === 'P2003' || sqlState === '23503')
    return { code: 'not_found', message: 'This does not exist, or you do not have access to it.' };
  if (sqlState in OWN_STATES) return { code: 'conflict', message: OWN_STATES[sqlState] as string };
  if (code === 'P2002' || sqlState === '23505') return { code: 'conflict', message: 'That already exists.' };
  if (['23514', '22021', '22P02', '22P05', '22003'].includes(sqlState))
    return { code: 'invalid', message: 'A value is too large or too small to be stored.' };
  if (isCollision(error))
    return { code: 'conflict', message: 'Somebody else changed this at the same time. Try again.' };
  if (FULL_STATES.has(sqlState)) return FULL;
  if (BUSY_STATES.has(sqlState) || BUSY_CODES.has(code)) return BUSY;
  const unreachable =
    UNREACHABLE_STATES.test(sqlState) ||
    UNREACHABLE_CODES.has(code) ||
    UNREACHABLE_KINDS.has(kind) ||
    SOCKET_CODES.test(code) ||
    MESSAGES.test(message);
  return unreachable ? { ...UNREACHABLE, retryAfter: 5 } : null;
}

type Cause = { code?: string; originalCode?: string; originalMessage?: string; message?: string; kind?: string };

/** Prisma wraps the driver's error, more than once for a raw statement. */
function partsOf(error: unknown): { code: string; message: string; sqlState: string; kind: string } {
  const known = error as {
    code?: string;
    message?: string;
    meta?: { code?: string; driverAdapterError?: { cause?: Cause } };
    cause?: Cause;
  } | null;
  const cause = known?.meta?.driverAdapterError?.cause ?? known?.cause;
  const code = String(known?.code ?? '');
  return {
    code,
    message: [known?.message, cause?.message, cause?.originalMessage].filter(Boolean).join('\n'),
    kind: cause?.kind ?? '',
    sqlState:
      cause?.originalCode ??
      cause?.code ??
      known?.meta?.code ??
      (/^[0-9A-Z]{5}$/.test(code) && !/^P\d{4}$|^E/.test(code) ? code : ''),
  };
}
