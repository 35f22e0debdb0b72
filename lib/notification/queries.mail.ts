import 'server-only';
import type { LateMail, OpenedMail } from '@/lib/mail/queue';
import { noticesOf } from '@/lib/notification/queries';
import { readSettings } from '@/lib/notification/queries.settings';
import { unsubscribeToken } from '@/lib/notification/queries.unsubscribe';
import type { NotificationRecord } from '@/lib/notification/schema';
import { grouped } from '@/lib/notification/vocabulary.plan';
import { aboutIn, pageIn, subjectIn, whoIn } from '@/lib/notification/vocabulary.row';
import type { Ctx } from '@/lib/org';

/** Of a digest. */
const MOST_ITEMS = 30;

/** The email as it may be sent now; null: nothing is left to say, or no emails are wanted any more. */
export async function writeNotices(
  ctx: Ctx,
  { notifications, digest }: LateMail,
): Promise<(OpenedMail & { list: { token: string; thread: string | null } }) | null> {
  const docs = await noticesOf(ctx, notifications);
  if (!docs.length || !(await readSettings(ctx)).emails) return null;
  const items = grouped(docs, subjectIn).map(itemOf);
  const token = unsubscribeToken(ctx);
  const shared = { organisation: ctx.org.name, key: ctx.org.key, token };
  const [first] = items as [ReturnType<typeof itemOf>];
  const thread = digest ? null : (docs[0]?.task?._id ?? null);
  const { email, locale, timeZone } = ctx.actor;
  return {
    to: email,
    reader: { locale, timeZone },
    list: { token, thread },
    ...(digest
      ? {
          template: 'digest' as const,
          data: { ...shared, items: items.slice(0, MOST_ITEMS), left: Math.max(0, items.length - MOST_ITEMS) },
        }
      : { template: 'notice' as const, data: { ...shared, ...first } }),
  };
}

function itemOf(docs: NotificationRecord[]) {
  const [first] = docs as [NotificationRecord];
  return {
    about: aboutIn(first),
    page: pageIn(first) ?? 'dashboard',
    lines: docs.map((one) => `${whoIn(one)} ${one.says}.`),
    reason: docs.findLast(({ reason }) => reason)?.reason ?? null,
  };
}
