import 'server-only';
import { takeShare } from '@/lib/attempts/shares';
import { type Client, withAuth } from '@/lib/auth';
import { asAuth } from '@/lib/db';
import { kickOutbox } from '@/lib/delivery/delivery';
import { type Author, derive, type Effects, newEffects, settle } from '@/lib/effects';
import { DomainError, notFound } from '@/lib/errors';
import type { EventKind, Fact } from '@/lib/event/registry';
import { isAwaited } from '@/lib/outbox';
import type { Actor } from '@/lib/permission/policy';
import type { Role } from '@/lib/permission/schema';
import type { Db } from '@/lib/sql';

/** One member, inside one organisation, inside one transaction. Whoever holds it may touch data; nobody else can. */
export type Ctx = {
  readonly db: Db;
  readonly org: {
    readonly id: string;
    readonly key: string;
    readonly name: string;
    readonly tint: string;
    readonly logo: string | null;
  };
  /** The session this is done in; none in tests. */
  readonly sessionId?: string;
  /** Where the call came from, as far as the server itself saw it. */
  readonly client: Pick<Caller, 'ip' | 'userAgent'>;
  readonly actor: Actor & {
    readonly name: string;
    readonly email: string;
    readonly picture: string | null;
    readonly personId: string;
    readonly locale: string;
    readonly timeZone: string;
  };
  /**
   * Says what happened: history, audit log, notifications and live messages follow from it by its entry in the domain's
   * events.ts, in this transaction.
   */
  happened<K extends EventKind>(...fact: Fact<K>): void;
  /** Writes what has happened so far. Whoever reads history or notifications asks for it first. */
  settle(): Promise<void>;
  /** For an admin: the rest of this transaction sees deleted projects too, and what belongs to them. */
  openBin(): Promise<void>;
  /** Lets the rest of this transaction see a project that is about to be made, or was just joined (rulings 3). */
  joined(projectId: string): Promise<void>;
};

/** The caller, as the token names it; what it may is found in the database. */
export type Caller = Client & { sid: string };

/** The seat a session leads to. */
export type Seat = {
  org_id: string;
  org_key: string;
  org_name: string;
  org_tint: string;
  /** Version of the logo's bytes; null shows the initial. */
  org_logo: string | null;
  /** When an admin asked for the organisation to be deleted. */
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
  /** BCP 47; how dates, times and numbers are written. */
  locale: string;
  /** IANA name. */
  time_zone: string;
  must_change_password: boolean;
  /** The organisation requires a second factor and this person has none yet. */
  second_factor_missing: boolean;
  session_kind: 'browser' | 'bearer';
  project_ids: string[];
};

/** Signed in here, but into another organisation; the page may offer to switch if the person belongs to both. */
export class OtherOrganisation extends DomainError {
  constructor(
    readonly seat: Seat,
    readonly wanted: string,
  ) {
    super('not_found', notFound().message);
  }
}

/** Signed in, but waiting for approval: sees the waiting page only. */
export class AwaitingApproval extends DomainError {
  constructor(readonly seat: Seat) {
    super('forbidden', `Your membership of ${seat.org_name} is waiting for approval.`);
  }
}

/** Signed in while waiting, and declined since: the waiting page says so. */
export class Declined extends DomainError {
  constructor(readonly seat: Seat) {
    super(
      'forbidden',
      `Your request to join ${seat.org_name} was declined${seat.approval_note ? `: ${seat.approval_note}` : '.'}`,
    );
  }
}

/** The organisation is being deleted: within the grace period an admin can take that back, and nobody can do anything else. */
export class OrganisationDeleted extends DomainError {
  constructor(readonly seat: Seat) {
    super('forbidden', `${seat.org_name} has been deleted.`);
  }
}

/** What stands before the work: a password that somebody else made, or a second factor that the organisation requires. */
export type SetupStep = 'password' | 'second_factor';

/** Signed in, but something is due first. Endpoints and pages that settle it pass the door `allowedDuring` it. */
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

/** Everything that can be due: for what tells people where they stand. */
export const DURING_ALL_SETUP: readonly SetupStep[] = ['password', 'second_factor'];

/**
 * The one door to tenant data: one caller, one organisation, one transaction. Inside it PostgreSQL itself hides every
 * other organisation, and what this member may not see (row-level security; the migration has the policies).
 *
 * `orgKey` is the organisation the address names; null for a call that means the token's own.
 * `allowedDuring`: what may be due all the same, for work that settles it.
 * Throws `unauthenticated`, AwaitingApproval, `forbidden` (rejected, deactivated), OrganisationDeleted, OtherOrganisation
 * or SetupRequired.
 */
export async function withOrg<T>(
  caller: Caller,
  orgKey: string | null,
  work: (ctx: Ctx) => Promise<T>,
  allowedDuring: readonly SetupStep[] = [],
): Promise<T> {
  let awaited = false;
  const result = await asAuth(async (db) => {
    const seat = await enter(db, caller.sid);
    if (orgKey !== null && seat.org_key !== orgKey) return new OtherOrganisation(seat, orgKey);
    if (seat.org_deleted_at) throw new OrganisationDeleted(seat);
    if (seat.deactivated)
      throw new DomainError('forbidden', `Your membership of ${seat.org_name} has been deactivated.`);
    if (seat.approval === 0) throw new Declined(seat);
    if (seat.approval !== 1) throw new AwaitingApproval(seat);
    const due = setupRequiredOf(seat);
    if (due && !allowedDuring.includes(due)) throw new SetupRequired(seat, due);
    const ctx = contextOf(db, seat, newEffects(), caller);
    const value = await work(ctx);
    await ctx.settle();
    awaited = isAwaited(db);
    return value;
  });
  if (result instanceof OtherOrganisation) {
    await noteForeignTry(result, caller);
    throw result;
  }
  if (awaited) kickOutbox();
  return result;
}

/** A denied try is written down again after this many seconds: a page asks the door several times. */
const TRY_SECONDS = 600;

/**
 * Somebody whose seat is elsewhere asks for an organisation they have no seat in: a line in the audit log of both (G02).
 * Theirs says who; the other learns no more than a server's own log would tell it.
 */
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

async function enter(db: Db, sid: string): Promise<Seat> {
  const [seat] = await db.$queryRaw<Seat[]>`select * from enter_organisation(${sid}::uuid)`;
  if (!seat) throw new DomainError('unauthenticated', 'Unauthorized! Your session has ended. Sign in again.');
  return seat;
}

/** The context a command or query gets; also built by the tests' `asMember`. */
export function contextOf(db: Db, seat: Seat, effects: Effects, caller?: Caller): Ctx {
  let projectIds = seat.project_ids;
  const { member_id: memberId, role, name, email, picture } = seat;
  const author: Author = { orgId: seat.org_id, memberId, ip: caller?.ip, userAgent: caller?.userAgent };
  return {
    db,
    org: { id: seat.org_id, key: seat.org_key, name: seat.org_name, tint: seat.org_tint, logo: seat.org_logo },
    sessionId: caller?.sid,
    client: { ip: caller?.ip, userAgent: caller?.userAgent },
    actor: {
      memberId,
      role,
      name,
      email,
      picture,
      personId: seat.person_id,
      locale: seat.locale,
      timeZone: seat.time_zone,
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
