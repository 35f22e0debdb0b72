import 'server-only';
import { notArchived } from '@/lib/archived';
import { env } from '@/lib/env';
import { queueNotices } from '@/lib/mail/queue';
import { noticesOf } from '@/lib/notification/queries';
import { current } from '@/lib/notification/queries.current';
import { noteAnswers, removeSubscriptions, subscriptionsOf } from '@/lib/notification/queries.push';
import { readSettings } from '@/lib/notification/queries.settings';
import { grouped, planOf, type Waiting } from '@/lib/notification/vocabulary.plan';
import { aboutIn, pageIn, requestIn, whoIn } from '@/lib/notification/vocabulary.row';
import type { Ctx } from '@/lib/org';
import { addToOutbox, type NewOutboxRow } from '@/lib/outbox';
import type { Pushed, PushMessage, PushTarget } from '@/lib/push/send';
import { addJobs } from '@/lib/queue/jobs';
import { deliveriesOf } from '@/lib/realtime/events';
import { type Db, recordset, sql } from '@/lib/sql';
import { linksOf } from '@/lib/tenant/organisation-path';
import { cut, cutBytes } from '@/lib/text';
import { withWorker } from '@/lib/worker';

type Seat = { org_id: string; member_id: string };

/** Notifications looked at in one run of the schedule. */
const MOST = 500;

const outdated = ({ org_id, member_id }: Seat): NewOutboxRow => ({
  orgId: org_id,
  kind: 'realtime',
  payload: deliveriesOf(org_id, { type: 'notification.changed', memberId: member_id }),
});

const tell = (db: Db, seats: readonly Seat[]) => addToOutbox(db, seats.map(outdated));

/** What comes back from being away does, and who may have to be sent something has a job. Whether there are any. */
export const queueNotifications = (): Promise<boolean> =>
  withWorker(async (db) => {
    const woken = await db.$queryRaw<Seat[]>`select org_id, member_id from wake_notifications()`;
    await tell(db, woken);
    const due = await db.$queryRaw<Seat[]>`select org_id, member_id from claim_notifications(${MOST}::int)`;
    await addJobs(
      db,
      due.map(({ org_id, member_id }) => ({
        ...{ kind: 'notification.send' as const, lane: 'work' as const, orgId: org_id, memberId: member_id },
        payload: {},
      })),
    );
    return woken.length + due.length > 0;
  });

/** Assignees hear of tasks that are due soon, or overdue. Whether there are any. */
export const noticeDueTasks = (): Promise<boolean> =>
  withWorker(async (db) => {
    const noticed = await db.$queryRaw<Seat[]>`select org_id, member_id from notice_due_tasks()`;
    await tell(db, noticed);
    return noticed.length > 0;
  });

type Row = Omit<Waiting, 'created_at' | 'chat'> & { created_at: Date; in_room: boolean; room_mailed_at: Date | null };

/** A notification `n` of a task in an archived project, that calls nobody by name: it stays in the inbox, and is not sent. */
const putAway = sql`topic <> 'mentioned' and exists (select from task t where t.id = n.task_id and not (${notArchived}))`;

/** The caller's emails that are due are queued. Gives what is to be pushed; it is marked when it has been. */
export async function sendDue(ctx: Ctx): Promise<Waiting[]> {
  const { db, actor } = ctx;
  const held = await db.$queryRaw<{ id: string }[]>`
    select n.id from notification n where n.member_id = ${actor.memberId}::uuid and n.deliver_at is not null for update skip locked`;
  if (!held.length) return [];
  const rows = await db.$queryRaw<Row[]>`
    select id, topic, subject, created_at, read_at is not null or state <> 'inbox' or ${putAway} as seen,
           mailed_at is not null as mailed, pushed_at is not null as pushed, room_id is not null as in_room,
           (select max(o.mailed_at) from notification o where o.org_id = n.org_id and o.member_id = ${actor.memberId}::uuid
               and o.room_id = n.room_id and o.read_at is null) as room_mailed_at
      from (${current(ctx)}) n where id = any(${held.map(({ id }) => id)}::uuid[]) and topic is not null`;
  const waiting = rows.map(({ in_room, room_mailed_at: mailed, ...row }) => ({
    ...row,
    created_at: row.created_at.getTime(),
    chat: in_room ? { mailed_at: mailed?.getTime() ?? null } : undefined,
  }));
  const settings = await readSettings(ctx);
  const pushes = Boolean(env.push) && (await subscriptionsOf(ctx)).length > 0;
  const plan = planOf(waiting, settings, { now: Date.now(), zone: actor.timeZone, pushes });
  const ids = (some: readonly Waiting[]) => some.map(({ id }) => id);
  await queueNotices(ctx, actor, [
    ...grouped(plan.email, ({ subject }) => subject).map((some) => ({ notifications: ids(some), digest: false })),
    ...(plan.digest.length ? [{ notifications: ids(plan.digest), digest: true }] : []),
  ]);
  const mailed = new Set(ids([...plan.email, ...plan.digest]));
  const pushing = new Set(ids(plan.push));
  await db.$executeRaw`
    update notification n set deliver_at = given.at, mailed_at = case when mailed then now() else mailed_at end
      from ${recordset(
        held.map(({ id }) => ({ id, at: dateOf(plan.next.get(id), pushing.has(id)), mailed: mailed.has(id) })),
        sql`id uuid, at timestamptz, mailed boolean`,
      )} where n.id = given.id`;
  return plan.push;
}

/** One that is pushed now is looked at again, should that fail. */
const AGAIN_MS = 120_000;
const dateOf = (at: number | null | undefined, pushing: boolean): string | null => {
  const next = pushing ? Math.min(at ?? Number.POSITIVE_INFINITY, Date.now() + AGAIN_MS) : at;
  return next ? new Date(next).toISOString() : null;
};

/** A push service takes 4 kB: four bytes a letter are more than enough for most writing. */
const short = (text: string, most: number) => cutBytes(cut(text, most, '…'), 4 * most);

type PushOf = PushMessage & { ids: string[] };

/** One for each subject, in short words; its link leads to the page. */
export async function writePushes(
  ctx: Ctx,
  waiting: readonly Waiting[],
): Promise<{ messages: PushOf[]; targets: PushTarget[] }> {
  if (!waiting.length) return { messages: [], targets: [] };
  const hrefTo = linksOf(ctx.org.key, null);
  const docs = await noticesOf(
    ctx,
    waiting.map(({ id }) => id),
  );
  const messages = grouped(waiting, ({ subject }) => subject).flatMap((some) => {
    const ids = some.map(({ id }) => id);
    const last = docs.findLast(({ _id }) => ids.includes(_id));
    if (!last) return [];
    const about = last.task || last.room || requestIn(last) ? aboutIn(last) : null;
    const more = ids.length > 1 ? ` (${ids.length - 1} more)` : '';
    return [
      {
        ...{ ids, id: last._id, tag: some[0]?.subject ?? last._id },
        title: short(about ?? ctx.org.name, 120),
        body: short(`${whoIn(last)} ${last.says}`, 300) + more,
        url: hrefTo((about && pageIn(last)) ?? 'notifications'),
      },
    ];
  });
  return { messages, targets: await subscriptionsOf(ctx) };
}

/** Pushed where one browser took it. Browsers that are gone are forgotten. */
export async function pushed(
  ctx: Ctx,
  outcomes: readonly { message: PushOf; target: PushTarget; outcome: Pushed }[],
): Promise<void> {
  if (!outcomes.length) return;
  const endpoints = (wanted: Pushed) =>
    outcomes.filter(({ outcome }) => outcome === wanted).map(({ target }) => target.endpoint);
  await removeSubscriptions(ctx, endpoints('gone'));
  await noteAnswers(ctx, endpoints('sent'), endpoints('failed'));
  const ids = outcomes.filter(({ outcome }) => outcome !== 'failed').flatMap(({ message }) => message.ids);
  await ctx.db.$executeRaw`
    update notification n set pushed_at = now(), deliver_at = case when deliver_at < now() + interval '3 minutes' then now() else deliver_at end
     where n.id = any(${ids}::uuid[])`;
}
