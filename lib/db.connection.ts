import 'server-only';
import pg from 'pg';
import { env } from '@/lib/env';

/** Connections with a deadline: when a network loses packets, TCP alone waits a quarter of an hour. */

/** Times in ms since the epoch. */
export type Span = {
  /** The connection is destroyed then. */
  endsAt: number;
  /** The connection was lost between COMMIT and its answer. */
  unconfirmed?: boolean;
  /** It has changed something, and that was committed. */
  wrote?: boolean;
};

/** For connecting, and for the answer to BEGIN. */
const CONNECT_MS = 2_000;
const BEGIN_MS = 3_000;

/** PostgreSQL gives a transaction its number with the first change. */
const COMMIT = 'select pg_current_xact_id_if_assigned() is not null as wrote; COMMIT';

/** Looks like a socket timeout, which Prisma knows (P1008). */
const silence = () =>
  Object.assign(new Error('The database did not answer in time'), { code: 'ETIMEDOUT', errno: -110, syscall: 'read' });

const connections = new Set<DeadlineClient>();

/** When a transaction's time is up its connection is destroyed. */
export class DeadlineClient extends pg.Client {
  private clock: NodeJS.Timeout | undefined;
  private span: Span | undefined;

  // biome-ignore lint/suspicious/noExplicitAny: as pg declares it.
  constructor(config?: any) {
    // The pool's option of the same name is the wait for a free connection.
    super({ ...config, connectionTimeoutMillis: CONNECT_MS * env.databasePatience });
    // Between the pool and its user nobody listens for a moment; an unhandled error would end the process.
    this.on('error', () => {});
    connections.add(this);
    this.once('end', () => {
      connections.delete(this);
      clearTimeout(this.clock);
    });
  }

  // biome-ignore lint/suspicious/noExplicitAny: pg's overloads cannot be restated; the arguments pass through untouched.
  override query(config: any, ...rest: any[]): any {
    this.gather();
    return super.query(config, ...rest);
  }

  /** `text` begins the transaction and may go on in it, all in one message. */
  async begin(span: Span, text: string, types: pg.CustomTypesConfig): Promise<pg.QueryResult[]> {
    this.span = span;
    this.gather();
    this.expectBy(Math.min(span.endsAt, Date.now() + BEGIN_MS * env.databasePatience));
    const answer = (await super.query({ text, types } as pg.QueryConfig)) as unknown as pg.QueryResult[];
    // What was asked for with it may have ended by now.
    if (this.span === span) this.expectBy(span.endsAt);
    return answer;
  }

  async commit(): Promise<void> {
    const { span } = this;
    this.gather();
    try {
      const [before] = (await super.query(COMMIT)) as unknown as pg.QueryResult<{ wrote: boolean }>[];
      if (span) span.wrote = before?.rows[0]?.wrote ?? false;
    } catch (error) {
      if (span && isLoss(error)) span.unconfirmed = true;
      throw error;
    } finally {
      this.rest();
    }
  }

  /** What is asked for at once leaves as one packet: each costs this process and PostgreSQL a wake-up. */
  private gather(): void {
    const { stream } = this;
    stream.cork();
    process.nextTick(() => stream.uncork());
  }

  /** False: the connection is of no more use. */
  async rollback(): Promise<boolean> {
    try {
      await super.query('ROLLBACK');
      return true;
    } catch {
      return false;
    } finally {
      this.rest();
    }
  }

  private expectBy(time: number): void {
    clearTimeout(this.clock);
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

  private rest(): void {
    clearTimeout(this.clock);
    this.clock = undefined;
    this.span = undefined;
  }

  private destroy(): void {
    // Not `end`, which waits for an answer; the pool does the same.
    this.stream.destroy(silence());
  }

  private get stream() {
    return (this as unknown as { connection: { stream: import('node:net').Socket } }).connection.stream;
  }
}

/** No answer, or the server going away: an ordinary error of COMMIT means that nothing was committed. */
function isLoss(error: unknown): boolean {
  const severity = error instanceof pg.DatabaseError ? error.severity : undefined;
  if (severity) return severity !== 'ERROR';
  return true;
}

/** Who waits for one waits before the pool (lib/fair-queue.ts). */
export function openPool(): pg.Pool {
  const pool = new pg.Pool({
    connectionString: env.databaseUrl,
    Client: DeadlineClient as typeof pg.Client & (new () => pg.ClientBase),
    // Statements asked for together leave together.
    pipeline: true,
    max: env.databasePool,
    connectionTimeoutMillis: CONNECT_MS * env.databasePatience,
    idleTimeoutMillis: 30_000,
    // Finds connections lost while idle before somebody needs them.
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
  });
  // A connection that dies while idle must not end the process.
  pool.on('error', () => {});
  return pool;
}
