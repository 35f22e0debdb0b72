import 'server-only';
import { env } from '@/lib/env';
import { queueMails } from '@/lib/mail/queue';
import { type CalendarMeeting, writeCalendar } from '@/lib/meeting/icalendar';
import { type MeetingPart, wordsOf } from '@/lib/meeting/queries';
import { occurrenceAt, ruleWords } from '@/lib/meeting/series';
import type { Ctx } from '@/lib/org';
import { instant } from '@/lib/sql';

/** A meeting as calendars read it. Its agenda is not in it: lines have audiences of their own. */
export function toCalendar(part: MeetingPart): CalendarMeeting {
  const { id, title, place, url, sequence, series, exceptions, cancelled, updatedAt } = part;
  return {
    ...{
      uid: `${id}@${new URL(env.appUrl).hostname}`,
      title,
      place,
      url,
      sequence,
      series,
      cancelled,
      changedAt: updatedAt,
    },
    description: '',
    exceptions: exceptions.map(({ title, place, url, ...one }) => ({
      ...one,
      ...(title !== null && { title }),
      ...(place !== null && { place }),
      ...(url !== null && { url }),
    })),
    organiser: part.organiser && part.organiserEmail ? { name: part.organiser.name, email: part.organiserEmail } : null,
    attendees: part.attendees.flatMap(({ badge, email, answer }) =>
      badge && email ? [{ name: badge.name, email, answer }] : [],
    ),
  };
}

/** `restored`: it was cancelled before. */
type Sent = { method: 'REQUEST' | 'CANCEL'; only?: number; reason?: string; restored?: boolean };

/**
 * To everybody who is invited but whoever does it: one email for one thing, of a series or of one meeting of it. Nothing of
 * what is over.
 */
export async function sendInvitations(
  ctx: Ctx,
  part: MeetingPart,
  { method, only, reason = '', restored }: Sent,
): Promise<void> {
  const now = Date.now();
  const { series } = part;
  const start = only ?? series.startsAt;
  const it = occurrenceAt(
    series,
    start,
    part.exceptions.find((one) => one.start === start),
  );
  const over =
    only === undefined && series.core !== null ? series.endsAt !== null && series.endsAt < now : it.endsAt < now;
  if (over) return;
  const text = writeCalendar({
    method,
    name: part.title,
    meetings: [toCalendar(part)],
    now,
    ...(only !== undefined && { only }),
  });
  const people = part.attendees.filter(({ memberId, email }) => email && memberId !== ctx.actor.memberId);
  const { title, place } = wordsOf(part, start);
  await queueMails(
    ctx,
    people.map(({ email }) => ({
      to: email as string,
      template: 'meeting' as const,
      data: {
        ...{ organisation: ctx.org.name, by: ctx.actor.name, title, place, reason, key: ctx.org.key },
        kind:
          method === 'CANCEL'
            ? ('cancelled' as const)
            : restored
              ? ('restored' as const)
              : part.sequence > 0 || only !== undefined
                ? ('changed' as const)
                : ('invited' as const),
        starts: instant(it.startsAt / 1000),
        ...{ zone: series.zone, day: series.allDay },
        repeats: only === undefined ? ruleWords(series) : null,
      },
      calendar: { method, text },
    })),
  );
}
