import 'server-only';
import { takeShare } from '@/lib/attempts/shares';
import { type Client, withAuth } from '@/lib/auth';
import { isReadOnly } from '@/lib/database-errors';
import { asSeat, type Entrance, type Invited } from '@/lib/db';
import { type Author, derive, type Effects, newEffects, settle } from '@/lib/effects';
import { DomainError, notFound, sessionEnded } from '@/lib/errors';
import type { EventKind, Fact } from '@/lib/event/registry';
import { kickOutbox, type Lane, lanesAwaiting } from '@/lib/outbox';
import type { Actor } from '@/lib/permission/policy';
import type { Role } from '@/lib/permission/schema';
import type { ThemeName } from '@/lib/session/vocabulary';
import type { Db } from '@/lib/sql';
import { workflowsAt } from '@/lib/workflow/queries.kept';
import { NO_WORKFLOWS, type Workflows } from '@/lib/workflow/vocabulary';

/** One member in one organisation in one transaction: the only way to touch data. */
export type Ctx = {
  readonly db: Db;
  readonly org: {
    readonly id: string;
    readonly key: string;
    readonly name: string;
    readonly tint: string;
    readonly logo: string | null;
  };
  readonly sessionId?: string;
  readonly client: Pick<Caller, 'ip' | 'userAgent'>;
  readonly actor: Actor & {
    readonly name: string;
    readonly email: string;
    readonly picture: string | null;
    readonly personId: string;
    readonly locale: string;
    readonly timeZone: string;
  };
  /** What the statuses are called, and which moves are allowed. */
  readonly workflows: Workflows;
  /** Reports a fact: history, audit log, notifications and live messages follow, by its entry in events.ts. */
  happened<K extends EventKind>(...fact: Fact<K>): void;
  /** Writes what the facts so far cause: before reading history or notifications, and before the transaction ends. */
  settle(): Promise<void>;
  /** Somebody of the staff looks as this client, and can change nothing. */
  readonly view?: { readonly by: string; readonly byName: string; readonly endsAt: Date };
  /** Of a page: what its frame shows of the person. */
  readonly frame?: Frame;
  /** For admins: from here on the transaction also sees deleted projects and their contents. */
  openBin(): Promise<void>;
  /** From here on the transaction sees a project that is about to be made, or was just joined (rulings 3). */
  joined(projectId: string): Promise<void>;
};

export type Frame = {
  theme: ThemeName;
  single_keys: boolean;
  email: string;
  organisations: { key: string; name: string; tint: string; logo: string | null }[];
};

/**
 * As the token names the caller; their rights are read from the database. `org`: whose line it waits in. `chat`: by a
 * session of the chat's frame. `view`: `sid` is of a view of a client's pages.
 */
export type Caller = Client & { sid: string; org?: string; chat?: true; view?: true };

export type Seat = {
  org_id: string;
  org_key: string;
  org_name: string;
  org_tint: string;
  /** Version of the logo's bytes; null shows the initial. */
  org_logo: string | null;
  org_deleted_at: Date | null;
  member_id: string;
  person_id: string;
  role: Role;
  approval: number;
  approval_note: string | null;
  deactivated: boolean;
  name: string;
  email: string;
  picture: string | null;
  /** BCP 47. */
  locale: string;
  time_zone: string;
  must_change_password: boolean;
  second_factor_missing: boolean;
  session_kind: 'browser' | 'bearer';
  project_ids: string[];
  /** Raised with every change of a workflow; 0: there was none. */
  workflow_version: number;
  /** Of a view of a client's pages alone: who looks, and until when. */
  viewed_by?: string;
  viewed_by_name?: string;
  view_ends?: Date;
};

/** It was ended, has expired, or whoever looked or the client lost the right to it. */
export class ViewEnded extends DomainError {
  constructor() {
    super('unauthenticated', 'Unauthorized! This view has ended.');
  }
}

/** What is not there to be seen by looking as a client, and every change. */
export const notInView = (): DomainError =>
  new DomainError('forbidden', 'You are looking as a client: nothing can be changed, and what is private stays so.');

export class OtherOrganisation extends DomainError {
  constructor(
    readonly seat: Seat,
    readonly wanted: string,
  ) {
    super('not_found', notFound().message);
  }
}

/** Signed in, waiting for approval: sees only the waiting page. */
export class AwaitingApproval extends DomainError {
  constructor(readonly seat: Seat) {
    super('forbidden', `Your membership of ${seat.org_name} is waiting for approval.`);
  }
}

/** Declined while waiting: the waiting page says so. */
export class Declined extends DomainError {
  constructor(readonly seat: Seat) {
    super(
      'forbidden',
      `Your request to join ${seat.org_name} was declined${seat.approval_note ? `: ${seat.approval_note}` : '.'}`,
    );
  }
}

/** Being deleted: within the grace period an admin can undo it, and nothing else is possible. */
export class OrganisationDeleted extends DomainError {
  constructor(readonly seat: Seat) {
    super('forbidden', `${seat.org_name} has been deleted.`);
  }
}

/** Due before anything else: replacing a password that somebody else set, or a required second factor. */
export type SetupStep = 'password' | 'second_factor';

/** Calls that settle the step pass `allowedDuring`. */
export class SetupRequired extends DomainError {
  constructor(
    readonly seat: Seat,
    readonly due: SetupStep,
  ) {
    super(
      'forbidden',
      due === 'password'
        ? 'Somebody else set your password. Choose your own first (changePassword, or the page “New password”).'
        : `${seat.org_name} requires a second factor, and you have none yet. Set it up first (totp, or the page “Second factor”).`,
    );
  }
}

const setupRequiredOf = (seat: Seat): SetupStep | null =>
  seat.must_change_password ? 'password' : seat.second_factor_missing ? 'second_factor' : null;

export const DURING_ALL_SETUP: readonly SetupStep[] = ['password', 'second_factor'];

/**
 * The one door to tenant data: one caller, one organisation, one transaction, with row-level security. `orgKey`: the
 * address's organisation; null means the token's. Throws `unauthenticated`, AwaitingApproval, `forbidden` (rejected,
 * deactivated), OrganisationDeleted, OtherOrganisation, SetupRequired (unless `allowedDuring`). `how`: as an Entrance.
 */
export async function withOrg<T>(
  caller: Caller,
  orgKey: string | null,
  work: (ctx: Ctx) => Promise<T>,
  allowedDuring: readonly SetupStep[] = [],
  how: { framed?: boolean } = {},
): Promise<T> {
  const entrance = { sid: caller.sid, line: caller.org ?? caller.sid, chat: caller.chat, view: caller.view, ...how };
  const result = await open(
    entrance,
    caller.view ? () => new ViewEnded() : sessionEnded,
    caller,
    work,
    allowedDuring,
    orgKey,
  );
  if (result instanceof OtherOrganisation) {
    if (!caller.view) await noteForeignTry(result, caller);
    throw result;
  }
  return result;
}

/** The same door for a job that runs: as whoever asked for it, with the rights of now. Throws as `withOrg` does. */
export const withJob = <T>({ id, org_id }: { id: string; org_id: string | null }, work: (ctx: Ctx) => Promise<T>) =>
  inside({ job: id, line: org_id ?? id }, () => new DomainError('gone', 'This job has ended.'), {}, work);

/** The same door to the organisation `id` of the session's person: a token names one. `unauthenticated`: no member. */
export const withMembership = <T>(caller: Caller, id: string, work: (ctx: Ctx) => Promise<T>) =>
  // A view stays in its organisation: `enter_membership` knows sessions alone.
  inside({ sid: caller.sid, membership: id, line: id }, noMember, caller, work);
/** The same door for the private address of a calendar, to the organisation `id` of who made it. `not_found`: it is revoked. */
export const withFeed = <T>(feed: string, id: string, work: (ctx: Ctx) => Promise<T>) =>
  inside({ feed, membership: id, line: id }, () => notFound('The calendar'), {}, work);
/** The same door for the link of an invitation to a meeting. `not_found`: who it was sent to is no longer invited. */
export const withInvited = <T>(invited: Invited, caller: Client, work: (ctx: Ctx) => Promise<T>) =>
  inside({ invited, line: invited.org }, () => notFound('The invitation'), caller, work);

const noMember = () => new DomainError('unauthenticated', 'You are not a member of this organisation.');

const inside = <T>(entrance: Entrance, absent: () => DomainError, caller: Client, work: (ctx: Ctx) => Promise<T>) =>
  open(entrance, absent, caller, work, [], null) as Promise<T>;

async function open<T>(
  entrance: Entrance,
  absent: () => DomainError,
  caller: Client,
  work: (ctx: Ctx) => Promise<T>,
  allowedDuring: readonly SetupStep[],
  orgKey: string | null,
): Promise<T | OtherOrganisation> {
  let awaited: readonly Lane[] = [];
  const result = await asSeat<Seat, T | OtherOrganisation, Frame>(entrance, async (db, [seat], [own]) => {
    if (!seat) throw absent();
    if (orgKey !== null && seat.org_key !== orgKey) return new OtherOrganisation(seat, orgKey);
    if (seat.org_deleted_at) throw new OrganisationDeleted(seat);
    if (seat.deactivated)
      throw new DomainError('forbidden', `Your membership of ${seat.org_name} has been deactivated.`);
    if (seat.approval === 0) throw new Declined(seat);
    if (seat.approval !== 1) throw new AwaitingApproval(seat);
    const due = setupRequiredOf(seat);
    if (due && !allowedDuring.includes(due)) throw new SetupRequired(seat, due);
    const workflows = await workflowsAt(db, seat.org_id, seat.workflow_version);
    const ctx = contextOf(db, seat, newEffects(), caller, { workflows, frame: own?.page_frame });
    try {
      const value = await work(ctx);
      await ctx.settle();
      awaited = lanesAwaiting(db);
      return value;
    } catch (error) {
      throw ctx.view && isReadOnly(error) ? notInView() : error;
    }
  });
  kickOutbox(awaited);
  return result;
}

/** One audit line for repeated denied tries within these seconds: a page passes the door several times. */
const TRY_SECONDS = 600;

/** Audits a try without a seat, in both organisations' logs (G02). Only the caller's own log names the caller. */
const noteForeignTry = ({ seat, wanted }: OtherOrganisation, caller: Caller): Promise<void> =>
  withAuth(caller, async (auth) => {
    const [other] = await auth.db.$queryRaw<{ id: string }[]>`
      select o.id from organisation o where o.key = ${wanted} and o.verified_at is not null
         and not exists (select from member m where m.org_id = o.id and m.person_id = ${seat.person_id}::uuid)`;
    if (!other) return;
    const { granted } = await takeShare(`foreign:${seat.member_id}:${other.id}`, 1, 1, TRY_SECONDS, auth);
    if (!granted) return;
    auth.happened({ orgId: seat.org_id, memberId: seat.member_id }, 'access.denied', { wanted });
    auth.happened({ orgId: other.id, memberId: null }, 'access.foreign', null);
  });

export function contextOf(db: Db, seat: Seat, effects: Effects, caller?: Client, known: Partial<Ctx> = {}): Ctx {
  let projectIds = seat.project_ids;
  const { member_id: memberId, role, name, email, picture } = seat;
  const author: Author = { orgId: seat.org_id, memberId, ip: caller?.ip, userAgent: caller?.userAgent };
  return {
    db,
    org: { id: seat.org_id, key: seat.org_key, name: seat.org_name, tint: seat.org_tint, logo: seat.org_logo },
    sessionId: caller?.sid,
    ...{ workflows: NO_WORKFLOWS, ...known },
    client: { ip: caller?.ip, userAgent: caller?.userAgent },
    ...(seat.viewed_by &&
      seat.view_ends && { view: { by: seat.viewed_by, byName: seat.viewed_by_name ?? '', endsAt: seat.view_ends } }),
    actor: {
      memberId,
      role,
      name,
      email,
      picture,
      personId: seat.person_id,
      locale: seat.locale,
      timeZone: seat.time_zone,
      ...(seat.viewed_by && { viewing: true as const }),
      get projectIds() {
        return projectIds;
      },
    },
    happened: (...fact) => derive(effects, memberId, ...fact),
    settle: () => settle(db, author, effects),
    async openBin() {
      await db.$executeRaw`select set_config('app.bin', 'open', true)`;
    },
    async joined(projectId) {
      if (projectIds.includes(projectId)) return;
      projectIds = [...projectIds, projectId];
      await db.$executeRaw`select set_config('app.project_ids', ${`{${projectIds.join(',')}}`}, true)`;
    },
  };
}
