import 'server-only';
import { allow, invalidField } from '@/lib/errors';
import { firstFree, mergedSpans, type Span } from '@/lib/meeting/busy';
import { canSeeBusy } from '@/lib/meeting/policy';
import type { FreeBusy, FreeBusyRecord } from '@/lib/meeting/schema';
import { type Exception, type Occurrence, occurrencesBetween } from '@/lib/meeting/series';
import type { Answer } from '@/lib/meeting/vocabulary';
import type { Ctx } from '@/lib/org';
import { workingCalendar as organisationCalendar } from '@/lib/organisation/queries';
import { instant } from '@/lib/sql';
import { workingCalendar } from '@/lib/working-days';

/** A meeting that may be on then, with whom of those it is. */
type Row = {
  starts_at: Date;
  time_zone: string;
  minutes: number;
  all_day: boolean;
  core: string | null;
  ends_at: Date | null;
  exceptions: Exception[];
  members: { member: string; answer: Answer | null }[];
  /** To single meetings of the series. */
  answers: { member: string; start: number; answer: Answer }[];
};

const HOURS = [9 * 60, 17 * 60] as const;

/** Times only: of what is hidden nothing else is told, and meetings that touch are one span. */
export async function freeBusy(ctx: Ctx, input: FreeBusy): Promise<FreeBusyRecord> {
  allow(canSeeBusy(ctx.actor));
  const ids = [...new Set(input.member_ids)];
  const seen = await ctx.db.member.findMany({
    where: { id: { in: ids }, approval: 1, deactivatedAt: null },
    select: { id: true },
  });
  if (seen.length < ids.length) throw invalidField('member_ids', 'No active member of the organisation has this id.');
  const [from, to] = [input.from.getTime(), input.to.getTime()];
  const rows = await ctx.db.$queryRaw<Row[]>`
    select * from busy_times(${ids}::uuid[], ${input.from}::timestamptz, ${input.to}::timestamptz)`;
  const spans = new Map<string, Span[]>(ids.map((id) => [id, []]));
  for (const row of rows) {
    const answered = new Map(row.answers.map(({ member, start, answer }) => [`${member} ${start}`, answer]));
    for (const { start, startsAt, endsAt } of takingPlace(row, from, to))
      for (const { member, answer } of row.members)
        if ((answered.get(`${member} ${start}`) ?? answer) !== 'no')
          spans.get(member)?.push({ from: startsAt, to: endsAt });
  }
  const busy = new Map([...spans].map(([id, own]) => [id, mergedSpans(own, from, to)]));
  const zone = input.time_zone ?? ctx.actor.timeZone;
  const free = firstFree({
    ...{ from: Math.max(from, Math.min(to, Date.now())), to, zone, hours: HOURS, minutes: input.duration_minutes },
    busy: [...busy.values()].flat(),
    calendar: workingCalendar(await organisationCalendar(ctx)),
  });
  return {
    members: ids.map((id) => ({ _id: id, busy: (busy.get(id) ?? []).map(toTimes) })),
    first_free: free && toTimes(free),
  };
}

const toTimes = ({ from, to }: Span) => ({ starts_at: instant(from / 1000), ends_at: instant(to / 1000) });

function takingPlace(row: Row, from: number, to: number): Occurrence[] {
  const series = {
    ...{ startsAt: row.starts_at.getTime(), endsAt: row.ends_at?.getTime() ?? null, zone: row.time_zone },
    ...{ minutes: row.minutes, allDay: row.all_day, core: row.core },
  };
  return occurrencesBetween(series, row.exceptions, from, to).filter(({ cancelled }) => !cancelled);
}
