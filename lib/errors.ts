import { bidi } from '@/lib/bidi';
import { databaseFailure } from '@/lib/database-errors';

/** Rulings 14. Commands throw; only transports catch. */
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
  full: 507,
} as const;

export type ErrorCode = keyof typeof STATUS;

export type FieldErrors = Record<string, string[]>;

export type Failure = {
  code: ErrorCode;
  message: string;
  errors?: FieldErrors;
  current?: unknown;
  retryAfter?: number;
};

/** An expected failure; its message is shown to the person. */
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

/** `requestId` is also in the log. */
export const failureBody = ({ code, message, errors, current }: Failure, requestId: string) => ({
  status: STATUS[code],
  code,
  message,
  ...(errors && { errors }),
  ...(current !== undefined && { current }),
  request_id: requestId,
});

/** Every command calls it before it writes. */
export function allow(verdict: boolean, message = 'Your role does not allow that here.'): asserts verdict {
  if (!verdict) throw new DomainError('forbidden', message);
}

export const invalidField = (field: string, message: string) =>
  new DomainError('invalid', message, { errors: { [field]: [message] } });

/** `what` as “category”; another one has the name. */
export const nameTaken = (what: string, name: string) =>
  new DomainError('conflict', bidi`There already is a ${what} named ${name}.`, {
    errors: { name: ['This name is taken.'] },
  });

/** The same for absent, hidden and other organisations' records. */
export const notFound = (what = 'That') =>
  new DomainError('not_found', `${what} does not exist, or you do not have access to it.`);

export const sessionEnded = () =>
  new DomainError('unauthenticated', 'Unauthorized! Your session has ended. Sign in again.');

/** Somebody else changed it first; carries the present record. */
export const stale = (current: unknown) =>
  new DomainError('conflict', 'Somebody else changed this in the meantime. Check the current version and try again.', {
    current,
  });

/** The only place that turns foreign errors (Prisma, PostgreSQL) into ours; unknown ones stay unexpected. */
export function toFailure(error: unknown): Failure {
  if (error instanceof DomainError) return { code: error.code, message: error.message, ...error.details };
  return databaseFailure(error) ?? { code: 'unexpected', message: 'Something went wrong on our side. Try again.' };
}
