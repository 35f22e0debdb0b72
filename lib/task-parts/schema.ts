/** What hangs on a task, as the task shows it. Runs anywhere. */
import { z } from 'zod';
import { PersonBadge } from '@/lib/person/schema';
import { record } from '@/lib/validation';

export const ChecklistItem = record('ChecklistItem', {
  _id: z.string(),
  title: z.string(),
  done: z.boolean(),
  version: z.number(),
});
export type ChecklistItem = z.infer<typeof ChecklistItem>;

export const ChecklistCount = z.object({ done: z.number(), total: z.number() });
export type ChecklistCount = z.infer<typeof ChecklistCount>;

export const TaskDependency = record('TaskDependency', {
  _id: z.string().describe('The other task'),
  key: z.string(),
  title: z.string(),
  status: z.number(),
  relation: z.enum(['blocks', 'blocked_by']).describe('What this task is to the other one'),
});
export type TaskDependency = z.infer<typeof TaskDependency>;

export const TaskRecurrence = record('TaskRecurrence', {
  _id: z.string(),
  rule: z.string().describe('RRULE'),
  words: z.string(),
  mode: z.enum(['completion', 'schedule']),
  starts_on: z.string(),
  next_on: z.string().nullable().describe('Day of the next task; null: this is the last one'),
  number: z.int().describe('Which one of its series it is'),
  version: z.number(),
});
export type TaskRecurrence = z.infer<typeof TaskRecurrence>;

const SeriesTask = z.object({ _id: z.string(), key: z.string(), title: z.string() });
export type SeriesTask = z.infer<typeof SeriesTask>;

const TaskOrigin = z.object({
  comment_id: z.string(),
  task: z.object({ _id: z.string(), key: z.string(), title: z.string() }),
});

const TaskMeeting = z.object({
  _id: z.string(),
  title: z.string(),
  occurrence: z.string(),
  line: z.string().describe('What the line is called'),
});

export const Watchers = z.object({
  watching: z.boolean().describe('The caller is told of its comments and moves'),
  watchers: z.array(PersonBadge).describe('Those who may see the task; for clients themselves alone'),
});

const TaskTime = record('TaskTime', {
  spent_minutes: z.int().describe('By everybody; timers that run are not counted'),
  started_at: z.string().nullable().describe('Since when the caller’s timer runs for it'),
});

/** What the task alone shows, not its card. */
export const TaskParts = z.object({
  dependencies: z.array(TaskDependency),
  recurrence: TaskRecurrence.nullable().describe('null: it does not repeat, or the next one was made'),
  successor: SeriesTask.nullable().describe('The next one of its series that there is, if the caller sees it'),
  time: TaskTime.nullable().describe('null: the caller may not know'),
  checklist_items: z.array(ChecklistItem).describe('In order; the team’s alone'),
  ...Watchers.shape,
  meetings: z
    .array(TaskMeeting)
    .describe('Of whose agenda a line became it or speaks of it, those that the caller sees, the latest first'),
  origin: TaskOrigin.nullable().describe('The comment of whose words it was made, if the caller sees that'),
});
