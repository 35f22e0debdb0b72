import 'server-only';
import type { AuthCtx } from '@/lib/auth';
import { DomainError } from '@/lib/errors';
import type { Ctx } from '@/lib/org';
import type { Role } from '@/lib/permission/schema';
import { type Sql, sql } from '@/lib/sql';

/** The only writer of `member`. Callers check rights and report events. */

type NewSeat = {
  id: string;
  orgId: string;
  personId: string;
  role: Role;
  /** 1 approved, 2 pending. */
  approval: 1 | 2;
  name: string;
  email: string;
};

const inserted = ({ id, orgId, personId, role, approval, name, email }: NewSeat) => sql`
  insert into member (id, org_id, person_id, role, approval, name, email)
  values (${id}::uuid, ${orgId}::uuid, ${personId}::uuid, ${role}, ${approval}::int, ${name}, ${email})
  on conflict (org_id, person_id)`;

/** False if the person has a seat there. */
export async function addSeat({ db }: AuthCtx, seat: NewSeat): Promise<boolean> {
  return (await db.$executeRaw`${inserted(seat)} do nothing`) === 1;
}

/** Also reopens a pending or declined seat. Returns its id; null: approved or deactivated. */
export async function admit({ db }: AuthCtx, seat: NewSeat): Promise<string | null> {
  const [made] = await db.$queryRaw<{ id: string }[]>`${inserted(seat)} do update
      set approval = 1, role = excluded.role, approval_note = null, decided_at = clock_timestamp(), decided_by_id = null
      where member.approval <> 1 and member.deactivated_at is null
    returning id`;
  return made?.id ?? null;
}

/** A declined person is pending again, after `rest` (an interval). Null if not allowed. */
export async function waitAgain(
  { db }: AuthCtx,
  { orgId, personId, rest }: { orgId: string; personId: string; rest: string },
): Promise<string | null> {
  const [again] = await db.$queryRaw<{ id: string }[]>`
    update member set approval = 2, role = 'user', approval_note = null
     where org_id = ${orgId}::uuid and person_id = ${personId}::uuid and approval = 0 and deactivated_at is null
       and (decided_at is null or decided_at <= now() - ${rest}::interval) returning id`;
  return again?.id ?? null;
}

/** In the transaction that proved the mailbox. Null: none waits. Members keep their own seat. Throws `gone`. */
export async function takeSeat(
  { db }: AuthCtx,
  { orgId, email, personId }: { orgId: string; email: string; personId: string },
): Promise<string | null> {
  const [seat] = await db.$queryRaw<{ id: string; deactivated: boolean; member: boolean }[]>`
    select m.id, m.deactivated_at is not null as deactivated,
           exists (select from member own where own.org_id = m.org_id and own.person_id = ${personId}::uuid) as member
      from member m where m.org_id = ${orgId}::uuid and m.email = ${email} and m.person_id is null for update`;
  if (!seat) return null;
  if (seat.member) {
    await db.$executeRaw`update member set deactivated_at = coalesce(deactivated_at, now()) where id = ${seat.id}::uuid`;
    return null;
  }
  if (seat.deactivated) throw new DomainError('gone', 'Your membership was deactivated. Ask an admin there.');
  await db.$executeRaw`update member set person_id = ${personId}::uuid, placed_at = null where id = ${seat.id}::uuid`;
  return seat.id;
}

type OwnSeat = { id: string; approval: number; deactivated: boolean; made: boolean };

/** The seat made for the person's mailbox, else the one `make` opens, else what they have there. Throws `gone`. */
export async function ownSeat(
  auth: AuthCtx,
  { id, orgId, personId, email, approval }: NewSeat,
  make: () => Promise<{ id: string; approval: number } | null>,
): Promise<OwnSeat> {
  const taken = await takeSeat(auth, { orgId, email, personId });
  if (taken) return { id: taken, approval: 1, deactivated: false, made: false };
  const made = await make();
  if (made) return { id: made.id, approval: made.approval, deactivated: false, made: true };
  const [own] = await auth.db.$queryRaw<Omit<OwnSeat, 'made'>[]>`
    select id, approval, deactivated_at is not null as deactivated from member
     where org_id = ${orgId}::uuid and person_id = ${personId}::uuid`;
  return { ...(own ?? { id, approval, deactivated: true }), made: false };
}

/** Of a member `m` and its person `p`; null without a picture. */
export const shownPicture = sql`'/api/picture/' || m.id || '/' || p.picture || '.webp'`;

/** The picture too: one may have been made while the member had no seat. */
export const signedInNow = ({ member_id }: { member_id: string }): Sql =>
  sql`update member m set picture = ${shownPicture}, last_seen_at = now()
    from person p where p.id = m.person_id and m.id = ${member_id}::uuid`;

export const showPicture = ({ db }: AuthCtx, personId: string) =>
  db.$executeRaw`update member m set picture = '/api/picture/' || m.id || '/' || p.picture || '.webp'
    from person p where p.id = m.person_id and p.id = ${personId}::uuid`;

export const showName = ({ db }: AuthCtx, personId: string, name: string) =>
  db.member.updateMany({ where: { personId, name: { not: name } }, data: { name } });

export const showEmail = ({ db }: AuthCtx, personId: string, email: string) =>
  db.member.updateMany({ where: { personId }, data: { email } });

export const noteFactorReset = ({ db }: AuthCtx, memberId: string) =>
  db.member.updateMany({ where: { id: memberId }, data: { secondFactorResetAt: new Date() } });

export const forgetFactorResets = ({ db }: AuthCtx, personId: string) =>
  db.member.updateMany({ where: { personId }, data: { secondFactorResetAt: null } });

type Details = { name: string; email: string; phone: string | null; company: string | null };

/** Waits for the owner of the mailbox. */
export const provisionSeat = ({ db }: Ctx, seat: Details & { id: string; role: Role }) =>
  db.member.createMany({ data: [{ ...seat, approval: 1, placedAt: new Date() }] });

/** `untaken`: only a seat that nobody has taken. False: nothing changed. */
export async function editSeat({ db }: Ctx, id: string, data: Partial<Details>, untaken: boolean): Promise<boolean> {
  const { count } = await db.member.updateMany({ where: { id, ...(untaken && { placedAt: { not: null } }) }, data });
  return count > 0;
}

/** False if the role is no longer `from`. */
export async function changeSeatRole({ db }: Ctx, id: string, from: Role, to: Role): Promise<boolean> {
  const { count } = await db.member.updateMany({ where: { id, role: from }, data: { role: to } });
  return count > 0;
}

/** `untaken`: only a seat that nobody has taken. False if closed already. */
export async function closeSeat({ db }: Ctx, id: string, { untaken = false } = {}): Promise<boolean> {
  const { count } = await db.member.updateMany({
    where: { id, deactivatedAt: null, ...(untaken && { placedAt: { not: null } }) },
    data: { deactivatedAt: new Date() },
  });
  return count > 0;
}

/** False if it is open. */
export async function reopenSeat({ db }: Ctx, id: string): Promise<boolean> {
  const { count } = await db.member.updateMany({
    where: { id, deactivatedAt: { not: null } },
    data: { deactivatedAt: null },
  });
  return count > 0;
}

/** For so long a decision that does not name the state it saw cannot overrule another member's. */
const SETTLE_SECONDS = 10;

/** Applies only to state `from`; without `seen` not right after another's decision. False: somebody was first. */
export async function writeDecision(
  { db, actor }: Ctx,
  { id, from, seen, to, note }: { id: string; from: number; seen: boolean; to: 0 | 1; note: string | null },
): Promise<boolean> {
  const count = await db.$executeRaw`
    update member set approval = ${to}::smallint, approval_note = ${note}, decided_at = clock_timestamp(),
           decided_by_id = ${actor.memberId}::uuid
     where id = ${id}::uuid and approval = ${from}::smallint and deactivated_at is null
       and (decided_at is null or decided_at < now())
       and (${seen}::boolean or decided_at is null or decided_by_id is not distinct from ${actor.memberId}::uuid
            or decided_at < now() - make_interval(secs => ${SETTLE_SECONDS}))`;
  return count === 1;
}
