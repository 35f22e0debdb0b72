/** Runs anywhere. */

import { z } from 'zod';
import { clean } from '@/lib/clean-text';
import { CommentRecord } from '@/lib/comment/schema';
import { customInput, customValue, fieldRef, sortRef, TaskField } from '@/lib/custom-field/schema';
import { ActivityRecord } from '@/lib/event/schema';
import { FileRecord } from '@/lib/file/schema';
import { FILTER_LENGTH, FilterFault, type Group } from '@/lib/filter/format';
import { TaskLabel } from '@/lib/label/schema';
import { PersonBadge } from '@/lib/person/schema';
import { SignOffRecord } from '@/lib/sign-off/schema';
import {
  AUDIENCES,
  CARD_EXTRAS,
  MOST_LABELS,
  PRIORITIES,
  STATUSES,
  type StatusCode,
  TASK_SORTS,
} from '@/lib/task/vocabulary';
import { readFilter } from '@/lib/task/vocabulary.filter';
import { ChecklistCount, TaskParts } from '@/lib/task-parts/schema';
import { id, line, listOf, number, paging, plainDate, prose, record, search, taskReference } from '@/lib/validation';

const NAMES = new Map<string, StatusCode>(
  STATUSES.flatMap(({ code, key, label }) => [
    [key.toLowerCase(), code] as const,
    [label.toLowerCase(), code] as const,
  ]),
);
NAMES.set('confirmed', 5);

/** Code (1 to 5, number or text), key or label; `Confirmed` is another name of Backlogs. */
export const statusCode = z
  .union([z.number(), z.string()])
  .transform((value) => NAMES.get(String(value).toLowerCase()) ?? Number(value))
  .refine(
    (value): value is StatusCode => STATUSES.some(({ code }) => code === value),
    'A status is 1 Pending, 2 In Process, 3 Testing, 4 Completed or 5 Backlogs.',
  );

export const priority = z.enum(PRIORITIES, 'A priority is none, low, medium, high or urgent.');

/** `internal`: the team; `client`: the project's clients too. */
export const audience = z.enum(AUDIENCES, 'An audience is internal or client.');
export type Audience = z.infer<typeof audience>;

const title = line(200, 'The title');
const description = prose(50_000, 'The description');
const ESTIMATE = 'An estimate is given in whole minutes, up to a million.';
const estimate = number.pipe(z.int().min(0, ESTIMATE).max(1_000_000, ESTIMATE));
export const MOST_ASSIGNEES = 50;
export const assignees = z.array(id).max(MOST_ASSIGNEES, `At most ${MOST_ASSIGNEES} people.`);

export const labels = z.array(id).max(MOST_LABELS, `At most ${MOST_LABELS} labels.`);

export const inOrder = <T extends { start_date?: string | null; due_date?: string | null }>(value: T) =>
  !value.start_date || !value.due_date || value.start_date <= value.due_date;
export const ORDER = { path: ['due_date'], message: 'The due date is before the start date.' };

export const CreateTask = z
  .strictObject({
    project_id: id,
    title,
    description: description.default(''),
    status: statusCode.default(1),
    priority: priority.default('none'),
    assignee_ids: assignees.default([]),
    category_id: id.nullish(),
    milestone_id: id.nullish(),
    label_ids: labels.default([]),
    start_date: plainDate.nullish(),
    due_date: plainDate.nullish(),
    estimate_minutes: estimate.nullish(),
    parent_id: id.nullish(),
    audience: audience.default('internal'),
    custom: customInput.optional(),
  })
  .refine(inOrder, ORDER);
export type CreateTask = z.output<typeof CreateTask>;

const undo = z.boolean().optional().describe('Takes back what was changed last: no rule begins by it');

export const EditTask = z
  .strictObject({
    id: taskReference,
    version: number.pipe(z.int().min(1)),
    title: title.optional(),
    description: description.optional(),
    status: statusCode.optional(),
    priority: priority.optional(),
    assignee_ids: assignees.optional(),
    category_id: id.nullish(),
    milestone_id: id.nullish(),
    label_ids: labels.optional(),
    start_date: plainDate.nullish(),
    due_date: plainDate.nullish(),
    estimate_minutes: estimate.nullish(),
    parent_id: id.nullish(),
    audience: audience.optional(),
    custom: customInput.optional(),
    undo,
  })
  .refine(inOrder, ORDER);
export type EditTask = z.output<typeof EditTask>;

/** At the `top`, where `rank` was, below `after_id`, above `before_id`, else at the end. Without `version` the last write wins (rulings 16). */
export const MoveTask = z.strictObject({
  task_id: taskReference,
  status: statusCode,
  before_id: id.nullish(),
  after_id: id.nullish(),
  top: z.boolean().optional().describe('Above all others of the column, also those that a view leaves out'),
  rank: z
    .string()
    .regex(/^[!-~]{1,200}$/, 'A rank is one that a task had.')
    .nullish()
    .describe('Back to where it was: its rank there'),
  version: number.pipe(z.int().min(1)).optional(),
  undo,
});
export type MoveTask = z.output<typeof MoveTask>;

export const TaskReference = z.strictObject({ id: taskReference });
export type TaskReference = z.output<typeof TaskReference>;

/** Any fields, as `status:1,2;!assignee:me;(due:overdue|due:none)`. */
export const filterText = z
  .string()
  .max(FILTER_LENGTH, `A filter has ${FILTER_LENGTH} characters at most.`)
  .refine((text) => text.isWellFormed() && !text.includes('\0'), 'This contains characters that cannot be searched.')
  .transform((text, context): Group => {
    try {
      return readFilter(clean(text));
    } catch (error) {
      if (!(error instanceof FilterFault)) throw error;
      context.addIssue({ code: 'custom', message: error.message });
      return z.NEVER;
    }
  });

const filters = {
  q: search.optional(),
  status: listOf(statusCode).optional(),
  assignee: z.union([id, z.literal('me'), z.literal('none')]).optional(),
  category: id.optional(),
  priority: listOf(priority).optional(),
  audience: audience.optional(),
  due_before: plainDate.optional(),
  due_after: plainDate.optional(),
  overdue: z.stringbool().optional(),
  filter: filterText.optional(),
  // `place`: as subtasks stand below their parent.
  sort: z.union([z.enum([...TASK_SORTS, 'place']), sortRef]).default('-created'),
  cursor: z.string().max(2000).optional(),
  ...paging,
};
export const ListTasks = z.strictObject({
  ...filters,
  project_id: id.optional(),
  include: listOf(z.union([z.enum(CARD_EXTRAS), fieldRef], `Included can be ${CARD_EXTRAS.join(', ')}.`))
    .optional()
    .describe('What each task tells besides; what `filter` asks for is included without it'),
});
export type ListTasks = z.output<typeof ListTasks>;

/** `group=status`: a list per status; `status` and `cursor` page one. `completed=recent`: the last 14 days. */
export const ListProjectTasks = z.strictObject({
  ...filters,
  project_id: id,
  group: z.literal('status').optional(),
  completed: z.enum(['recent', 'all'], 'Completed tasks are listed recent or all.').default('all'),
});
export type ListProjectTasks = z.output<typeof ListProjectTasks>;

/** Newest first. */
export const ListBin = z.strictObject({ project_id: id, ...paging });
export type ListBin = z.output<typeof ListBin>;

export const CountTasks = z.strictObject({ project_id: id.optional(), assignee: filters.assignee });
export type CountTasks = z.output<typeof CountTasks>;

const TaskParent = z.object({ _id: z.string(), key: z.string(), title: z.string() });
export type TaskParent = z.infer<typeof TaskParent>;

export const TaskMilestone = z.object({ _id: z.string(), name: z.string() });
export type TaskMilestone = z.infer<typeof TaskMilestone>;

export const TaskCard = record('TaskCard', {
  _id: z.string(),
  key: z.string().describe('Human key, such as WEB-12'),
  project_id: z.string(),
  number: z.number(),
  title: z.string(),
  status: z.number(),
  status_label: z.string(),
  priority: priority,
  rank: z.string(),
  audience: audience,
  assignees: z
    .array(PersonBadge)
    .describe('In lists three at most, the caller first; all of them where one card is read'),
  more_assignees: z.number().optional().describe('So many more work on it, named by `taskCard/{id}` and `task/{id}`'),
  hidden_assignees: z.boolean().describe('Somebody whose name the caller may not see works on it'),
  parent: TaskParent.nullable().describe('The task that it is a subtask of, where the caller may see it'),
  category_id: z.string().nullable(),
  milestone: TaskMilestone.optional().describe(
    'The milestone that it leads to; absent if none that the caller may see',
  ),
  blocked: z.boolean().optional().describe('It waits for a task that the caller may see; absent if it does not'),
  blocking: z.boolean().optional().describe('A task that the caller may see waits for it, or did; absent if none'),
  checklist: ChecklistCount.optional().describe('Of the lines of its checklist; absent if there is none'),
  subtask_progress: ChecklistCount.optional().describe(
    'Of its subtasks that the caller may see; absent if there is none',
  ),
  watching: z.boolean().optional().describe('The caller is told of its comments and moves; absent if not'),
  labels: z.array(TaskLabel).optional().describe('By name; absent if there is none'),
  spent_minutes: z
    .int()
    .optional()
    .describe('By everybody; absent if none, for clients, and in lists that do not include it'),
  repeating: z.boolean().optional().describe('A next one will be made; otherwise absent, as spent_minutes'),
  attached: z
    .boolean()
    .optional()
    .describe(
      'It or a comment on it has a file that the caller may see; otherwise absent, and in lists that do not include it',
    ),
  custom: z
    .record(z.string(), customValue)
    .optional()
    .describe(
      'Values of the organisation’s own fields by their ids: a text, a number, a date, or the id of a choice or person. Those that the caller may see; absent if none, and in lists that do not include them',
    ),
  custom_people: z.array(PersonBadge).optional().describe('Whom these values name'),
  start_date: z.string().nullable(),
  due_date: z.string().nullable(),
  estimate_minutes: z.number().nullable(),
  completed_at: z.string().nullable(),
  comment_count: z.number(),
  created_by_id: z.string().nullable(),
  created_by: PersonBadge.nullish().describe(
    'Absent if the caller may not see them, and in lists that do not include it',
  ),
  version: z.number(),
  created_at: z.string(),
  updated_at: z.string(),
});
export type TaskCard = z.infer<typeof TaskCard>;

/** With its neighbours after the move: they may differ from those asked for. */
export const MovedTask = record('MovedTask', {
  ...TaskCard.shape,
  after_id: z.string().nullable().describe('The card above it now, of those the caller may see; null at the top'),
  before_id: z.string().nullable().describe('The card below it now; null at the end'),
});
export type MovedTask = z.infer<typeof MovedTask>;

export const BinnedTask = record('BinnedTask', { ...TaskCard.shape, deleted_at: z.string() });
export type BinnedTask = z.infer<typeof BinnedTask>;

export const PurgedTask = record('PurgedTask', TaskCard.pick({ _id: true, key: true, title: true }).shape);
export type PurgedTask = z.infer<typeof PurgedTask>;

export const TaskRights = record('TaskRights', {
  edit: z.boolean(),
  move: z.boolean(),
  assign: z.boolean().describe('Anybody of the project'),
  assign_self: z.boolean().describe('Oneself, on and off'),
  delete: z.boolean(),
  audience: z.boolean(),
  comment: z.boolean(),
});
export type TaskRights = z.infer<typeof TaskRights>;

export const BoardColumn = record('BoardColumn', {
  status: z.number(),
  label: z.string(),
  total: z.number(),
  hidden: z.number().describe('Of the total: completed too long ago to be listed (completed=recent)'),
  docs: z.array(TaskCard),
  next_cursor: z.string().nullable().describe('Pass with `status` to get the next cards of this column'),
});
export type BoardColumn = z.infer<typeof BoardColumn>;

export const TaskDetail = record('TaskDetail', {
  ...TaskCard.shape,
  description: z.string(),
  description_html: z.string().describe('As body_html of a comment'),
  project: z.object({ _id: z.string(), key: z.string(), name: z.string(), leader_id: z.string().nullable() }),
  category: z.object({ _id: z.string(), name: z.string(), colour: z.string() }).nullable(),
  created_by: PersonBadge.nullable(),
  deleted_at: z.string().nullable(),
  comments: z.array(CommentRecord).describe('The newest, oldest first'),
  comments_cursor: z.string().nullable().describe('Pass to taskCommentList for those before them; null: these are all'),
  activity: z.array(ActivityRecord),
  subtasks: z.array(TaskCard),
  ...TaskParts.shape,
  attachments: z.array(FileRecord).describe('Its own; those of comments are with them'),
  custom_fields: z.array(TaskField).describe('The fields of its project that the organisation defines, in order'),
  sign_off: SignOffRecord.nullable().describe('The newest that the caller sees'),
  rights: TaskRights,
});
export type TaskDetail = z.infer<typeof TaskDetail>;

export const TaskCounts = record('TaskCounts', {
  pending: z.number(),
  in_process: z.number(),
  testing: z.number(),
  completed: z.number(),
  backlogs: z.number(),
  total: z.number(),
  overdue: z.number(),
  due_today: z.number(),
});
export type TaskCounts = z.infer<typeof TaskCounts>;
