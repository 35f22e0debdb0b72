import { announceExpiry } from '@/components/query/session-channel';
import { hearClock } from '@/components/ui/server-clock';
import type { AnswerOf, CallName, FileName, InputOf } from '@/lib/api/contract';
import type { ErrorCode, FieldErrors } from '@/lib/errors';
import { actingHeaders } from './acting';
import { reportUnreachable } from './reachability';

/** `offline`: the server was not reached, or did not answer in time; the change may be sent again. */
export type ApiErrorCode = ErrorCode | 'offline';

export class ApiError extends Error {
  /** HTTP status; 0 when there was no answer. */
  readonly status: number;
  readonly code: ApiErrorCode;
  /** Messages by field (422). */
  readonly errors: FieldErrors;
  /** The record as it is now (409 of a stale `version`). */
  readonly current: unknown;
  readonly reference: string | undefined;

  constructor(status: number, code: ApiErrorCode, message: string, body: Partial<ErrorBody> = {}) {
    super(message);
    this.name = 'ApiError';
    this.status = status;
    this.code = code;
    this.errors = body.errors ?? {};
    this.current = body.current;
    this.reference = body.request_id;
  }
}

/** The server's log reference of a failure; undefined for an expected one. */
export const referenceOf = (error: unknown): string | undefined =>
  error instanceof ApiError && (error.code === 'unexpected' || error.code === 'unavailable')
    ? error.reference
    : undefined;

export function reasonOf(error: unknown): string {
  if (!(error instanceof ApiError)) return 'Something went wrong. Try again.';
  const reference = error.code === 'unexpected' && referenceOf(error);
  return reference ? `${error.message} Reference ${reference}.` : error.message;
}

type ErrorBody = {
  code: ErrorCode;
  message: string;
  errors: FieldErrors;
  current: unknown;
  request_id: string;
};

type CallOptions = {
  signal?: AbortSignal;
  /** For a creation that may be sent again: the same key has one effect. By default every POST gets a new one. */
  idempotencyKey?: string;
};

const TIME_OUT = 30_000;
const UPLOAD_TIME_OUT = 180_000;

export function newIdempotencyKey(): string {
  // Not randomUUID: it is missing on pages served over plain HTTP from another machine.
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

export type Given<Name extends CallName | FileName> =
  Record<never, never> extends InputOf<Name>
    ? [input?: InputOf<Name>, options?: CallOptions]
    : [input: InputOf<Name>, options?: CallOptions];

/**
 * Calls the product's own API with the session's cookie; `name` is method and path in the endpoint table.
 * Answers the record or the page of a list; throws ApiError. A 401 leads to the login and back here.
 */
export async function call<Name extends CallName>(name: Name, ...[input, options]: Given<Name>) {
  const { response, body } = await send(name, input, options, (response) => response.json().catch(() => null));
  if (!response.ok || body === null) throw failureOf(response, body);
  return ('docs' in body ? body : body.data) as AnswerOf<Name>;
}

/** The answer, and its body as `read` makes it. */
export async function send<T>(
  name: CallName | FileName,
  input: object = {},
  { signal, idempotencyKey }: CallOptions = {},
  read: (response: Response) => Promise<T>,
): Promise<{ response: Response; body: T }> {
  const [method, template] = name.split(' ') as [string, string];
  const fields: Record<string, unknown> = { ...input };
  const path = template.replace(/\{(\w+)\}/, (_, field) => {
    const value = encodeURIComponent(String(fields[field]));
    delete fields[field];
    return value;
  });
  const byQuery = method === 'GET' || method === 'DELETE';
  const given = Object.entries(fields).filter(
    ([, value]) => value !== undefined && value !== null && value !== '' && value !== false,
  );
  const hasFile = given.some(([, value]) => value instanceof Blob);
  const pairs = hasFile ? new FormData() : new URLSearchParams();
  // Both write out what is no file: a list with commas.
  for (const [name, value] of given) pairs.append(name, value as string);
  const search = byQuery && given.length ? `?${pairs}` : '';
  const limit = AbortSignal.timeout(hasFile ? UPLOAD_TIME_OUT : TIME_OUT);
  const sentAt = Date.now();
  try {
    const response = await fetch(`/api/${path}${search}`, {
      method,
      credentials: 'same-origin',
      signal: signal ? AbortSignal.any([signal, limit]) : limit,
      headers: {
        Accept: 'application/json',
        ...actingHeaders(name),
        // The browser sets a form's content type, with its boundary.
        ...(!byQuery && !hasFile && { 'Content-Type': 'application/json' }),
        ...(method === 'POST' && { 'Idempotency-Key': idempotencyKey ?? newIdempotencyKey() }),
      },
      ...(!byQuery && { body: pairs instanceof FormData ? pairs : JSON.stringify(fields) }),
    });
    hearClock(response, sentAt);
    return { response, body: await read(response) };
  } catch (error) {
    // Aborted on purpose: not a failure to show.
    if (signal?.aborted) throw error;
    throw unreached(0);
  }
}

/** What is told where no answer came, also of code that could not be fetched. */
export function unreached(status: number): ApiError {
  reportUnreachable();
  return new ApiError(
    status,
    'offline',
    navigator.onLine
      ? 'The server could not be reached. Check your connection and try again.'
      : 'You are offline. Try again when you are connected.',
  );
}

export function failureOf({ status }: Response, answer: unknown): ApiError {
  const failure = (answer ?? {}) as Partial<ErrorBody>;
  // Not our error format: a proxy answers for a server that is away.
  if (!failure.code && status >= 502 && status <= 504) return unreached(status);
  if (status === 401) announceExpiry();
  return new ApiError(
    status,
    failure.code ?? (status >= 500 ? 'unavailable' : 'unexpected'),
    failure.message ?? 'Something went wrong on our side. Try again.',
    failure,
  );
}
