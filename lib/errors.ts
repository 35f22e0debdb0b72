/** What can go wrong, in one table (rulings 14). Commands throw; only transports catch. */
export const STATUS = {
  malformed: 400,
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  method: 405,
  conflict: 409,
  gone: 410,
  too_large: 413,
  type: 415,
  invalid: 422,
  rate_limited: 429,
  unexpected: 500,
  unavailable: 503,
} as const;

export type ErrorCode = keyof typeof STATUS;

/** Messages by field, as forms and the wire show them. */
export type FieldErrors = Record<string, string[]>;

export type Failure = {
  code: ErrorCode;
  message: string;
  errors?: FieldErrors;
  /** With a conflict: the record as it is now. */
  current?: unknown;
  /** Seconds after which trying again makes sense. */
  retryAfter?: number;
};

/** An expected failure. Its message is written for the person who reads it. */
export class DomainError extends Error {
  constructor(
    readonly code: ErrorCode,
    message: string,
    readonly details: Omit<Failure, 'code' | 'message'> = {},
  ) {
    super(message);
    this.name = 'DomainError';
  }
}

/** Policy, enforced. Every command calls it before it writes. */
export function allow(verdict: boolean, message = 'Your role does not allow that here.'): asserts verdict {
  if (!verdict) throw new DomainError('forbidden', message);
}

/** One field that is wrong, as the validator would report it. */
export const invalidField = (field: string, message: string) =>
  new DomainError('invalid', message, { errors: { [field]: [message] } });

/** What is absent, another organisation's or hidden looks the same. */
export const notFound = (what = 'That') =>
  new DomainError('not_found', `${what} does not exist, or is not yours to see.`);

/** Somebody else changed it first; carries the record as it is now. */
export const stale = (current: unknown) =>
  new DomainError('conflict', 'Somebody changed this meanwhile. Look at the current version and try again.', {
    current,
  });

const UNAVAILABLE =
  /ECONNREFUSED|ECONNRESET|terminating connection|Connection terminated|timeout exceeded when trying|too many clients|the database system is|Can't reach database|EPIPE/i;

/** The only place where a foreign error (Prisma, PostgreSQL) becomes one of ours; anything unknown stays unexpected. */
export function toFailure(error: unknown): Failure {
  if (error instanceof DomainError) return { code: error.code, message: error.message, ...error.details };
  const { code, message, sqlState } = foreign(error);
  if (code === 'P2025' || code === 'P2003' || sqlState === '23503') return toFailure(notFound());
  if (code === 'P2002' || sqlState === '23505') return { code: 'conflict', message: 'That already exists.' };
  if (
    sqlState === '23514' ||
    sqlState === '22021' ||
    sqlState === '22P02' ||
    sqlState === '22P05' ||
    sqlState === '22003'
  )
    return { code: 'invalid', message: 'A value is out of the range that can be stored.' };
  if (code === 'P2034' || sqlState === '40001' || sqlState === '40P01')
    return { code: 'conflict', message: 'Somebody changed this at the same moment. Try again.' };
  if (sqlState === '55P03' || sqlState === '57014' || code === 'P2028')
    return { code: 'unavailable', message: 'The database is busy. Try again in a moment.', retryAfter: 2 };
  if (sqlState === '25006' || sqlState === '53100')
    return { code: 'unavailable', message: 'Changes cannot be saved right now. Reading still works.', retryAfter: 30 };
  if (
    /^(08|53|57P)/.test(sqlState) ||
    ['P1001', 'P1002', 'P1008', 'P1017', 'P2024'].includes(code) ||
    UNAVAILABLE.test(message)
  )
    return { code: 'unavailable', message: 'The database cannot be reached. Try again in a moment.', retryAfter: 5 };
  return { code: 'unexpected', message: 'Something went wrong on our side. Try again.' };
}

function foreign(error: unknown): { code: string; message: string; sqlState: string } {
  const known = error as {
    code?: string;
    message?: string;
    meta?: { code?: string; driverAdapterError?: { cause?: Cause } };
    cause?: Cause;
  };
  const cause = known?.meta?.driverAdapterError?.cause ?? known?.cause;
  const code = String(known?.code ?? '');
  return {
    code,
    message: `${known?.message ?? ''} ${cause?.message ?? ''} ${cause?.originalMessage ?? ''} ${cause?.kind ?? ''}`,
    sqlState:
      cause?.originalCode ??
      cause?.code ??
      known?.meta?.code ??
      (/^[0-9A-Z]{5}$/.test(code) && !code.startsWith('P') ? code : ''),
  };
}
type Cause = { code?: string; originalCode?: string; originalMessage?: string; message?: string; kind?: string };
