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
import { badge, instant, sql } from '@/lib/sql';

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
  isInvited: boolean;
};
type Candidate = Pick<Reader, 'memberId' | 'email' | 'badge' | 'isInvited'>;

/** Of a project's team so many are asked for what they may read. */
const MOST_OTHERS = 200;

type Seen = { memberId: string; items: { _id: string; owner: string | null; task: string | null }[] };

/** Who is invited, and the team of the meeting's project: they find the minutes in it. */
async function candidatesFor(ctx: Ctx, part: MeetingPart): Promise<Candidate[]> {
  const invited = part.attendees.map(({ memberId, email, badge }) => ({ memberId, email, badge, isInvited: true }));
  if (!part.projectId) return invited;
  const others = await ctx.db.$queryRaw<Omit<Candidate, 'isInvited'>[]>(sql`
    select m.id as "memberId", m.email, ${badge(ctx)} as badge from project_member j
      join member m on m.org_id = j.org_id and m.id = j.member_id
     where j.project_id = ${part.projectId}::uuid and m.role <> 'client' and m.approval = 1 and m.deactivated_at is null
       and m.id <> all (${invited.map(({ memberId }) => memberId)}::uuid[])
     order by m.name, m.id limit ${MOST_OTHERS}::int`);
  return [...invited, ...others.map((one) => ({ ...one, isInvited: false }))];
}

/** What each of these may read of the minutes of one meeting: the policies say so, asked as each of them. Of the others, those who may read any. */
export async function readersOf(ctx: Ctx, part: MeetingPart, start: number): Promise<Reader[]> {
  const agenda = await agendaOf(ctx, part, start);
  const candidates = await candidatesFor(ctx, part);
  const seen = await ctx.db.$queryRaw<Seen[]>(sql`
    select s.member_id as "memberId", s.items from minutes_for(${part.id}::uuid, ${agenda.map(({ _id }) => _id)}::uuid[],
      ${candidates.map(({ memberId }) => memberId)}::uuid[]) s`);
  const sent = await ctx.db.minutesSent.findMany({
    where: { meetingId: part.id, start: new Date(start) },
    select: { memberId: true, hash: true, sentAt: true },
  });
  return candidates.flatMap(({ memberId, email, badge, isInvited }) => {
    const own = seen.find((one) => one.memberId === memberId);
    if (!own) return [];
    const lines = linesFor(agenda, own.items);
    if (!isInvited && lines.length === 0) return [];
    const hash = createHash('sha256').update(JSON.stringify(lines)).digest('base64url');
    const last = sent.find((one) => one.memberId === memberId);
    return [
      {
        ...{ memberId, email, badge, isInvited, lines, hash },
        ...{ sentAt: last?.sentAt.getTime() ?? null, isCurrent: last?.hash === hash },
      },
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
  readers: readers.flatMap(({ badge, isInvited, lines, sentAt, isCurrent }) =>
    badge
      ? [
          {
            member: badge,
            invited: isInvited,
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
