import 'server-only';
import { createHash } from 'node:crypto';
import { counted } from '@/lib/counted';
import { DomainError } from '@/lib/errors';
import type { CheckedRow, RowProblem } from '@/lib/invitation/schema';
import { INVITATION_DAYS } from '@/lib/invitation/vocabulary';
import type { Ctx } from '@/lib/org';
import type { Role } from '@/lib/permission/schema';

export type NewInvitation = {
  id: string;
  email: string;
  name: string | null;
  role: Role;
  projectIds: string[];
  tokenHash: string;
};

/** Leaves out emails with an open invitation. Returns the ids written. */
export async function insertInvitations(ctx: Ctx, rows: NewInvitation[], batchId: string | null): Promise<Set<string>> {
  const json = JSON.stringify(rows);
  const written = await ctx.db.$queryRaw<{ id: string }[]>`
    insert into invitation (id, email, name, role, project_ids, token_hash, invited_by_id, batch_id, expires_at)
    select (r ->> 'id')::uuid, r ->> 'email', r ->> 'name', r ->> 'role',
           array(select jsonb_array_elements_text(r -> 'projectIds'))::uuid[], r ->> 'tokenHash',
           ${ctx.actor.memberId}::uuid, ${batchId}::uuid, now() + make_interval(days => ${INVITATION_DAYS}::int)
      from jsonb_array_elements(${json}::jsonb) r order by r ->> 'email'
    on conflict (org_id, email) where accepted_at is null and revoked_at is null do nothing
    returning id`;
  return new Set(written.map(({ id }) => id));
}

/** So that these emails can be invited again. */
export async function endExpired({ db }: Ctx, emails: string[]): Promise<void> {
  await db.$executeRaw`update invitation set revoked_at = now()
    where email = any(${emails}) and accepted_at is null and revoked_at is null and expires_at <= now()`;
}

/** Their links end at once. */
export async function endInvitations({ db }: Ctx, email: string): Promise<void> {
  await db.invitation.updateMany({
    where: { email, acceptedAt: null, revokedAt: null },
    data: { revokedAt: new Date() },
  });
}

export type Standing = { email: string; approval: number | null; deactivated: boolean; invited: boolean };

export async function standingOf({ db }: Ctx, emails: string[]): Promise<Map<string, Standing>> {
  const rows = await db.$queryRaw<Standing[]>`
    select a.email, m.approval, m.deactivated_at is not null as deactivated,
           exists (select from invitation i where i.email = a.email and i.accepted_at is null and i.revoked_at is null
                    and i.expires_at > now()) as invited
      from unnest(${emails}::text[]) as a(email) left join member m on lower(m.email) = a.email`;
  return new Map(rows.map((row) => [row.email, row]));
}

/** The old token ends. False: no longer open. */
export async function renewInvitation({ db, actor }: Ctx, id: string, tokenHash: string): Promise<boolean> {
  const count = await db.$executeRaw`update invitation
      set token_hash = ${tokenHash}, sent_at = now(), expires_at = now() + make_interval(days => ${INVITATION_DAYS}::int),
          invited_by_id = ${actor.memberId}::uuid
    where id = ${id}::uuid and accepted_at is null and revoked_at is null`;
  return count === 1;
}

/** Windows of `seconds`. Per key: how much is used, and the seconds until the window restarts. */
export async function countInvitations({ db }: Ctx, amounts: ReadonlyMap<string, number>, seconds: number) {
  const keys = [...amounts.keys()];
  const rows = await db.$queryRaw<{ at_key: string; used: number; wait: number }[]>`
    select * from count_invitations(${keys}::text[], ${[...amounts.values()]}::int[], ${seconds}::int)`;
  return new Map(rows.map(({ at_key, used, wait }) => [at_key, { used, wait }]));
}

const HOUR = 3600;
const DAY = 86_400;
const PER_HOUR = 200;
const PER_DAY_BY_FILE = 10_000;
const PER_ADDRESS = 3;

const UNUSED = { used: 0, wait: 0 };

/** I11: per organisation, 200 an hour by hand, 10,000 a day by file. Throws `rate_limited`. */
export async function withinInvitations(ctx: Ctx, how: 'hand' | 'file', amount: number): Promise<void> {
  const [key, max, seconds] =
    how === 'hand' ? (['hour', PER_HOUR, HOUR] as const) : (['file', PER_DAY_BY_FILE, DAY] as const);
  const { used, wait } = (await countInvitations(ctx, new Map([[key, amount]]), seconds)).get(key) ?? UNUSED;
  if (used > max)
    throw new DomainError(
      'rate_limited',
      how === 'hand'
        ? `Your organisation can send ${PER_HOUR} invitations an hour. Try again in ${counted(Math.ceil(wait / 60), 'minute')}.`
        : `Your organisation can invite ${PER_DAY_BY_FILE} people a day by file. Try again in ${counted(Math.ceil(wait / HOUR), 'hour')}.`,
      { retryAfter: wait },
    );
}

/** Emails beyond three invitations a day from this organisation, with the seconds to wait. */
export async function overAsked(ctx: Ctx, emails: string[]): Promise<Map<string, number>> {
  const keyOf = (email: string) => `address:${createHash('sha256').update(email).digest('base64url')}`;
  const counted = await countInvitations(ctx, new Map(emails.map((email) => [keyOf(email), 1])), DAY);
  return new Map(
    emails.flatMap((email) => {
      const { used, wait } = counted.get(keyOf(email)) ?? UNUSED;
      return used > PER_ADDRESS ? [[email, wait] as const] : [];
    }),
  );
}

export async function projectsToJoin({
  db,
}: Ctx): Promise<{ id: string; key: string; name: string; leaderId: string | null }[]> {
  return db.project.findMany({ select: { id: true, key: true, name: true, leaderId: true } });
}

/** The rows of a file by what is to become of them. */
export type Sorted = { good: CheckedRow[]; errors: RowProblem[]; skipped: RowProblem[] };

/** The same upload sent again is the same batch: false. Null: the id is another upload's. */
export async function beginBatch(
  { db, actor }: Ctx,
  batch: { id: string; fileName: string; contentHash: string; total: number } & Sorted,
): Promise<boolean | null> {
  const { id, fileName, contentHash, total, errors, skipped } = batch;
  const good = batch.good.map(({ row, person }) => [row, person.email]);
  const made = await db.$executeRaw`
    insert into invitation_batch (id, created_by_id, file_name, content_hash, total, errors, left_out, skipped, good)
    values (${id}::uuid, ${actor.memberId}::uuid, ${fileName}, ${contentHash}, ${total}::int, ${JSON.stringify(errors)}::jsonb,
            ${JSON.stringify(skipped)}::jsonb, ${skipped.length}::int, ${JSON.stringify(good)}::jsonb) on conflict (id) do nothing`;
  if (made) return true;
  const own = { id, contentHash, createdById: actor.memberId };
  return (await db.invitationBatch.findFirst({ where: own, select: { id: true } })) ? false : null;
}

/** Adds what a piece of the file left out. */
export async function markBatch(
  { db }: Ctx,
  id: string,
  { skipped, finished }: { skipped: unknown[]; finished: boolean },
): Promise<void> {
  await db.$executeRaw`update invitation_batch b set skipped = b.skipped + ${skipped.length}::int,
      left_out = b.left_out || ${JSON.stringify(skipped)}::jsonb,
      invited = (select count(*) from invitation i where i.batch_id = b.id),
      finished_at = case when ${finished}::boolean then now() end where b.id = ${id}::uuid`;
}

/** Who was invited by an upload. */
export async function invitedBy({ db }: Ctx, batchId: string): Promise<Set<string>> {
  const rows = await db.invitation.findMany({ where: { batchId }, select: { email: true } });
  return new Set(rows.map(({ email }) => email));
}
