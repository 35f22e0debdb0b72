import 'server-only';
import { formatsFor } from '@/lib/formats';
import { dayGiven } from '@/lib/formats/calendar';
import { startOfDay } from '@/lib/formats/clock';
import { meetingsBetween } from '@/lib/meeting/queries';
import { getFeed } from '@/lib/meeting/queries.feed';
import { choicesOf, DAYS, daysOffFrom, type MeetingPageData } from '@/lib/meeting/queries.page';
import type { Ctx } from '@/lib/org';
import { dateOfDay, dayNumber } from '@/lib/working-days';

export type ProjectMeetings = Pick<
  MeetingPageData,
  'day' | 'before' | 'after' | 'today' | 'lines' | 'next' | 'daysOff' | 'choices'
> & {
  /** The private address of the project's calendar; undefined where one looks as somebody else. */
  address: string | null | undefined;
};

/** What its tab shows: two weeks of a project from a day on. */
export async function projectMeetings(ctx: Ctx, projectId: string, date: string): Promise<ProjectMeetings> {
  const { timeZone } = ctx.actor;
  const today = formatsFor(ctx.actor).today();
  const day = dayGiven(date || undefined, today);
  const later = (days: number) => dateOfDay(dayNumber(day) + days);
  const between = (from: number, to: number) => {
    const [begin, end] = [from, to].map((days) => Date.parse(startOfDay(later(days), timeZone))) as [number, number];
    return meetingsBetween(ctx, { from: begin, to: end, projectId });
  };
  const lines = await between(0, DAYS);
  const [next = null] = lines.length ? [] : await between(DAYS, 200);
  const choices = await choicesOf(ctx, projectId);
  return {
    ...{ day, before: later(-DAYS), after: later(DAYS), today, lines, next, choices },
    daysOff: await daysOffFrom(ctx, day),
    address: ctx.view ? undefined : (await getFeed(ctx, { project_id: projectId })).url,
  };
}
