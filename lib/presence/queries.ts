import 'server-only';
import type { Page } from '@/lib/contract/endpoint';
import { seesEverybody } from '@/lib/member/policy';
import type { Ctx } from '@/lib/org';
import { paginate } from '@/lib/paging';
import { seesStatusLines } from '@/lib/presence/policy';
import type { ListPresence, PresenceRecord, SayPresence } from '@/lib/presence/schema';
import { COUNTS_SECONDS } from '@/lib/presence/vocabulary';
import { type Sql, sql } from '@/lib/sql';

const stateOf = (p: Sql): Sql =>
  sql`case when ${p}.seen_at > now() - make_interval(secs => ${COUNTS_SECONDS}) then ${p}.state else 'offline' end`;

/** People whom the caller sees, who are there or left a line about themselves. */
export const listPresence = ({ db, actor }: Ctx, range: ListPresence): Promise<Page<PresenceRecord>> =>
  paginate<PresenceRecord, PresenceRecord>(
    db,
    range,
    {
      found: sql`select p.member_id as _id, ${stateOf(sql`p`)} as state,
          case when ${seesStatusLines(actor)} then p.status_text end as status_text
        from presence p
       where (${seesEverybody(actor)} or p.member_id = ${actor.memberId}::uuid
              or exists (select from project_member pm where pm.org_id = p.org_id and pm.member_id = p.member_id))
         and (p.seen_at > now() - make_interval(secs => ${COUNTS_SECONDS}) or (p.status_text is not null and ${seesStatusLines(actor)}))`,
      order: sql`_id`,
    },
    (row) => row,
  );

/** Writes what the caller says of themselves. `changed`: others see something else than before. */
export async function keepPresence(
  { db, actor }: Ctx,
  { state, status_text }: SayPresence,
): Promise<{ record: PresenceRecord; changed: boolean }> {
  const [row] = await db.$queryRaw<[PresenceRecord & { was: string | null; said: string | null }]>`
    with before as (select ${stateOf(sql`p`)} as was, p.status_text as said from presence p
                     where p.member_id = ${actor.memberId}::uuid),
    put as (insert into presence (member_id, state, status_text) values (${actor.memberId}::uuid, ${state}, ${status_text ?? null})
      on conflict (org_id, member_id) do update set state = excluded.state, seen_at = now(),
        status_text = case when ${status_text === undefined} then presence.status_text else excluded.status_text end
      returning member_id, state, status_text)
    select put.member_id as _id, put.state, put.status_text, before.was, before.said from put left join before on true`;
  const { was, said, ...record } = row;
  return { record, changed: was !== record.state || said !== record.status_text };
}
