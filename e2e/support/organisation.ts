import { randomBytes, randomUUID } from 'node:crypto';
import path from 'node:path';
import type { BrowserContextOptions, Page } from '@playwright/test';
import pg from 'pg';
import { v7 as uuid } from 'uuid';
import { ABSOLUTE_SECONDS, BEARER_SECONDS, IDLE_SECONDS, signToken } from '@/lib/session-token';
import { runningPostgres } from '../../scripts/postgres/embedded-postgres.mjs';
import { Program } from './program';

/** The people of a journey's organisation, as the screens show them; their password is the demo's. */
const PEOPLE = {
  admin: { name: 'Ruth Adeyemi', role: 'admin' },
  subadmin: { name: 'Jonas Keller', role: 'subadmin' },
  leader: { name: 'Maya Lindqvist', role: 'team_leader' },
  leader2: { name: 'Alex Moreau', role: 'team_leader' },
  user: { name: 'Daniel Osei', role: 'user' },
  ines: { name: 'Inês Rocha', role: 'user' },
  client: { name: 'Priya Raman', role: 'client' },
  observer: { name: 'Erik Halvorsen', role: 'observer' },
} as const;
export type Seat = keyof typeof PEOPLE;
export const nameOf = (seat: Seat): string => PEOPLE[seat].name;

let pool: pg.Pool | undefined;

/** Asks the database of the server under test itself, as its owner. */
export async function sql<Row extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<Row[]> {
  if (!pool) {
    const dir = path.join(process.env.E2E_DATA_DIR ?? '.data', 'postgres');
    const running = await runningPostgres({ dir });
    if (!running) throw new Error(`No database runs in ${dir}: is the server under test the one of E2E_DATA_DIR?`);
    pool = new pg.Pool({ connectionString: running.url, max: 2 });
  }
  return (await pool.query<Row>(text, values)).rows;
}

/** To be called when a worker ends. */
export async function closeDatabase(): Promise<void> {
  await pool?.end();
  pool = undefined;
}

/** One organisation with everybody in it, and a project that the leader leads for `user`, `ines` and the client. */
const MAKE = `
  with org as (
    insert into organisation (id, key, name, verified_at) values ($1, $2, $3, now()) returning id
  ), people as (
    insert into person (id, email, name, password_hash, email_verified_at, locale, time_zone)
    select s.person_id, s.seat || '@' || $2 || '.test', s.name,
      (select password_hash from person where email = 'admin@acme.test'), now(), 'en-GB', 'Europe/Berlin'
      from jsonb_to_recordset($4::jsonb) as s(seat text, name text, person_id uuid)
    returning id
  )
  insert into member (org_id, id, person_id, role, approval, name, email)
  select org.id, s.member_id, s.person_id, s.role, 1, s.name, s.seat || '@' || $2 || '.test'
    from org, jsonb_to_recordset($4::jsonb) as s(seat text, name text, role text, member_id uuid, person_id uuid)
   where (select count(*) from people) > 0`;

const OPEN = `insert into session (id, org_id, member_id, kind, expires_at)
  values ($1, $2, $3, $4, now() + make_interval(secs => $5))`;

type SessionKind = 'browser' | 'bearer';

/** The token of a new session of a member, as signing in would leave it. */
async function newSession(
  { org_id, key, member_id, person_id }: { org_id: string; key: string; member_id: string; person_id: string },
  kind: SessionKind,
): Promise<string> {
  const sid = randomUUID();
  const [idle, absolute] = kind === 'browser' ? [IDLE_SECONDS, ABSOLUTE_SECONDS] : [BEARER_SECONDS, BEARER_SECONDS];
  await sql(OPEN, [sid, org_id, member_id, kind, absolute]);
  const now = Math.floor(Date.now() / 1000);
  return signToken({ sub: person_id, org: org_id, key, sid, kind, abs: now + absolute }, now + idle);
}

const MEMBER = `
  select m.org_id, o.key, m.id as member_id, m.person_id
    from member m join organisation o on o.id = m.org_id
   where o.key = $1 and m.email = $2`;

/** The token of a new browser session of somebody of the demo, for journeys that look at it and change nothing. */
export async function demoSession(key: string, email: string): Promise<string> {
  const [member] = await sql<Parameters<typeof newSession>[0]>(MEMBER, [key, email]);
  if (!member) throw new Error(`There is no ${email} in ${key}`);
  return newSession(member, 'browser');
}

/** An organisation that belongs to one journey alone. */
export class Organisation {
  readonly id = uuid();
  readonly key = `j-${randomBytes(5).toString('hex')}`;
  readonly name = `Studio ${this.key.slice(2, 6)}`;
  readonly #members = Object.fromEntries(
    (Object.keys(PEOPLE) as Seat[]).map((seat) => [seat, { seat, member_id: uuid(), person_id: uuid() }]),
  ) as Record<Seat, { seat: Seat; member_id: string; person_id: string }>;
  readonly #programs = new Map<Seat, Promise<Program>>();

  private constructor(
    readonly baseURL: string,
    readonly open: (cookie: string | undefined, options?: BrowserContextOptions) => Promise<Page>,
  ) {}

  /** `open` opens a page with a session's token. */
  static async make(baseURL: string, open: Organisation['open']): Promise<Organisation> {
    const made = new Organisation(baseURL, open);
    const seats = Object.values(made.#members).map((one) => ({ ...one, ...PEOPLE[one.seat] }));
    await sql(MAKE, [made.id, made.key, made.name, JSON.stringify(seats)]);
    return made;
  }

  /** The path of one of its pages, such as `task?view=board`. */
  url(path: string): string {
    return `/${this.key}/${path}`;
  }

  memberId(seat: Seat): string {
    return this.#members[seat].member_id;
  }

  emailOf(seat: Seat): string {
    return `${seat}@${this.key}.test`;
  }

  /** A page of a browser of its own in which `seat` is signed in. */
  async as(seat: Seat, options?: BrowserContextOptions): Promise<Page> {
    return this.open(await this.token(seat, 'browser'), options);
  }

  /** The same person as a program. */
  program(seat: Seat): Promise<Program> {
    const known =
      this.#programs.get(seat) ?? this.token(seat, 'bearer').then((token) => new Program(this.baseURL, token));
    this.#programs.set(seat, known);
    return known;
  }

  /** A project that the leader leads, with these people by name, and the leader as a program. */
  async project(name: string, members?: string[], clients?: string[]) {
    const leader = await this.program('leader');
    return { leader, project: await leader.newProject(name, members, clients) };
  }

  /** The token of a new session of this seat, as signing in would leave it. */
  token(seat: Seat, kind: SessionKind): Promise<string> {
    return newSession({ org_id: this.id, key: this.key, ...this.#members[seat] }, kind);
  }
}
