import 'server-only';
import type { NewPushSubscription } from '@/lib/notification/schema.push';
import type { Ctx } from '@/lib/org';
import type { PushTarget } from '@/lib/push/send';
import { newId } from '@/lib/validation';

/** Of one person in one organisation. */
const MOST = 20;
const GIVEN_UP = '7 days';

/** Again from the same browser: with its keys of now. The oldest make room. */
export async function keepSubscription({ db, actor, sessionId }: Ctx, { endpoint, keys }: NewPushSubscription) {
  await db.$executeRaw`
    insert into push_subscription (id, member_id, session_id, endpoint, p256dh, auth)
    values (${newId()}::uuid, ${actor.memberId}::uuid, ${sessionId ?? null}::uuid, ${endpoint}, ${keys.p256dh}, ${keys.auth})`;
  await db.$executeRaw`
    delete from push_subscription where member_id = ${actor.memberId}::uuid and id not in (
      select id from push_subscription where member_id = ${actor.memberId}::uuid order by created_at desc, id desc limit ${MOST}::int)`;
}

/** @returns how many there were */
export const removeSubscriptions = async ({ db }: Ctx, endpoints: readonly string[]): Promise<number> =>
  (await db.pushSubscription.deleteMany({ where: { endpoint: { in: [...endpoints] } } })).count;

export const subscriptionsOf = ({ db, actor: { memberId } }: Ctx): Promise<PushTarget[]> =>
  db.pushSubscription.findMany({ where: { memberId }, select: { endpoint: true, p256dh: true, auth: true } });

/** Those that did not answer for a week go. */
export async function noteAnswers({ db }: Ctx, answered: readonly string[], failed: readonly string[]): Promise<void> {
  await db.$executeRaw`
    update push_subscription set failed_since = case when endpoint = any(${[...failed]}::text[]) then coalesce(failed_since, now()) end
     where endpoint = any(${[...answered, ...failed]}::text[])`;
  await db.$executeRaw`delete from push_subscription where failed_since < now() - ${GIVEN_UP}::interval`;
}
