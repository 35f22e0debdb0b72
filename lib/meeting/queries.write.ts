import 'server-only';
import type { Attendee, KeptException, MeetingPart } from '@/lib/meeting/queries';
import type { Series } from '@/lib/meeting/series';
import type { Ctx } from '@/lib/org';
import { recordset, sql } from '@/lib/sql';
import { newId } from '@/lib/validation';

const at = (moment: number | null) => (moment === null ? null : new Date(moment));

const timesOf = (series: Series) => ({
  startsAt: new Date(series.startsAt),
  timeZone: series.zone,
  minutes: series.minutes,
  allDay: series.allDay,
  core: series.core,
  endsAt: at(series.endsAt),
});

type Fields = Pick<MeetingPart, 'projectId' | 'audience' | 'title' | 'place' | 'url' | 'rule' | 'reminders'>;

export type NewMeeting = Fields &
  Pick<MeetingPart, 'id' | 'seriesId' | 'organiserId' | 'series'> & { cancelled?: Date | null; reason?: string };

export async function insertMeeting({ db }: Ctx, { series, cancelled, ...meeting }: NewMeeting): Promise<void> {
  // createMany returns nothing: who makes one does not see it before somebody is invited.
  await db.meeting.createMany({
    data: [{ ...meeting, ...timesOf(series), cancelledAt: cancelled ?? null }],
  });
}

export async function insertAttendees(
  { db }: Ctx,
  meetingId: string,
  people: readonly (Pick<Attendee, 'memberId'> & Partial<Attendee>)[],
): Promise<void> {
  await db.meetingAttendee.createMany({
    data: people.map(({ memberId, answer = null, note = '' }) => ({ meetingId, memberId, answer, note })),
    skipDuplicates: true,
  });
}

export const removeAttendees = ({ db }: Ctx, meetingId: string, memberIds: readonly string[]) =>
  db.meetingAttendee.deleteMany({ where: { meetingId, memberId: { in: [...memberIds] } } });

type Changed = Partial<Fields> & { series?: Series; cancelled?: Date | null; reason?: string };

/** Its version and its sequence in calendars are raised. */
export async function updateMeeting({ db }: Ctx, id: string, { series, cancelled, ...fields }: Changed): Promise<void> {
  await db.meeting.updateMany({
    where: { id },
    data: {
      ...fields,
      ...(series && timesOf(series)),
      ...(cancelled !== undefined && { cancelledAt: cancelled }),
      version: { increment: 1 },
      sequence: { increment: 1 },
      updatedAt: new Date(),
    },
  });
}

/** Open pages read it again; calendars need not. */
export const raiseMeeting = ({ db }: Ctx, id: string) =>
  db.meeting.updateMany({ where: { id }, data: { version: { increment: 1 }, updatedAt: new Date() } });

export const planReminder = ({ db }: Ctx, id: string, moment: number | null) =>
  db.meeting.updateMany({ where: { id }, data: { remindAt: at(moment) } });

/** One at a time changes a series. */
export const lockSeries = async ({ db }: Ctx, seriesId: string): Promise<void> => {
  await db.$executeRaw`select id from meeting where series_id = ${seriesId}::uuid order by id for update`;
};

export async function keepException(
  { db }: Ctx,
  meetingId: string,
  { start, startsAt, ...own }: Omit<KeptException, 'sequence'>,
): Promise<void> {
  const fields = { ...own, startsAt: at(startsAt) };
  await db.$executeRaw`
    insert into meeting_exception (meeting_id, start, cancelled, reason, starts_at, minutes, title, place, url, sequence)
    values (${meetingId}::uuid, ${new Date(start)}::timestamptz, ${fields.cancelled}, ${fields.reason}, ${fields.startsAt}::timestamptz,
            ${fields.minutes}::int, ${fields.title}, ${fields.place}, ${fields.url},
            (select sequence + 1 from meeting where id = ${meetingId}::uuid))
    on conflict (org_id, meeting_id, start) do update set cancelled = excluded.cancelled, reason = excluded.reason,
      starts_at = excluded.starts_at, minutes = excluded.minutes, title = excluded.title, place = excluded.place, url = excluded.url,
      sequence = greatest(meeting_exception.sequence + 1, excluded.sequence)`;
}

/**
 * What belongs to single meetings of a series goes on with them to the part `to`: moved times, cancellations, answers and
 * agendas, from `first` on, and lines of every meeting. An agenda that has no meeting in its place any more goes to the first
 * of the part (`next`); the rest of such a meeting goes.
 */
export async function moveMeetings(
  ctx: Ctx,
  part: MeetingPart,
  to: string,
  first: number,
  renamed: (start: number) => number | null,
  next: number,
): Promise<void> {
  const { db } = ctx;
  const from = new Date(first);
  const lines = await db.agendaItem.findMany({
    where: { meetingId: part.id, start: { gte: from } },
    select: { start: true },
    distinct: ['start'],
  });
  const exceptions = part.exceptions.filter(({ start }) => start >= first);
  const answers = part.answers.filter(({ start }) => start >= first);
  await db.meetingException.deleteMany({ where: { meetingId: part.id, start: { gte: from } } });
  await db.meetingAnswer.deleteMany({ where: { meetingId: part.id, start: { gte: from } } });
  const named = <T extends { start: number }>(rows: readonly T[]) =>
    rows.flatMap((row) => {
      const start = renamed(row.start);
      return start === null ? [] : [{ ...row, meetingId: to, start: new Date(start) }];
    });
  await db.meetingException.createMany({
    data: named(exceptions).map((row) => ({ ...row, startsAt: at(row.startsAt) })),
    skipDuplicates: true,
  });
  await db.meetingAnswer.createMany({ data: named(answers), skipDuplicates: true });
  const names = lines.map(({ start }) => ({
    old: start,
    name: at(renamed((start as Date).getTime()) ?? next),
  }));
  await db.$executeRaw`
    update agenda_item i set meeting_id = ${to}::uuid, start = given.name
      from ${recordset(names, sql`old timestamptz, name timestamptz`)}
     where i.meeting_id = ${part.id}::uuid and i.start = given.old`;
  await moveStanding(ctx, part.id, to);
}

/** Lines of every meeting are of those of the new part too; which meetings made something of them is told by their names there. */
async function moveStanding({ db, actor }: Ctx, from: string, to: string): Promise<void> {
  const lines =
    to === from ? [] : await db.agendaItem.findMany({ where: { meetingId: from, start: null, removedAt: null } });
  const names = lines.map(({ id }) => ({ old: id, made: newId() }));
  await db.agendaItem.createMany({
    data: lines.map(({ rank, audience, title, minutes, notes, notesHtml, notesRenderer, ownerId }, index) => ({
      ...{ id: names[index]?.made as string, meetingId: to, rank, audience, title, minutes, notes, notesHtml },
      ...{ notesRenderer, ownerId, createdById: actor.memberId },
    })),
  });
  await db.$executeRaw`
    update agenda_item i set standing_id = given.made from ${recordset(names, sql`old uuid, made uuid`)}
     where i.meeting_id = ${to}::uuid and i.standing_id = given.old`;
  await db.$executeRaw`
    update agenda_item i set copied = array(select c.start from agenda_item c where c.org_id = i.org_id and c.standing_id = i.id)
     where i.meeting_id = any (${[from, to]}::uuid[]) and i.start is null`;
}

/** A meeting that takes place once is the first of a series from now on: what was said there is its own. */
export const nameAgenda = ({ db }: Ctx, meetingId: string, start: number) =>
  db.agendaItem.updateMany({ where: { meetingId, start: null }, data: { start: new Date(start) } });

export const answerFor = async (
  { db, actor }: Ctx,
  meetingId: string,
  start: number | null,
  { answer, note }: { answer: string; note: string },
): Promise<void> => {
  if (start === null) {
    await db.meetingAttendee.updateMany({
      where: { meetingId, memberId: actor.memberId },
      data: { answer, note, answeredAt: new Date() },
    });
    return;
  }
  await db.$executeRaw`
    insert into meeting_answer (meeting_id, member_id, start, answer, note)
    values (${meetingId}::uuid, ${actor.memberId}::uuid, ${new Date(start)}::timestamptz, ${answer}, ${note})
    on conflict (org_id, meeting_id, member_id, start) do update set answer = excluded.answer, note = excluded.note`;
};
