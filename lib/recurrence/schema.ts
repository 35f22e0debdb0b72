/** Tasks that are made again. Runs anywhere. */
import { z } from 'zod';
import { MODES, parseRule, printRule } from '@/lib/rrule/vocabulary';
import { TaskRecurrence } from '@/lib/task-parts/schema';
import { id, number, record, taskReference } from '@/lib/validation';

const version = number.pipe(z.int().min(1));
const rule = z
  .string()
  .max(200, 'A rule has 200 characters at most.')
  .transform((text, { addIssue }) => {
    const parsed = parseRule(text);
    if (parsed) return printRule(parsed);
    addIssue('Write a rule as FREQ=WEEKLY;INTERVAL=2;BYDAY=TU: daily, weekly, monthly or yearly.');
    return z.NEVER;
  })
  .describe('RRULE of RFC 5545: FREQ, INTERVAL, BYDAY, BYMONTHDAY, UNTIL, COUNT');
const mode = z
  .enum(MODES, 'A mode is completion or schedule.')
  .describe('The next one is made when this one is completed, or on its day');

export const RepeatTask = z.strictObject({ task_id: taskReference, rule, mode: mode.default('completion') });
export type RepeatTask = z.output<typeof RepeatTask>;

export const EditRecurrence = z.strictObject({ id, version, rule: rule.optional(), mode: mode.optional() });
export type EditRecurrence = z.output<typeof EditRecurrence>;

export const RecurrenceReference = z.strictObject({ id });
export type RecurrenceReference = z.output<typeof RecurrenceReference>;

export const SkipRecurrence = z.strictObject({ id, version });
export type SkipRecurrence = z.output<typeof SkipRecurrence>;

export const RecurrenceRecord = record('RecurrenceRecord', {
  ...TaskRecurrence.shape,
  task_id: z.string(),
  stopped: z.boolean(),
});
export type RecurrenceRecord = z.infer<typeof RecurrenceRecord>;

export const RecurrenceJob = z.object({ recurrence_id: z.string() });
export type RecurrenceJob = z.infer<typeof RecurrenceJob>;
