/** What asks for a project's efficiency, and what it gets. Runs anywhere. */
import { z } from 'zod';
import { plainDate, record } from '@/lib/validation';

export const AskEfficiency = z
  .strictObject({
    id: z.string().describe('Id or key of the project'),
    from: plainDate.optional().describe('Twelve weeks before `to` by itself'),
    to: plainDate.optional().describe('Today by itself; a day to come is today'),
  })
  .refine(({ from, to }) => !from || !to || from <= to, { path: ['to'], message: 'The last day is before the first.' });
export type AskEfficiency = z.output<typeof AskEfficiency>;

const share = z.number().nullable().describe('0 to 1; null where there is nothing to count');
const day = z.string().nullable().describe('YYYY-MM-DD; null where it cannot be foreseen');

export const ProjectEfficiency = record('ProjectEfficiency', {
  project_id: z.string(),
  from: z.string(),
  to: z.string(),
  enough_data: z
    .boolean()
    .describe('At least eight tasks were completed in the period; below that there is no forecast'),
  completed: z.number().describe('Tasks whose last completion lies in the period, without subtasks'),
  on_time_rate: share,
  throughput: z.array(
    z.strictObject({
      week: z.string().describe('ISO 8601, such as 2026-W48'),
      from: z.string().describe('Its Monday'),
      count: z.number(),
    }),
  ),
  cycle_time_hours: z
    .strictObject({ p50: z.number().nullable(), p85: z.number().nullable() })
    .describe('From the first In Process or Testing to the completion, in hours of working days (24 a day)'),
  rework_rate: share.describe('Of those completed: went from Testing back to In Process; 0 to 1'),
  estimate: z
    .strictObject({ estimated_minutes: z.number(), spent_minutes: z.number() })
    .describe('Of completed tasks that have an estimate'),
  at_work: z.number().describe('Tasks that are In Process or in Testing now, without subtasks'),
  age: z
    .array(
      z.strictObject({
        _id: z.string(),
        key: z.string(),
        title: z.string(),
        status: z.number(),
        started_at: z.string(),
        hours: z.number(),
      }),
    )
    .describe('Tasks at work, the oldest first, 100 at most'),
  flow: z
    .array(
      z.strictObject({
        date: z.string(),
        pending: z.number(),
        in_process: z.number(),
        testing: z.number(),
        completed: z.number(),
        backlogs: z.number(),
      }),
    )
    .describe('At the end of each day, of each week where the period is longer than 120 days'),
  forecast: z.strictObject({
    left: z.number(),
    p50: day,
    p85: day,
    milestones: z.array(z.strictObject({ _id: z.string(), name: z.string(), left: z.number(), p50: day, p85: day })),
    assumptions: z.array(z.string()),
    moved_by: z
      .strictObject({
        since: z.string(),
        days: z.number().nullable().describe('By how many days the middle date moved; more is later'),
        before: z.strictObject({ p50: z.string(), p85: z.string() }).nullable(),
        added: z.number(),
        completed: z.number(),
        reopened: z.number(),
        weekly: z
          .strictObject({ before: z.number().nullable(), now: z.number().nullable() })
          .describe('Tasks completed a week'),
      })
      .nullable(),
  }),
});
export type ProjectEfficiency = z.infer<typeof ProjectEfficiency>;
