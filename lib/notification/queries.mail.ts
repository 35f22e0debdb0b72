import 'server-only';
import type { LateMail, OpenedMail } from '@/lib/mail/queue';
import { noticesOf } from '@/lib/notification/queries';
import { kindsOf } from '@/lib/notification/queries.current';
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
  const quotes = await mailsQuote(ctx);
  const items = grouped(docs, subjectIn).map((some) => itemOf(some, quotes));
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

/** Whether the organisation lets emails say what was said. */
async function mailsQuote({ db, org }: Ctx): Promise<boolean> {
  const row = await db.organisation.findFirst({ where: { id: org.id }, select: { mailQuotes: true } });
  return row?.mailQuotes ?? false;
}

function itemOf(docs: NotificationRecord[], quotes: boolean) {
  const [first] = docs as [NotificationRecord];
  return {
    about: aboutIn(first),
    page: pageIn(first) ?? 'dashboard',
    // Whoever is called by name has to know for what, and an update is written to be read; other emails say only that somebody wrote.
    lines: docs.map((one) => ({
      says: `${whoIn(one)} ${one.says}.`,
      quote: quotes && (one.kind === 'update.written' || kindsOf('mentioned').includes(one.kind)) ? one.quote : null,
    })),
    reason: docs.findLast(({ reason }) => reason)?.reason ?? null,
  };
}
