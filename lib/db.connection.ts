import 'server-only';
import { AsyncLocalStorage } from 'node:async_hooks';
import pg from 'pg';
import { env } from '@/lib/env';

/** Connections with a deadline: when a network loses packets, TCP alone waits a quarter of an hour. */

/** Times in ms since the epoch. */
export type Span = {
  /** The connection is destroyed then. */
  endsAt: number;
  /** The connection was lost between COMMIT and its answer. */
  unconfirmed?: boolean;
  wrote?: boolean;
};

/** Carries a span from lib/db.ts past Prisma to its connection; nothing else. */
export const spans = new AsyncLocalStorage<Span>();

/** For connecting, and for the answer to BEGIN. */
const CONNECT_MS = 2_000;
const BEGIN_MS = 3_000;
/** How long a caller waits for a free connection: bursts wait and are not refused. */
const TURN_MS = 8_000;

// Row security hides a column's row count from the planner. With an SSD's random read price it walks the column's index
// in order instead of sorting the whole column (lib/task/queries.test.ts).
const BEGIN = 'begin; set local role auth; set local random_page_cost = 1.1';

const WRITES = /^\s*(?:insert|update|delete)\b/i;

/** Looks like a socket timeout, which Prisma knows (P1008). */
const silence = () =>
  Object.assign(new Error('The database did not answer in time'), { code: 'ETIMEDOUT', errno: -110, syscall: 'read' });

const connections = new Set<DeadlineClient>();

/** Every transaction starts as `auth`, never as the owner. When its time is up the connection is destroyed. */
class DeadlineClient extends pg.Client {
  private clock: NodeJS.Timeout | undefined;

  // biome-ignore lint/suspicious/noExplicitAny: as pg declares it.
  constructor(config?: any) {
    // The pool's option of the same name is the wait for a free connection.
    super({ ...config, connectionTimeoutMillis: CONNECT_MS * env.databasePatience });
    // Between the pool and Prisma nobody listens for a moment; an unhandled error would end the process.
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
      // PostgreSQL's answer to COMMIT after a failed statement.
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
      // If this process was held up, the answer may be there unread: it is read before this runs.
      setImmediate(() => this.clock === clock && this.giveUp());
    }, time - Date.now());
    this.clock = clock;
  }

  private giveUp(): void {
    this.destroy();
    // Idle connections are probably lost too; each would cost its next caller the same wait.
    for (const other of connections) if (!other.clock) other.destroy();
  }

  private readonly rest = () => {
    clearTimeout(this.clock);
    this.clock = undefined;
  };

  private destroy(): void {
    // Not `end`, which waits for an answer; the pool does the same.
    (this as unknown as { connection: { stream: import('node:net').Socket } }).connection.stream.destroy(silence());
  }
}

/** No answer, or the server going away: an ordinary error of COMMIT means that nothing was committed. */
function isLoss(error: unknown): boolean {
  const severity = error instanceof pg.DatabaseError ? error.severity : undefined;
  if (severity) return severity !== 'ERROR';
  return !(error instanceof Error && error.message.startsWith('The transaction had failed'));
}

/** Ten connections; callers wait at most eight seconds for a free one. */
export function openPool(): pg.Pool {
  const pool = new pg.Pool({
    connectionString: env.databaseUrl,
    Client: DeadlineClient as typeof pg.Client & (new () => pg.ClientBase),
    max: 10,
    connectionTimeoutMillis: TURN_MS * env.databasePatience,
    idleTimeoutMillis: 30_000,
    // Finds connections lost while idle before somebody needs them.
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    statement_timeout: 5_000 * env.databasePatience,
    lock_timeout: 4_000 * env.databasePatience,
    idle_in_transaction_session_timeout: 10_000,
    // For servers that never hear of a connection's end; we end idle ones after 30 s.
    options: '-c idle_session_timeout=120000',
  });
  // A connection that dies while idle must not end the process.
  pool.on('error', () => {});
  return pool;
}
