import 'server-only';
import { AsyncLocalStorage } from 'node:async_hooks';
import pg from 'pg';
import { env } from '@/lib/env';

/**
 * Connections that end when they fall silent. PostgreSQL ends a statement that takes too long and says so; nobody says
 * anything when a network loses packets or the server is stopped, and TCP alone waits for a quarter of an hour.
 */

/** What is known of one transaction. Times in ms since the epoch. */
export type Span = {
  /** Its connection is given up then, whatever it waits for. */
  endsAt: number;
  /** COMMIT was sent, and the connection was lost before the answer: nobody knows which came first. */
  unconfirmed?: boolean;
  /** A statement changed something. */
  wrote?: boolean;
};

/** Carries a transaction's span from lib/db.ts, past Prisma, to the connection it gets. Nothing else is carried so. */
export const spans = new AsyncLocalStorage<Span>();

/** How long a connection may take to be there; and BEGIN to be answered, which asks nothing of the server. */
const CONNECT_MS = 2_000;
const BEGIN_MS = 3_000;
/** How long a caller waits for its turn at one of the connections: a burst waits, and is not refused. */
const TURN_MS = 8_000;

// Row security hides from the planner how many rows a board's column has. With the price of a random read on a solid-state
// disk it walks the column's index in order, instead of sorting the whole column (lib/task/queries.test.ts).
const BEGIN = 'begin; set local role auth; set local random_page_cost = 1.1';

const WRITES = /^\s*(?:insert|update|delete)\b/i;

/** As a socket that timed out, which Prisma knows (P1008). */
const silence = () =>
  Object.assign(new Error('The database did not answer in time'), { code: 'ETIMEDOUT', errno: -110, syscall: 'read' });

/** Those that are open. */
const connections = new Set<DeadlineClient>();

/**
 * Every transaction starts as `auth`, in the same round trip: nothing ever runs as the owner by forgetting. From BEGIN on
 * a clock runs; a connection on which it runs out is destroyed, and every statement on it fails at once.
 */
class DeadlineClient extends pg.Client {
  private clock: NodeJS.Timeout | undefined;

  // biome-ignore lint/suspicious/noExplicitAny: as pg declares it.
  constructor(config?: any) {
    // The pool's option of the same name, from which this comes, is how long a caller waits for its turn.
    super({ ...config, connectionTimeoutMillis: CONNECT_MS * env.databasePatience });
    // Between the pool and Prisma nobody listens for a moment, and an error that nobody hears ends the process.
    this.on('error', () => {});
    connections.add(this);
    this.once('end', () => {
      connections.delete(this);
      clearTimeout(this.clock);
    });
  }

  // biome-ignore lint/suspicious/noExplicitAny: pg's overloads cannot be restated; the arguments pass through untouched.
  override query(config: any, ...rest: any[]): any {
    const text = typeof config === 'object' ? config?.text : undefined;
    if (text === 'BEGIN') return this.begin({ ...config, text: BEGIN });
    const answer = super.query(config, ...rest) as unknown;
    if (WRITES.test(text)) {
      const span = spans.getStore();
      if (span) span.wrote = true;
    }
    if (text === 'COMMIT') return this.commit(answer as Promise<pg.QueryResult>);
    if (text === 'ROLLBACK') void (answer as Promise<unknown>).then(this.rest, this.rest);
    return answer;
  }

  private async begin(config: pg.QueryConfig): Promise<unknown> {
    const endsAt = spans.getStore()?.endsAt ?? Date.now() + BEGIN_MS;
    this.expectBy(Math.min(endsAt, Date.now() + BEGIN_MS * env.databasePatience));
    const answer = await super.query(config);
    this.expectBy(endsAt);
    return answer;
  }

  private async commit(answer: Promise<pg.QueryResult>): Promise<pg.QueryResult> {
    const span = spans.getStore();
    try {
      const result = await answer;
      // What PostgreSQL answers when a statement had failed and somebody went on.
      if (result.command === 'ROLLBACK') throw new Error('The transaction had failed and was rolled back');
      return result;
    } catch (error) {
      if (span && isLoss(error)) span.unconfirmed = true;
      throw error;
    } finally {
      this.rest();
    }
  }

  private expectBy(time: number): void {
    this.rest();
    const clock = setTimeout(() => {
      // When this process itself was held up, the answer may lie there unread: it is read before this runs.
      setImmediate(() => this.clock === clock && this.giveUp());
    }, time - Date.now());
    this.clock = clock;
  }

  private giveUp(): void {
    this.destroy();
    // What lost one connection has probably lost those that lie idle; each would cost its next caller the same wait.
    for (const other of connections) if (!other.clock) other.destroy();
  }

  private readonly rest = () => {
    clearTimeout(this.clock);
    this.clock = undefined;
  };

  private destroy(): void {
    // Not `end`, which says goodbye first and waits for an answer. The pool itself goes this way.
    (this as unknown as { connection: { stream: import('node:net').Socket } }).connection.stream.destroy(silence());
  }
}

/** No answer of the server's, or its last word: an ordinary error of COMMIT means that nothing was committed. */
function isLoss(error: unknown): boolean {
  const severity = error instanceof pg.DatabaseError ? error.severity : undefined;
  if (severity) return severity !== 'ERROR';
  return !(error instanceof Error && error.message.startsWith('The transaction had failed'));
}

/** Ten connections; who finds none free waits for its turn, eight seconds at most. */
export function openPool(): pg.Pool {
  const pool = new pg.Pool({
    connectionString: env.databaseUrl,
    Client: DeadlineClient as typeof pg.Client & (new () => pg.ClientBase),
    max: 10,
    connectionTimeoutMillis: TURN_MS * env.databasePatience,
    idleTimeoutMillis: 30_000,
    // One that was lost while it lay idle is found out before somebody needs it.
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    statement_timeout: 5_000 * env.databasePatience,
    lock_timeout: 4_000 * env.databasePatience,
    idle_in_transaction_session_timeout: 10_000,
    // A server that never heard the end of a connection keeps it no longer than this; ours are ended after 30 s idle.
    options: '-c idle_session_timeout=120000',
  });
  // A connection that dies while idle must not end the process; the next caller gets a new one.
  pool.on('error', () => {});
  return pool;
}
