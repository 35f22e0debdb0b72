import type { AnswerOf, CallName, InputOf } from '@/lib/api/contract';
import type { ErrorCode, FieldErrors } from '@/lib/errors';

/**
 * The network as a part sees it: what `components/query/api-client.ts` sends is answered by the test. A call that nobody
 * answers fails the test by its name.
 */

export class Refusal extends Error {
  constructor(
    readonly status: number,
    readonly code: ErrorCode,
    message: string,
    readonly more: { errors?: FieldErrors; current?: unknown } = {},
  ) {
    super(message);
  }
}

type Handler = (input: never) => unknown;
type Call = { name: string; input: Record<string, unknown> };
type Held = {
  /** Resolves when the call has reached the server, which has done it by then. */
  reached: Promise<void>;
  /** Lets the answer come. */
  release: () => void;
};

/** `unreachable`: no call is answered, as without a network. */
type State = {
  handlers: Map<string, Handler>;
  holds: Map<string, { reach: () => void; coming: Promise<void> }[]>;
  releases: (() => void)[];
  calls: Call[];
  unanswered: string[];
  unreachable: boolean;
};

const fresh = (): State => ({
  handlers: new Map(),
  holds: new Map(),
  releases: [],
  calls: [],
  unanswered: [],
  unreachable: false,
});
let state = fresh();

export const server = {
  /** Answers `name` with what `handler` makes of the input: a record, or `list(…)`. Throw a `Refusal` to refuse. */
  on<Name extends CallName>(
    name: Name,
    handler: (input: InputOf<Name>) => AnswerOf<Name> | Promise<AnswerOf<Name>>,
  ): void {
    state.handlers.set(name, handler as Handler);
  },
  /** As `on`, for what has no record in the table: files, or an answer that the test writes by hand. */
  onAny(name: string, handler: (input: Record<string, unknown>) => unknown): void {
    state.handlers.set(name, handler as Handler);
  },
  /** The next call of `name` is done at once and answered only when the test lets it. */
  hold(name: CallName): Held {
    let reach = () => {};
    let release = () => {};
    const reached = new Promise<void>((resolve) => {
      reach = resolve;
    });
    const coming = new Promise<void>((resolve) => {
      release = resolve;
    });
    state.releases.push(release);
    state.holds.set(name, [...(state.holds.get(name) ?? []), { reach, coming }]);
    return { reached, release };
  },
  /** Every call of `name` until it is answered by `on` again. */
  refuse(name: CallName, status: number, code: ErrorCode, message: string, more?: Refusal['more']): void {
    state.handlers.set(name, () => {
      throw new Refusal(status, code, message, more);
    });
  },
  /** As `refuse`, but only the next calls; later ones are answered as they were. */
  refuseNext(name: CallName, status: number, code: ErrorCode, message: string, times = 1): void {
    const answer = state.handlers.get(name);
    let left = times;
    state.handlers.set(name, (input) => {
      if (left-- > 0) throw new Refusal(status, code, message);
      return answer?.(input);
    });
  },
  /** The server cannot be reached, and the browser says that it is offline; or it can again. */
  setOnline(online: boolean): void {
    state.unreachable = !online;
    Object.defineProperty(navigator, 'onLine', { configurable: true, get: () => !state.unreachable });
    window.dispatchEvent(new Event(online ? 'online' : 'offline'));
  },
  /** The inputs of `name` so far, oldest first. */
  inputs<Name extends CallName>(name: Name): InputOf<Name>[] {
    return state.calls.filter((call) => call.name === name).map(({ input }) => input as InputOf<Name>);
  },
  /** Names of all calls so far, oldest first. */
  get calls(): readonly string[] {
    return state.calls.map(({ name }) => name);
  },
};

/** One page of a list, as the transport writes it. */
export const list = <T>(docs: readonly T[], more: { totalDocs?: number; next_cursor?: string | null } = {}) => ({
  docs: [...docs],
  totalDocs: docs.length,
  page: 1,
  limit: Math.max(docs.length, 1),
  totalPages: 1,
  hasNextPage: false,
  hasPrevPage: false,
  ...more,
});

/** Forgets everything. @returns the calls that nobody answered */
export function resetServer(): string[] {
  const { unanswered, unreachable, releases } = state;
  // A test that failed may have left one, which the next one would wait for.
  for (const release of releases) release();
  state = fresh();
  if (unreachable) server.setOnline(true);
  return unanswered;
}

const network = window.fetch.bind(window);

/** Replaces the page's `fetch` for calls of the API. */
export function installServer(): void {
  window.fetch = async (target, init) => {
    const url = new URL(target instanceof Request ? target.url : String(target), window.location.href);
    if (url.pathname === '/healthz') {
      if (state.unreachable) throw new TypeError('Failed to fetch');
      return new Response('ok');
    }
    if (url.origin !== window.location.origin || !url.pathname.startsWith('/api/')) return network(target, init);
    return answer(init?.method ?? 'GET', url, init);
  };
}

async function answer(method: string, url: URL, init: RequestInit | undefined): Promise<Response> {
  const { signal } = init ?? {};
  const now = state;
  if (now.unreachable) throw new TypeError('Failed to fetch');
  const path = decodeURIComponent(url.pathname.slice('/api/'.length));
  const [name, handler, fields] = handlerOf(now, method, path);
  const input: Record<string, unknown> = { ...Object.fromEntries(url.searchParams), ...bodyOf(init), ...fields };
  now.calls.push({ name, input });
  if (!handler) {
    now.unanswered.push(`${name} ${JSON.stringify(input)}`);
    return json(404, { status: 404, code: 'not_found', message: `The test answers nothing to ${name}.` });
  }
  const held = now.holds.get(name)?.shift();
  const response = await respond(handler, input);
  held?.reach();
  await Promise.race([held?.coming, aborted(signal)]);
  signal?.throwIfAborted();
  return response;
}

async function respond(handler: Handler, input: Record<string, unknown>): Promise<Response> {
  try {
    const data = await handler(input as never);
    if (data instanceof Response) return data;
    const isList = typeof data === 'object' && data !== null && 'docs' in data;
    return json(200, isList ? { status: 200, ...data } : { status: 200, message: 'Done.', data: data ?? null });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const { status, code, message, more } = error;
    return json(status, { status, code, message, request_id: 'r-1', ...more });
  }
}

/** `PUT task/{id}` for `PUT task/7`, with `id`. */
function handlerOf(
  { handlers }: State,
  method: string,
  path: string,
): [name: string, handler: Handler | undefined, fields: Record<string, string>] {
  for (const [name, handler] of handlers) {
    const [verb, template = ''] = name.split(' ');
    if (verb !== method) continue;
    const field = /\{(\w+)\}/.exec(template);
    const [before, after] = field ? template.split(field[0]) : [template, undefined];
    if (after === undefined) {
      if (before === path) return [name, handler, {}];
    } else if (path.startsWith(before ?? '') && path.endsWith(after)) {
      const value = path.slice((before ?? '').length, path.length - after.length);
      if (value && !value.includes('/')) return [name, handler, { [field?.[1] ?? '']: value }];
    }
  }
  return [`${method} ${path}`, undefined, {}];
}

function bodyOf(init: RequestInit | undefined): Record<string, unknown> {
  const { body } = init ?? {};
  if (typeof body === 'string') return JSON.parse(body) as Record<string, unknown>;
  return body instanceof FormData ? Object.fromEntries(body) : {};
}

const json = (status: number, body: unknown) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });

const aborted = (signal: AbortSignal | null | undefined) =>
  signal
    ? new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))
    : new Promise<void>(() => {});
