import 'server-only';
import { countSecondFactor, forgetSecondFactor, signInLimits } from '@/lib/attempts/limits';
import { countAttemptAt, forgetAttempts, forgettingAttempts, recordDummyAttempt } from '@/lib/attempts/rate-limit';
import { type AuthCtx, type Client, withAuth } from '@/lib/auth';
import { DomainError } from '@/lib/errors';
import { queueMail } from '@/lib/mail/queue';
import { passwordMatches } from '@/lib/password/password';
import { ROLE_LABEL, type Role } from '@/lib/permission/schema';
import { shownPicture } from '@/lib/person/seat';
import { takeSecondFactor } from '@/lib/person/second-factor';
import { GRACE_DAYS } from '@/lib/retention';
import { type MfaChallenge, MfaRequired, verifyMfaToken, wrongSecondFactor } from '@/lib/session/mfa-challenge';
import { minimumDuration } from '@/lib/session/minimum-duration';
import type { SignedInUser, SignIn } from '@/lib/session/schema';
import { addSession, removeSession, replaceSession } from '@/lib/session/sessions';
import { ABSOLUTE_SECONDS, BEARER_SECONDS, IDLE_SECONDS, signToken } from '@/lib/session-token';
import { type Sql, sql } from '@/lib/sql';

/** Shortest refusal, in ms: hides the time of the audit line, which is written only for a member. */
const REFUSED_MS = 250;

/** The password is right, but the founder has not entered the code yet. */
export class Unconfirmed extends DomainError {}

export type OpenedSession = {
  token: string;
  expiresAt: Date;
  personId: string;
  sid: string;
  orgId: string;
  approval: number;
  /** Somebody else set the password: it must be changed first. */
  mustChangePassword: boolean;
  user: SignedInUser;
  organisation: { organisation_name: string; sub_domain: string };
};

type SeatToOpen = {
  member_id: string;
  person_id: string;
  role: Role;
  approval: number;
  approval_note: string | null;
  deactivated: boolean;
  name: string;
  email: string;
  picture: string | null;
  org_id: string;
  org_key: string;
  org_name: string;
  org_verified: boolean;
  org_deleted: boolean;
  must_change_password: boolean;
  password_hash: string;
  password_changed_at: Date;
  second_factor: boolean;
};

const seats = (where: Sql): Sql => sql`
  select m.id as member_id, m.person_id, m.role, m.approval, m.approval_note, m.deactivated_at is not null as deactivated,
         m.name, m.email, ${shownPicture} as picture, o.id as org_id, o.key as org_key, o.name as org_name,
         o.verified_at is not null as org_verified, o.deleted_at is not null as org_deleted, p.must_change_password,
         p.password_hash, p.password_changed_at, p.totp_enabled_at is not null as second_factor
    from person p join member m on m.person_id = p.id join organisation o on o.id = m.org_id
   where ${where} and (o.deleted_at is null or o.deleted_at > now() - make_interval(days => ${GRACE_DAYS}))`;

async function seatToOpen({ db }: AuthCtx, where: Sql): Promise<SeatToOpen | undefined> {
  const [row] = await db.$queryRaw<SeatToOpen[]>`${seats(where)}`;
  return row;
}

/** `key`: the organisation's present one, or what was given. */
async function seatUnder(
  { db }: Pick<AuthCtx, 'db'>,
  { email, sub_domain: given }: SignIn,
): Promise<{ key: string; seat?: SeatToOpen }> {
  const [row] = await db.$queryRaw<({ key: string } & (SeatToOpen | { member_id: null }))[]>`
    select present.key, seat.*
      from (select coalesce((select o.key from former_key f join organisation o on o.id = f.organisation_id
                              where f.key = ${given}), ${given}) as key) present
      left join lateral (${seats(sql`p.email = ${email} and o.key = present.key`)}) seat on true`;
  return { key: row?.key ?? given, ...(row && row.member_id !== null && { seat: row }) };
}

/**
 * The same `unauthenticated`, after the same work, for a wrong password, an unknown address and a non-member. Pending
 * members get a browser session only (waiting page); rejected and deactivated ones `forbidden` with the reason.
 */
export async function signInWithPassword(
  input: SignIn,
  kind: 'browser' | 'bearer',
  client: Client,
): Promise<OpenedSession> {
  const longEnough = minimumDuration(REFUSED_MS);
  const { seat, own } = await countAttemptAt(async (auth) => {
    const { key, seat } = await seatUnder(auth, input);
    const limits = await signInLimits(key, input.email, client);
    return { limits, found: { seat, own: [limits[0].key] } };
  });
  if (!(await passwordMatches(seat?.password_hash, input.password)) || !seat) {
    // For a stranger it writes as much: on a busy machine REFUSED_MS alone would not hide the difference.
    await (seat ? withAuth(client, async (auth) => audit(auth, seat, 'sign_in.failed')) : recordDummyAttempt());
    await longEnough;
    throw new DomainError('unauthenticated', 'Unauthorized! The email or the password is wrong for this organisation.');
  }
  // The account-wide count stays: it limits guessing from many addresses.
  if (seat.second_factor || refusalOf(seat, kind)) await forgetAttempts(own);
  refuseClosed(seat, kind);
  if (!seat.second_factor) return withAuth(client, (auth) => openSession(auth, seat, kind), forgettingAttempts(own));
  if (input.code === undefined) throw new MfaRequired(mfaChallengeOf(seat));
  return openWithCode(seat, input.code, kind, client);
}

const mfaChallengeOf = ({ member_id, org_key, password_changed_at }: SeatToOpen): MfaChallenge => ({
  sub: member_id,
  key: org_key,
  pwd: password_changed_at.getTime(),
});

/** Second step: MFA token and code. `unauthenticated` for an expired token or wrong code; `rate_limited` after five. */
export async function finishSignIn(
  mfaToken: string | undefined,
  orgKey: string,
  code: string,
  client: Client,
): Promise<OpenedSession> {
  const { sub, key, pwd } = await verifyMfaToken(mfaToken, orgKey);
  const seat = await withAuth(client, (auth) => seatToOpen(auth, sql`m.id = ${sub}::uuid and o.key = ${key}`));
  if (!seat?.second_factor || seat.password_changed_at.getTime() !== pwd) await verifyMfaToken(undefined, orgKey);
  refuseClosed(seat as SeatToOpen, 'browser');
  return openWithCode(seat as SeatToOpen, code, 'browser', client);
}

/** The code is taken in the transaction that opens the session. */
async function openWithCode(seat: SeatToOpen, code: string, kind: 'browser' | 'bearer', client: Client) {
  await countSecondFactor(seat.person_id);
  const opened = await withAuth(client, async (auth) => {
    const taken = await takeSecondFactor(auth, seat.person_id, code);
    if (!taken) return null;
    const { org_name: organisation, org_key: key, name } = seat;
    if (taken.recovery) {
      const [{ email } = { email: '' }] = await auth.db.$queryRaw<{ email: string }[]>`
        select email from person where id = ${seat.person_id}::uuid`;
      const what = `A recovery code was used to sign in. You have ${taken.left} left.`;
      const data = { name, organisation, key, title: 'A recovery code was used', what };
      await queueMail(auth, { orgId: seat.org_id, to: email, template: 'securityNotice', data });
    }
    return openSession(auth, seat, kind);
  });
  if (!opened) {
    await withAuth(client, async (auth) => audit(auth, seat, 'sign_in.code_failed'));
    throw wrongSecondFactor();
  }
  await forgetSecondFactor(seat.person_id);
  return opened;
}

function refuseClosed(seat: SeatToOpen, kind: 'browser' | 'bearer') {
  const refusal = refusalOf(seat, kind);
  if (refusal) throw refusal;
}

function refusalOf(seat: SeatToOpen, kind: 'browser' | 'bearer'): DomainError | null {
  const forbidden = (message: string) => new DomainError('forbidden', message);
  if (!seat.org_verified)
    return new Unconfirmed(
      'forbidden',
      `${seat.org_name} is not confirmed yet. Enter the code that we sent you, or ask for a new one.`,
    );
  if (seat.deactivated)
    return forbidden(`Your membership of ${seat.org_name} has been deactivated. Ask an admin of the organisation.`);
  if (seat.approval === 0)
    return forbidden(
      `Your request to join ${seat.org_name} was declined${seat.approval_note ? `: ${seat.approval_note}` : '.'}`,
    );
  // Admins may sign in to restore the organisation; nothing else is open to them.
  if (seat.org_deleted && (seat.role !== 'admin' || seat.approval !== 1 || kind === 'bearer'))
    return forbidden(`${seat.org_name} has been deleted.`);
  if (seat.approval === 2 && kind === 'bearer')
    return forbidden(`Your membership of ${seat.org_name} is waiting for approval.`);
  return null;
}

/** `absolute`: when it ends at the latest (seconds since the epoch), if an earlier sign-in has set that. */
async function openSession(
  auth: AuthCtx,
  seat: SeatToOpen,
  kind: 'browser' | 'bearer',
  absolute = Math.floor(Date.now() / 1000) + (kind === 'browser' ? ABSOLUTE_SECONDS : BEARER_SECONDS),
): Promise<OpenedSession> {
  const idle = Math.floor(Date.now() / 1000) + (kind === 'browser' ? IDLE_SECONDS : BEARER_SECONDS);
  const expires = Math.min(idle, absolute);
  const sid = await addSession(auth, seat, kind, absolute, true);
  audit(auth, seat, 'sign_in');
  const token = await signToken(
    { sub: seat.person_id, sid, org: seat.org_id, key: seat.org_key, kind, abs: absolute },
    expires,
  );
  return {
    token,
    expiresAt: new Date(expires * 1000),
    personId: seat.person_id,
    sid,
    orgId: seat.org_id,
    approval: seat.approval,
    mustChangePassword: seat.must_change_password,
    user: {
      _id: seat.member_id,
      name: seat.name,
      email: seat.email,
      role: seat.role,
      role_label: ROLE_LABEL[seat.role],
      pic: seat.picture,
    },
    organisation: { organisation_name: seat.org_name, sub_domain: seat.org_key },
  };
}

/** `memberId`: proved mailbox and password in this request; never from outside. Throws MfaRequired, `forbidden`. */
export async function openProvedSession(memberId: string, client: Client): Promise<OpenedSession> {
  const seat = await withAuth(client, (auth) => seatToOpen(auth, sql`m.id = ${memberId}::uuid`));
  if (!seat) throw new DomainError('not_found', 'This organisation does not exist, or you do not have access to it.');
  refuseClosed(seat, 'browser');
  if (seat.second_factor) throw new MfaRequired(mfaChallengeOf(seat));
  return withAuth(client, (auth) => openSession(auth, seat, 'browser'));
}

/** `not_found` if the person has no open seat there. */
export const switchSession = (sid: string, orgKey: string, client: Client): Promise<OpenedSession> =>
  withAuth(client, async (auth) => {
    const seat = await seatToOpen(
      auth,
      sql`o.key = ${orgKey} and o.deleted_at is null and m.person_id = (
        select now.person_id from session s join member now on now.org_id = s.org_id and now.id = s.member_id
         where s.id = ${sid}::uuid and s.kind = 'browser' and s.expires_at > now()
           and s.last_seen_at > now() - interval '24 hours')`,
    );
    if (!seat) throw new DomainError('not_found', 'This organisation does not exist, or you do not have access to it.');
    refuseClosed(seat, 'browser');
    const before = await removeSession(auth, sid);
    return openSession(auth, seat, 'browser', before?.ends_at);
  });

/** New id for the session after a change worth stealing it for. Null for a bearer: the caller holds its token. */
export const renewSession = (sid: string): Promise<OpenedSession['token'] | null> =>
  withAuth(null, async (auth) => {
    const [old] = await auth.db.$queryRaw<{ person_id: string; org_id: string; org_key: string; abs: number }[]>`
      select m.person_id, s.org_id, o.key as org_key, extract(epoch from s.expires_at)::float8 as abs
        from session s join member m on m.org_id = s.org_id and m.id = s.member_id join organisation o on o.id = s.org_id
       where s.id = ${sid}::uuid and s.kind = 'browser' and s.expires_at > now()`;
    if (!old) return null;
    const fresh = await replaceSession(auth, sid);
    const absolute = Math.floor(old.abs);
    const expires = Math.min(Math.floor(Date.now() / 1000) + IDLE_SECONDS, absolute);
    const claims = { sub: old.person_id, sid: fresh, org: old.org_id, key: old.org_key, kind: 'browser' as const };
    return signToken({ ...claims, abs: absolute }, expires);
  });

/** Ends cookie, bearer and live connections at once. False: there was no such session. */
export const endSession = (sid: string, client: Client | null = null): Promise<boolean> =>
  withAuth(client, async (auth) => {
    const seat = await removeSession(auth, sid);
    if (seat) audit(auth, seat, 'sign_out');
    return seat !== undefined;
  });

type Audited = Pick<SeatToOpen, 'org_id' | 'member_id' | 'email'>;
const audit = (auth: AuthCtx, seat: Audited, kind: `sign_${'in' | 'in.failed' | 'in.code_failed' | 'out'}`) =>
  auth.happened({ orgId: seat.org_id, memberId: seat.member_id }, kind, seat);
