import 'server-only';
import type { Page } from '@/lib/contract/endpoint';
import { invalidField, notFound } from '@/lib/errors';
import { canAnswerMeeting, canEditMeeting, canWriteAgenda } from '@/lib/meeting/policy';
import { agendaOf } from '@/lib/meeting/queries.agenda';
import type { ListMeetings, MeetingLine, MeetingRecord, MeetingReference } from '@/lib/meeting/schema';
import {
  clockNotes,
  type Exception,
  isStart,
  nextStart,
  type Occurrence,
  occurrenceAt,
  occurrencesBetween,
  ruleWords,
  type Series,
} from '@/lib/meeting/series';
import type { Answer, MeetingAudience } from '@/lib/meeting/vocabulary';
import type { Ctx } from '@/lib/org';
import type { Role } from '@/lib/permission/schema';
import type { PersonBadge } from '@/lib/person/schema';
import { badge, empty, instant, type Sql, sql } from '@/lib/sql';

const DAY = 86_400_000;
/** Of one list: what more series mean is never counted to the end. */
const MOST_AT_ONCE = 20_000;

export type KeptException = Exception & {
  title: string | null;
  place: string | null;
  url: string | null;
  reason: string;
  sequence: number;
};
export type Attendee = {
  memberId: string;
  email: string | null;
  role: Role | null;
  /** Null: somebody whose name the caller may not see. */
  badge: PersonBadge | null;
  answer: Answer | null;
  note: string;
  /** In ms; whoever is invited anew has another. */
  invitedAt: number;
};
type OwnAnswer = { memberId: string; start: number; answer: Answer; note: string };

/** A meeting, or a part of a series. Moments in ms. */
export type MeetingPart = {
  id: string;
  seriesId: string;
  projectId: string | null;
  audience: MeetingAudience;
  organiserId: string | null;
  organiser: PersonBadge | null;
  organiserEmail: string | null;
  title: string;
  place: string;
  url: string;
  rule: string | null;
  reminders: number[];
  cancelled: boolean;
  cancelledAt: number | null;
  reason: string;
  sequence: number;
  version: number;
  createdAt: number;
  updatedAt: number;
  series: Series;
  exceptions: KeptException[];
  attendees: Attendee[];
  answers: OwnAnswer[];
};

type Row = Omit<MeetingPart, 'series' | 'createdAt' | 'updatedAt'> & {
  starts: number;
  ends: number | null;
  zone: string;
  minutes: number;
  all_day: boolean;
  core: string | null;
  created: number;
  updated: number;
};

const ms = (column: Sql): Sql => sql`(extract(epoch from ${column}) * 1000)::float8`;

/** Of meetings `e` that the caller sees; a client reads the names of those alone whom it may see. */
const parts = (ctx: Ctx, where: Sql, order: Sql = sql`e.starts_at, e.id`): Sql => sql`
  select e.id, e.series_id as "seriesId", e.project_id as "projectId", e.audience, e.organiser_id as "organiserId", e.title, e.place,
         e.url, e.rule, e.reminders, e.cancelled_at is not null as cancelled, ${ms(sql`e.cancelled_at`)} as "cancelledAt", e.reason, e.sequence, e.version, e.core,
         ${ms(sql`e.starts_at`)} as starts, ${ms(sql`e.ends_at`)} as ends, e.time_zone as zone, e.minutes, e.all_day,
         ${ms(sql`e.created_at`)} as created, ${ms(sql`e.updated_at`)} as updated,
         (select ${badge(ctx)} from member m where m.org_id = e.org_id and m.id = e.organiser_id) as organiser,
         (select m.email from member m where m.org_id = e.org_id and m.id = e.organiser_id) as "organiserEmail",
         (select coalesce(json_agg(json_build_object('start', ${ms(sql`x.start`)}, 'cancelled', x.cancelled, 'startsAt', ${ms(sql`x.starts_at`)},
             'minutes', x.minutes, 'title', x.title, 'place', x.place, 'url', x.url, 'reason', x.reason, 'sequence', x.sequence) order by x.start), '[]')
            from meeting_exception x where x.org_id = e.org_id and x.meeting_id = e.id) as exceptions,
         (select coalesce(json_agg(json_build_object('memberId', a.member_id, 'email', m.email, 'role', m.role, 'answer', a.answer, 'note', a.note,
             'invitedAt', ${ms(sql`a.invited_at`)}, 'badge', case when m.id is not null then ${badge(ctx)} end) order by m.name, a.member_id), '[]')
            from meeting_attendee a left join member m on m.org_id = a.org_id and m.id = a.member_id
           where a.org_id = e.org_id and a.meeting_id = e.id) as attendees,
         (select coalesce(json_agg(json_build_object('memberId', w.member_id, 'start', ${ms(sql`w.start`)}, 'answer', w.answer, 'note', w.note)), '[]')
            from meeting_answer w where w.org_id = e.org_id and w.meeting_id = e.id) as answers
    from meeting e where ${where} order by ${order}`;

const partOf = ({ starts, ends, zone, minutes, all_day, core, created, updated, ...row }: Row): MeetingPart => ({
  ...row,
  createdAt: created,
  updatedAt: updated,
  series: { startsAt: starts, endsAt: ends, zone, minutes, allDay: all_day, core },
});

export async function readParts(ctx: Ctx, where: Sql, order?: Sql): Promise<MeetingPart[]> {
  return (await ctx.db.$queryRaw<Row[]>`${parts(ctx, where, order)}`).map(partOf);
}

const has = ({ series, exceptions }: MeetingPart, start: number) =>
  isStart(series, start) || exceptions.some((one) => one.start === start);

/**
 * The part of a series that has the meeting which is named; without one, the part itself. `not_found` if the caller does not
 * see it, or there is no such meeting.
 */
export async function meetingPart(
  ctx: Ctx,
  id: string,
  occurrence?: Date,
): Promise<{ part: MeetingPart; start: number | null }> {
  const [part] = await readParts(ctx, sql`e.id = ${id}::uuid`);
  if (!part) throw notFound('The meeting');
  // A meeting that takes place once is named by itself.
  if (!occurrence || part.series.core === null) return { part, start: null };
  const start = occurrence.getTime();
  if (has(part, start)) return { part, start };
  const others = await readParts(ctx, sql`e.series_id = ${part.seriesId}::uuid and e.id <> ${id}::uuid`);
  const other = others.find((one) => has(one, start));
  if (!other) throw notFound('This meeting of the series');
  return { part: other, start };
}

/** What the meeting that is named is called, and where it is: as its series, unless it has its own. */
export const wordsOf = (part: MeetingPart, start: number) => {
  const own = part.exceptions.find((one) => one.start === start);
  return { title: own?.title ?? part.title, place: own?.place ?? part.place, url: own?.url ?? part.url };
};

function lineOf(ctx: Ctx, part: MeetingPart, it: Occurrence): MeetingLine {
  const { series } = part;
  const own = part.exceptions.find((one) => one.start === it.start);
  const answered = (memberId: string) =>
    part.answers.find((one) => one.memberId === memberId && one.start === it.start);
  return {
    ...{ _id: part.id, series_id: part.seriesId, occurrence: instant(it.start / 1000), ...wordsOf(part, it.start) },
    ...{ starts_at: instant(it.startsAt / 1000), ends_at: instant(it.endsAt / 1000), time_zone: series.zone },
    ...{ all_day: series.allDay, rrule: part.rule, project_id: part.projectId, audience: part.audience },
    organiser: part.organiser,
    attendees: part.attendees.flatMap(({ badge: who, memberId, answer, note }) => {
      const one = answered(memberId);
      return who ? [{ ...who, answer: one?.answer ?? answer, note: one?.note ?? note }] : [];
    }),
    my_answer:
      answered(ctx.actor.memberId)?.answer ??
      part.attendees.find((one) => one.memberId === ctx.actor.memberId)?.answer ??
      null,
    status: part.cancelled || it.cancelled ? 'cancelled' : 'confirmed',
    reason: own?.cancelled ? own.reason : part.cancelled ? part.reason : '',
    moved: it.moved,
    version: part.version,
  };
}

/** Of meetings `e`: those that may have one between these moments; what a rule means is counted afterwards. */
const mayBeBetween = (from: number, to: number): Sql => {
  const [begin, end] = [new Date(from), new Date(to)];
  return sql`((e.starts_at < ${end}::timestamptz and (e.ends_at is null or e.ends_at + make_interval(mins => e.minutes + 1500) > ${begin}::timestamptz))
    or exists (select from meeting_exception x where x.org_id = e.org_id and x.meeting_id = e.id
         and x.starts_at < ${end}::timestamptz and x.starts_at > ${begin}::timestamptz - interval '15 days'))`;
};

type Window = { from: number; to: number; projectId?: string | undefined; attendee?: string | undefined };

/** One meeting of the part `id`. */
type Placed = { id: string; it: Occurrence };
type TimesRow = Pick<Row, 'id' | 'starts' | 'ends' | 'zone' | 'minutes' | 'all_day' | 'core'> & {
  exceptions: Exception[];
};

/** Of meetings that the caller sees, by their times alone, the earliest first. `invalid` where there are too many. */
async function placedBetween(ctx: Ctx, { from, to, projectId, attendee }: Window): Promise<Placed[]> {
  const [begin, end] = [new Date(from), new Date(to)];
  const rows = await ctx.db.$queryRaw<TimesRow[]>`
    select e.id, ${ms(sql`e.starts_at`)} as starts, ${ms(sql`e.ends_at`)} as ends, e.time_zone as zone, e.minutes, e.all_day, e.core,
           (select coalesce(json_agg(json_build_object('start', ${ms(sql`x.start`)}, 'cancelled', x.cancelled, 'startsAt', ${ms(sql`x.starts_at`)},
               'minutes', x.minutes)), '[]')
              from meeting_exception x where x.org_id = e.org_id and x.meeting_id = e.id
               and (x.start > ${begin}::timestamptz - interval '16 days' and x.start < ${end}::timestamptz
                 or x.starts_at > ${begin}::timestamptz - interval '16 days' and x.starts_at < ${end}::timestamptz)) as exceptions
      from meeting e
     where ${mayBeBetween(from, to)}
      ${projectId ? sql`and e.project_id = ${projectId}::uuid` : empty}
      ${attendee ? sql`and exists (select from meeting_attendee a where a.org_id = e.org_id and a.meeting_id = e.id and a.member_id = ${attendee}::uuid)` : empty}`;
  const placed: Placed[] = [];
  for (const { id, starts, ends, zone, minutes, all_day, core, exceptions } of rows) {
    const series = { startsAt: starts, endsAt: ends, zone, minutes, allDay: all_day, core };
    for (const it of occurrencesBetween(series, exceptions, from, to)) placed.push({ id, it });
    if (placed.length > MOST_AT_ONCE)
      throw invalidField('to', `There are more than ${MOST_AT_ONCE} meetings in this time. Ask for a shorter one.`);
  }
  return placed.sort((a, b) => a.it.startsAt - b.it.startsAt || (a.id < b.id ? -1 : 1));
}

async function linesOf(ctx: Ctx, placed: readonly Placed[]): Promise<MeetingLine[]> {
  const ids = [...new Set(placed.map(({ id }) => id))];
  const parts = ids.length ? await readParts(ctx, sql`e.id = any (${ids}::uuid[])`) : [];
  const byId = new Map(parts.map((part) => [part.id, part]));
  return placed.flatMap(({ id, it }) => {
    const part = byId.get(id);
    return part ? [lineOf(ctx, part, it)] : [];
  });
}

/** All meetings that the caller sees between two moments, the earliest first. */
export const meetingsBetween = async (ctx: Ctx, window: Window): Promise<MeetingLine[]> =>
  linesOf(ctx, await placedBetween(ctx, window));

/** One line for each meeting; cancelled ones are among them. `not_found` for a project that the caller does not see. */
export async function listMeetings(ctx: Ctx, input: ListMeetings): Promise<Page<MeetingLine>> {
  const { page, limit, project_id: projectId, attendee } = input;
  if (projectId) await projectOf(ctx, projectId);
  const from = input.from?.getTime() ?? (input.to ? input.to.getTime() - 31 * DAY : Date.now());
  const to = input.to?.getTime() ?? from + 31 * DAY;
  const placed = await placedBetween(ctx, { from, to, projectId, attendee });
  const docs = await linesOf(ctx, placed.slice((page - 1) * limit, page * limit));
  return { docs, total: placed.length, page, limit };
}

/** `not_found` if the caller does not see it. */
export async function projectOf(
  ctx: Ctx,
  id: string,
): Promise<{ id: string; key: string; name: string; status: string }> {
  const project = await ctx.db.project.findFirst({
    where: { id },
    select: { id: true, key: true, name: true, status: true },
  });
  if (!project) throw notFound('The project');
  return project;
}

/** The meeting that is named; of a series without one the next that takes place, or else its last. */
export async function getMeeting(ctx: Ctx, { id, occurrence }: MeetingReference): Promise<MeetingRecord> {
  const { part, start } = await meetingPart(ctx, id, occurrence);
  return recordOf(ctx, part, start);
}

export async function recordOf(ctx: Ctx, part: MeetingPart, named: number | null): Promise<MeetingRecord> {
  const { series } = part;
  const now = Date.now();
  const next = nextStart(series, now);
  const start = named ?? next ?? series.endsAt ?? series.startsAt;
  const it = occurrenceAt(
    series,
    start,
    part.exceptions.find((one) => one.start === start),
  );
  const invited = part.attendees.some((one) => one.memberId === ctx.actor.memberId);
  return {
    ...lineOf(ctx, part, it),
    duration_minutes: Math.round((it.endsAt - it.startsAt) / 60_000),
    repeats: ruleWords(series),
    next_occurrence: series.core !== null && next !== null ? instant(next / 1000) : null,
    notes: clockNotes(series, now),
    reminders: part.reminders,
    agenda: await agendaOf(ctx, part, start),
    rights: {
      edit: canEditMeeting(ctx.actor, part),
      answer: canAnswerMeeting(ctx.actor, invited),
      write: canWriteAgenda(ctx.actor, part, invited),
    },
    created_at: instant(part.createdAt / 1000),
    updated_at: instant(part.updatedAt / 1000),
  };
}
