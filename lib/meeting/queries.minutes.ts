import 'server-only';
import { createHash } from 'node:crypto';
import { allow } from '@/lib/errors';
import { canWriteAgenda } from '@/lib/meeting/policy';
import { type MeetingPart, meetingPart } from '@/lib/meeting/queries';
import { agendaOf } from '@/lib/meeting/queries.agenda';
import type { AgendaItemRecord, MeetingReference, MinutesRecord } from '@/lib/meeting/schema';
import { nextStart } from '@/lib/meeting/series';
import type { Ctx } from '@/lib/org';
import type { PersonBadge } from '@/lib/person/schema';
import { instant, sql } from '@/lib/sql';

/** As it is sent: `about` says in words what became of a line. */
type MinutesLine = { title: string; notes: string; about: string };
export type Reader = {
  memberId: string;
  email: string | null;
  badge: PersonBadge | null;
  lines: MinutesLine[];
  hash: string;
  sentAt: number | null;
  isCurrent: boolean;
};

type Seen = { memberId: string; items: { _id: string; owner: string | null; task: string | null }[] };

/** What each of those who are invited may read of the minutes of one meeting: the policies say so, asked as each of them. */
export async function readersOf(ctx: Ctx, part: MeetingPart, start: number): Promise<Reader[]> {
  const agenda = await agendaOf(ctx, part, start);
  const seen = await ctx.db.$queryRaw<Seen[]>(sql`
    select s.member_id as "memberId", s.items from minutes_for(${part.id}::uuid, ${agenda.map(({ _id }) => _id)}::uuid[],
      ${part.attendees.map(({ memberId }) => memberId)}::uuid[]) s`);
  const sent = await ctx.db.minutesSent.findMany({
    where: { meetingId: part.id, start: new Date(start) },
    select: { memberId: true, hash: true, sentAt: true },
  });
  return part.attendees.flatMap(({ memberId, email, badge }) => {
    const own = seen.find((one) => one.memberId === memberId);
    if (!own) return [];
    const lines = linesFor(agenda, own.items);
    const hash = createHash('sha256').update(JSON.stringify(lines)).digest('base64url');
    const last = sent.find((one) => one.memberId === memberId);
    return [
      { memberId, email, badge, lines, hash, sentAt: last?.sentAt.getTime() ?? null, isCurrent: last?.hash === hash },
    ];
  });
}

function linesFor(agenda: readonly AgendaItemRecord[], seen: Seen['items']): MinutesLine[] {
  return agenda.flatMap(({ _id, title, notes, done, decision }) => {
    const own = seen.find((one) => one._id === _id);
    if (!own) return [];
    const about = [decision && 'Decision', done && 'Done', own.owner && `Owner: ${own.owner}`, own.task];
    return [{ title, notes, about: about.filter(Boolean).join(', ') }];
  });
}

/** The meeting whose minutes are meant: of a series the one that is named, or the next. */
const meetingMeant = (part: MeetingPart, start: number | null): number =>
  start ?? nextStart(part.series, Date.now()) ?? part.series.endsAt ?? part.series.startsAt;

export const minutesRecord = (ctx: Ctx, readers: readonly Reader[], sent = 0): MinutesRecord => ({
  lines:
    readers.find(({ memberId }) => memberId === ctx.actor.memberId)?.lines.length ??
    Math.max(0, ...readers.map(({ lines }) => lines.length)),
  readers: readers.flatMap(({ badge, lines, sentAt, isCurrent }) =>
    badge
      ? [
          {
            member: badge,
            lines: lines.length,
            sent_at: sentAt === null ? null : instant(sentAt / 1000),
            current: isCurrent,
          },
        ]
      : [],
  ),
  sent,
});

const MAY_NOT = 'Only who arranges the meeting, or is invited to it, sends its minutes.';

/** `forbidden` for whoever does not write the agenda. */
export async function minutesOf(
  ctx: Ctx,
  { id, occurrence }: MeetingReference,
): Promise<{ part: MeetingPart; start: number }> {
  const { part, start } = await meetingPart(ctx, id, occurrence);
  const isInvited = part.attendees.some(({ memberId }) => memberId === ctx.actor.memberId);
  allow(canWriteAgenda(ctx.actor, part, isInvited), MAY_NOT);
  return { part, start: meetingMeant(part, start) };
}

export async function minutesReaders(ctx: Ctx, input: MeetingReference): Promise<MinutesRecord> {
  const { part, start } = await minutesOf(ctx, input);
  return minutesRecord(ctx, await readersOf(ctx, part, start));
}
