import { announceExpiry } from '@/components/live/session-channel';
import type { ErrorCode, FieldErrors } from '@/lib/errors';
import { reportUnreachable } from './reachability';

/** `offline`: the server was not reached, or did not answer in time; the change may be sent again. */
export type ApiErrorCode = ErrorCode | 'offline';

/** A call that did not succeed, with words for the person who made it. */
export class ApiError extends Error {
  /** HTTP status; 0 when there was no answer. */
  readonly status: number;
  readonly code: ApiErrorCode;
  /** Messages by field (422). */
  readonly errors: FieldErrors;
  /** The record as it is now (409 of a stale `version`). */
  readonly current: unknown;
  /** To quote when asking for help. */
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

/** The reference under which the server logged a failure; undefined for one that it expected. */
export const referenceOf = (error: unknown): string | undefined =>
  error instanceof ApiError && (error.code === 'unexpected' || error.code === 'unavailable')
    ? error.reference
    : undefined;

/** The words of a failure, whatever was thrown. */
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

/** A page of a longer list, as the wire shows it. */
export type ListAnswer<T> = {
  docs: T[];
  totalDocs: number;
  page: number;
  limit: number;
  hasNextPage: boolean;
  next_cursor?: string | null;
};

export type CallOptions = {
  signal?: AbortSignal;
  /** For a creation that may be sent again: the same key has one effect. A fresh one is made for every POST without. */
  idempotencyKey?: string;
};

const TIME_OUT = 30_000;
/** A file takes its time, and what is done with it too. */
const UPLOAD_TIME_OUT = 180_000;

/** A key that names one creation, however often it is sent. */
export function newIdempotencyKey(): string {
  // Not randomUUID: that one is missing where the page came over plain HTTP from another machine.
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** `?a=1&b=2` from what is set; '' from nothing. */
export function queryOf(values: Record<string, string | number | boolean | null | undefined>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) {
    if (value !== undefined && value !== null && value !== '' && value !== false) query.set(name, String(value));
  }
  const text = query.toString();
  return text ? `?${text}` : '';
}

async function call(method: string, path: string, body: unknown, options: CallOptions): Promise<unknown> {
  const isForm = body instanceof FormData;
  const limit = AbortSignal.timeout(isForm ? UPLOAD_TIME_OUT : TIME_OUT);
  let response: Response;
  let answer: unknown;
  try {
    response = await fetch(`/api/${path}`, {
      method,
      credentials: 'same-origin',
      signal: options.signal ? AbortSignal.any([options.signal, limit]) : limit,
      headers: {
        Accept: 'application/json',
        // A form's type names its boundary, which the browser writes itself.
        ...(body !== undefined && !isForm && { 'Content-Type': 'application/json' }),
        ...(method === 'POST' && { 'Idempotency-Key': options.idempotencyKey ?? newIdempotencyKey() }),
      },
      body: body === undefined || isForm ? body : JSON.stringify(body),
    });
    answer = await response.json().catch(() => null);
  } catch (error) {
    // Given up on purpose: not a failure to tell anybody about.
    if (options.signal?.aborted) throw error;
    throw unreached(0);
  }
  if (response.ok && answer !== null) return answer;
  throw failureOf(response, answer);
}

function unreached(status: number): ApiError {
  reportUnreachable();
  return new ApiError(
    status,
    'offline',
    navigator.onLine
      ? 'The server could not be reached. Check your connection and try again.'
      : 'You are offline. Try again when you are connected.',
  );
}

function failureOf({ status }: Response, answer: unknown): ApiError {
  const failure = (answer ?? {}) as Partial<ErrorBody>;
  // Not our words: something in between answers for a server that is away.
  if (!failure.code && status >= 502 && status <= 504) return unreached(status);
  if (status === 401) announceExpiry();
  return new ApiError(
    status,
    failure.code ?? (status >= 500 ? 'unavailable' : 'unexpected'),
    failure.message ?? 'Something went wrong on our side. Try again.',
    failure,
  );
}

/** Fetches a file that the API makes, and hands it to the browser to keep. */
async function save(path: string, body: unknown): Promise<void> {
  let response: Response;
  let file: Blob;
  try {
    response = await fetch(`/api/${path}`, {
      method: 'POST',
      credentials: 'same-origin',
      signal: AbortSignal.timeout(UPLOAD_TIME_OUT),
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
    file = await response.blob();
  } catch {
    throw new ApiError(0, 'offline', 'The file did not arrive whole. Check your connection and try again.');
  }
  if (!response.ok) throw failureOf(response, await new Response(file).json().catch(() => null));
  const [, name = 'guildhall'] = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '') ?? [];
  const address = URL.createObjectURL(file);
  Object.assign(document.createElement('a'), { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

const record =
  (method: string) =>
  async <T>(path: string, body?: unknown, options: CallOptions = {}): Promise<T> =>
    ((await call(method, path, body, options)) as { data: T }).data;

/**
 * The product's own API, with the session's cookie. Paths are those of the endpoint table, without `/api/`.
 * Each answers the record of the envelope (`list`: the whole page), or throws ApiError. A 401 leads to the login and
 * back here.
 */
export const api = {
  get: <T>(path: string, options: CallOptions = {}) => record('GET')<T>(path, undefined, options),
  list: async <T>(path: string, options: CallOptions = {}) =>
    (await call('GET', path, undefined, options)) as ListAnswer<T>,
  post: record('POST'),
  put: record('PUT'),
  patch: record('PATCH'),
  save,
  delete: <T>(path: string, options: CallOptions = {}) => record('DELETE')<T>(path, undefined, options),
};
