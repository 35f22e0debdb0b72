import 'server-only';
import { env } from '@/lib/env';
import { queueMails, senderAddress } from '@/lib/mail/queue';
import { type CalendarMeeting, writeCalendar } from '@/lib/meeting/icalendar';
import { type MeetingPart, wordsOf } from '@/lib/meeting/queries';
import { answerToken } from '@/lib/meeting/queries.invited';
import { occurrenceAt, ruleWords } from '@/lib/meeting/series';
import { seesEverybody } from '@/lib/member/policy';
import type { Ctx } from '@/lib/org';
import type { Actor } from '@/lib/permission/policy';
import { instant } from '@/lib/sql';

/** Whoever reads it: themselves, and the emails of others where people lists show them. */
export type CalendarReader = Pick<Actor, 'memberId' | 'role'>;

/**
 * A meeting as calendars read it. Its agenda is not in it: lines have audiences of their own. Whoever learns no emails finds
 * themselves among the people alone, and an address of ours as the organiser's, which a calendar needs.
 */
export function toCalendar(part: MeetingPart, reader: CalendarReader): CalendarMeeting {
  const learnsEmails = seesEverybody(reader);
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
    organiser: organiserFor(part, reader),
    attendees: part.attendees.flatMap(({ badge, memberId, email, answer }) =>
      badge && email && (learnsEmails || memberId === reader.memberId) ? [{ name: badge.name, email, answer }] : [],
    ),
  };
}

function organiserFor({ organiser, organiserId, organiserEmail }: MeetingPart, reader: CalendarReader) {
  if (organiserId === null) return null;
  const known = organiser && organiserEmail && (seesEverybody(reader) || organiserId === reader.memberId);
  return known
    ? { name: organiser.name, email: organiserEmail }
    : { name: organiser?.name ?? TEAM, email: senderAddress() };
}

const TEAM = 'The team';

/** Which of these people clients know by name: those of their projects. Pairs of client and member. */
async function known(
  { db }: Ctx,
  clients: readonly string[],
  members: readonly string[],
): Promise<ReadonlySet<string>> {
  if (!clients.length) return new Set();
  const rows = await db.$queryRaw<{ pair: string }[]>`
    select distinct theirs.member_id || ' ' || own.member_id as pair from project_member own
      join project_member theirs on theirs.org_id = own.org_id and theirs.project_id = own.project_id
     where own.member_id = any (${[...members]}::uuid[]) and theirs.member_id = any (${[...clients]}::uuid[])`;
  return new Set(rows.map(({ pair }) => pair));
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
  const people = part.attendees.flatMap(({ email, role, ...one }) =>
    email && role && one.memberId !== ctx.actor.memberId ? [{ ...one, email, role }] : [],
  );
  const clients = people.filter(({ role }) => role === 'client').map(({ memberId }) => memberId);
  const pairs = await known(ctx, clients, [ctx.actor.memberId, part.organiserId ?? ctx.actor.memberId]);
  const knows = ({ memberId, role }: CalendarReader, whom: string | null) =>
    role !== 'client' || pairs.has(`${memberId} ${whom}`);
  const texts = new Map<string, string>();
  const textFor = (reader: CalendarReader) => {
    // The same for all who learn emails.
    const key = seesEverybody(reader) ? '' : reader.memberId;
    const organiser = knows(reader, part.organiserId) ? part.organiser : null;
    const meetings = [toCalendar({ ...part, organiser }, reader)];
    const text =
      texts.get(key) ?? writeCalendar({ method, name: part.title, meetings, now, ...(only !== undefined && { only }) });
    texts.set(key, text);
    return text;
  };
  const { title, place } = wordsOf(part, start);
  await queueMails(
    ctx,
    people.map(({ email: to, memberId, role, invitedAt }) => ({
      to,
      template: 'meeting' as const,
      data: {
        ...{ organisation: ctx.org.name, title, place, reason, key: ctx.org.key },
        by: knows({ memberId, role }, ctx.actor.memberId) ? ctx.actor.name : TEAM,
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
        token: method === 'CANCEL' ? null : answerToken(ctx, part, { memberId, invitedAt, start: only ?? null }),
      },
      calendar: { method, text: textFor({ memberId, role }) },
    })),
  );
}
