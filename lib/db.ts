import 'server-only';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { handleOn, heard, newPlace, type Place, TYPES } from '@/lib/database/handle';
import { isCollision } from '@/lib/database-errors';
import { type DeadlineClient, openPool, type Span } from '@/lib/db.connection';
import { currentDeadline, type Deadline } from '@/lib/deadline';
import { env } from '@/lib/env';
import { DomainError, toFailure } from '@/lib/errors';
import { FairQueue, type Turn } from '@/lib/fair-queue';
import { type Db, sql } from '@/lib/sql';
import { isAway, noteAvailable, noteUnavailable, UNSURE } from '@/lib/unavailable/note';

type Database = { pool: pg.Pool; turns: FairQueue; places: Place[] };
const held = globalThis as { guildhallDatabase?: Database };

/** Connections that are left to the others, whatever one organisation does. */
const FOR_OTHERS = 2;

function database(): Database {
  const most = env.databasePool;
  held.guildhallDatabase ??= {
    pool: openPool(),
    turns: new FairQueue(most, Math.max(1, most - FOR_OTHERS)),
    places: [],
  };
  return held.guildhallDatabase;
}

/** In ms: to get a turn, to work, and until the connection is given up. */
const WAIT_MS = 10_000;
const WORK_MS = 5_000;
const TRANSACTION_MS = 9_000;
const AGAIN_MS = 1_000;
const COLLISIONS = 5;
const COLLISION_MS = 50;

/** How a transaction begins. */
type Opening = {
  role: 'auth' | 'worker';
  /** Whose line it waits in: an organisation's id, or what the work is for. */
  line: string;
  /** It only counts or tidies, which the caller did not ask for. */
  counts?: true;
  /** Statements sent together with BEGIN. They have no parameters: only what is known to be harmless is in them. */
  first?: string[];
};

/** `first`: the rows of each of the opening's statements. */
type Work<T> = (db: Db, first: unknown[][]) => Promise<T>;

// Row security hides a column's row count from the planner. With an SSD's random read price it walks the column's index
// in order instead of sorting the whole column (lib/task/queries.test.ts).
// Limits are the transaction's, in ms: a pooler gives the connection to others, and knows no settings of sessions.
const settings = (role: Opening['role']) => [
  'begin',
  `set local role ${role}`,
  'set local random_page_cost = 1.1',
  `set local statement_timeout = ${patiently(5_000)}`,
  `set local lock_timeout = ${patiently(4_000)}`,
  `set local idle_in_transaction_session_timeout = ${patiently(10_000)}`,
];
const patiently = (ms: number) => Math.round(ms * env.databasePatience);

/**
 * A connection that falls silent before the work began is replaced once. After a collision, which PostgreSQL rolls
 * back, all is retried, `work` included.
 */
async function transact<T>(opening: Opening, work: Work<T>): Promise<T> {
  const call = currentDeadline();
  const turn = await takeTurn(opening.line, call);
  try {
    return await inTurn(turn, opening, call, work);
  } finally {
    turn.release();
  }
}

/**
 * A change may wait longer than its time, which begins with its turn unless the database is away. Reading is given up
 * by its deadline.
 */
async function takeTurn(line: string, call: Deadline | undefined): Promise<Turn> {
  const since = Date.now();
  const patience = WAIT_MS * env.databasePatience;
  // Null, not an error: server and pages are bundled apart, and share the queue but no classes.
  const turn = await database().turns.take(
    line,
    call?.kind === 'read' ? Math.min(patience, call.endsAt - since) : patience,
  );
  if (!turn) throw noteUnavailable(busy());
  if (call?.kind === 'write' && !isAway()) call.endsAt += Date.now() - since;
  return turn;
}

async function inTurn<T>(turn: Turn, opening: Opening, call: Deadline | undefined, work: Work<T>): Promise<T> {
  const endsAt = Math.min(Date.now() + TRANSACTION_MS * env.databasePatience, call?.endsAt ?? Infinity);
  for (let first = true, again = 0; ; first = false) {
    const span: Span = { endsAt };
    let began = false;
    try {
      const result = await open(turn, opening, span, (...given) => {
        began = true;
        return work(...given);
      });
      noteAvailable();
      if (call && span.wrote && !opening.counts) call.saved = true;
      return result;
    } catch (error) {
      if (isCollision(error) && again++ < COLLISIONS && endsAt - Date.now() > AGAIN_MS) {
        await sleep(COLLISION_MS * again * Math.random());
        continue;
      }
      const away = toFailure(error).code === 'unavailable';
      const unsure = call?.kind !== 'read' && Boolean(span.unconfirmed || (away && call?.saved));
      if (!away && !unsure) throw error;
      const failure = unsure ? unconfirmed() : error;
      if (began || !first || endsAt - Date.now() < AGAIN_MS) throw noteUnavailable(failure);
    }
  }
}

async function open<T>({ place }: Turn, opening: Opening, span: Span, work: Work<T>): Promise<T> {
  const { pool, places } = database();
  const left = span.endsAt - Date.now();
  if (left <= 0) throw busy();
  const client = (await pool.connect()) as DeadlineClient & pg.PoolClient;
  const own = places[place] ?? newPlace();
  places[place] = own;
  let ended = false;
  const over = () => Promise.reject(new Error('This transaction has ended.'));
  const connection = {
    query: (config: pg.QueryConfig): Promise<pg.QueryResult> => (ended ? over() : client.query(config)),
  };
  own.connection = connection;
  let late: NodeJS.Timeout | undefined;
  let usable = true;
  try {
    const begun = settings(opening.role);
    const answers = await client.begin(span, [...begun, ...(opening.first ?? [])].join('; '), TYPES);
    const tooLate = new Promise<never>((_, reject) => {
      late = setTimeout(() => reject(busy()), Math.min(WORK_MS * env.databasePatience, left));
    });
    const db = handleOn(connection, own.models);
    roles.set(db, opening.role);
    const first = answers.slice(begun.length).map(({ rows }) => rows);
    const result = await Promise.race([heard(work(db, first)), tooLate]);
    ended = true;
    await client.commit();
    return result;
  } catch (error) {
    // Work that was too late goes on: after the ROLLBACK its statements would count, without role and row security.
    ended = true;
    usable = span.unconfirmed ? false : await client.rollback();
    throw error;
  } finally {
    own.connection = undefined;
    clearTimeout(late);
    client.release(!usable);
  }
}

/** As which role each transaction goes on. */
const roles = new WeakMap<Db, Role>();
type Role = 'auth' | 'worker' | 'tenant';
const SET_ROLE = {
  auth: sql`set local role auth`,
  worker: sql`set local role worker`,
  tenant: sql`set local role tenant`,
} satisfies Record<Role, unknown>;

/** What follows in this transaction runs as `role`. */
export async function goOnAs(db: Db, role: Role): Promise<void> {
  await db.$executeRaw(SET_ROLE[role]);
  roles.set(db, role);
}

const busy = () => new DomainError('unavailable', 'The database is busy. Try again in a moment.', { retryAfter: 2 });

/** Saved or not: unknown. A repetition with its key or version takes effect only once. */
const unconfirmed = () => new DomainError('unavailable', UNSURE, { retryAfter: 5 });

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const NOBODY = '00000000-0000-0000-0000-000000000000';
const literalOf = (id: string) => `'${UUID.test(id) ? id : NOBODY}'`;

/** Only the doors import this file: lib/org.ts, lib/auth.ts and lib/worker.ts. `role`: what the work begins as. */
export const asAuth = <T>(work: (db: Db) => Promise<T>, role: Opening['role'] = 'auth'): Promise<T> =>
  transact({ role, line: 'auth' }, work);

/**
 * A session, in its organisation or another of its person's; a job that runs as whoever asked for it; a calendar's private
 * address; or the link of an invitation to a meeting. `line`: of the queue for a connection. `chat`: `sid` is of a session of the chat, which stands for the
 * one it was opened from. `view`: it is a view of a client's pages.
 */
export type Entrance = { line: string; framed?: boolean } & (
  | { sid: string; chat?: boolean; view?: boolean; membership?: string; job?: undefined }
  | { job: string }
  | { feed: string; membership: string; job?: undefined }
  | { invited: Invited; job?: undefined }
);

/** Whom an invitation to a meeting was sent to, and when they were invited. */
export type Invited = { org: string; meeting: string; member: string; at: Date };

/**
 * Finds the seat, and goes on as it, in the message that begins. `seats`: one, or none. `frames`: of a session with
 * `framed`, what the frame around a page shows of the person.
 */
export const asSeat = <S, T, F = unknown>(
  entrance: Entrance,
  work: (db: Db, seats: S[], frames: { page_frame: F }[]) => Promise<T>,
): Promise<T> => {
  const { line, framed } = entrance;
  const enter = (name: string, ...ids: string[]) => `select * from ${name}(${ids.join(', ')})`;
  if ('invited' in entrance) {
    const { org, meeting, member, at } = entrance.invited;
    const first = [enter('enter_by_invitation', ...[org, meeting, member].map(literalOf), `'${at.toISOString()}'`)];
    return seated({ role: 'auth', line, first }, work);
  }
  const given = literalOf(
    'feed' in entrance ? entrance.feed : entrance.job === undefined ? entrance.sid : entrance.job,
  );
  const ofChat = 'chat' in entrance && entrance.chat;
  const id = ofChat ? `(select session_id from chat_session where id = ${given} and opened_at is not null)` : given;
  const seat =
    'feed' in entrance
      ? enter('enter_feed', given, literalOf(entrance.membership))
      : entrance.job !== undefined
        ? enter('enter_job', id)
        : entrance.view
          ? enter('enter_view', given)
          : entrance.membership
            ? enter('enter_membership', given, literalOf(entrance.membership))
            : enter('enter_organisation', id);
  const owner = 'view' in entrance && entrance.view ? `(select session_id from client_view where id = ${given})` : id;
  const first = [...(framed ? [`select page_frame(${owner})`] : []), seat];
  return seated({ role: 'auth', line, first }, work);
};

const seated = <S, T, F>(
  opening: Opening & { first: string[] },
  work: (db: Db, seats: S[], frames: { page_frame: F }[]) => Promise<T>,
): Promise<T> =>
  transact(opening, (db, rows) => {
    const seats = (rows.at(-1) ?? []) as S[];
    // The function that found the seat has gone on as it.
    if (seats.length) roles.set(db, 'tenant');
    return work(db, seats, (rows.length > 1 ? rows[0] : []) as { page_frame: F }[]);
  });

/** Looks something up before it counts: `work` itself goes on as `worker`. */
export const asAuthCounting = <T>(work: (db: Db) => Promise<T>): Promise<T> =>
  transact({ role: 'auth', line: 'worker', counts: true }, work);

/** Outbox, limits, sweeps. */
export const asWorker = <T>(work: (db: Db) => Promise<T>): Promise<T> =>
  transact({ role: 'worker', line: 'worker', counts: true }, work);

/** A second transaction inside the door would wait for a connection while holding one: ten would deadlock. */
export async function asRoleWithin<T>(db: Db, role: 'auth' | 'worker', work: (db: Db) => Promise<T>): Promise<T> {
  const before = roles.get(db) ?? 'auth';
  await goOnAs(db, role);
  const back = () => goOnAs(db, before);
  try {
    const result = await work(db);
    await back();
    return result;
  } catch (error) {
    // The caller may catch a refusal and go on; after a database error the transaction is over anyway.
    if (error instanceof DomainError) await back();
    throw error;
  }
}

export async function closeDatabase(): Promise<void> {
  const open = held.guildhallDatabase;
  held.guildhallDatabase = undefined;
  await Promise.all(open?.places.map((place) => place.close()) ?? []);
  await open?.pool.end();
}
