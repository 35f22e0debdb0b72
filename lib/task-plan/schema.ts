/** What calendar and timeline ask and get. Runs anywhere. */
import { z } from 'zod';
import { DependencyRecord } from '@/lib/dependency/schema';
import { daysBetween } from '@/lib/formats/calendar';
import { ListTasks, TaskCard } from '@/lib/task/schema';
import { DAYS_AT_MOST } from '@/lib/task-plan/vocabulary';
import { number, plainDate, record } from '@/lib/validation';

const { page: _page, limit: _limit, cursor: _cursor, sort: _sort, include: _include, ...filters } = ListTasks.shape;

/** The filters of taskList; `limit` tasks of each day from `from` to `until`, both included. */
export const ListCalendar = z
  .strictObject({
    ...filters,
    from: plainDate,
    until: plainDate,
    limit: number.pipe(z.int().min(1).max(50, 'At most 50 tasks a day.')).default(10),
  })
  .refine(({ from, until }) => from <= until, { path: ['until'], message: 'The last day is before the first.' })
  .refine(({ from, until }) => daysBetween(from, until) < DAYS_AT_MOST, {
    path: ['until'],
    message: `A calendar has ${DAYS_AT_MOST} days at most.`,
  });
export type ListCalendar = z.output<typeof ListCalendar>;

export const CalendarDay = record('CalendarDay', {
  day: z.string().describe('YYYY-MM-DD'),
  total: z.number().describe('Tasks due on it, listed or not'),
  docs: z.array(TaskCard).describe('Open ones first, the most urgent before the others'),
});
export type CalendarDay = z.infer<typeof CalendarDay>;

export const TaskCalendar = record('TaskCalendar', {
  days: z.array(CalendarDay).describe('In order; those on which nothing is due are left out'),
});
export type TaskCalendar = z.infer<typeof TaskCalendar>;

/** The filters of taskList; tasks without any date are left out. */
export const ListTimeline = z.strictObject({
  ...filters,
  cursor: ListTasks.shape.cursor,
  limit: number.pipe(z.int().min(1).max(500, 'At most 500 tasks at once.')).default(200),
});
export type ListTimeline = z.output<typeof ListTimeline>;

export const TaskTimeline = record('TaskTimeline', {
  tasks: z.array(TaskCard).describe('By their start, or their due date where there is none'),
  total: z.number(),
  next_cursor: z.string().nullable(),
});
export type TaskTimeline = z.infer<typeof TaskTimeline>;

/** The filters of taskList, as the timeline beside it has them. */
export const ListLinks = z.strictObject(filters);
export type ListLinks = z.output<typeof ListLinks>;

export const LinkEnd = record('LinkEnd', {
  _id: z.string(),
  key: z.string(),
  status: z.number(),
  start_date: z.string().nullable(),
  due_date: z.string().nullable(),
});
export type LinkEnd = z.infer<typeof LinkEnd>;

export const TaskLinks = record('TaskLinks', {
  links: z.array(DependencyRecord).describe('`task_id` blocks `blocks_id`; of a project, those of which one is in it'),
  others: z
    .array(LinkEnd)
    .describe('Tasks that the filters leave out and that are linked to one they do not, where they have a date'),
});
export type TaskLinks = z.infer<typeof TaskLinks>;
