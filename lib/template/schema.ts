/** Templates of the organisation, or of a project. Runs anywhere. */
import { z } from 'zod';
import { tint } from '@/lib/category/schema';
import { customValue } from '@/lib/custom-field/schema';
import { CreateProject } from '@/lib/project/schema';
import { PROJECT_TYPES } from '@/lib/project/vocabulary';
import { AUDIENCES, PRIORITIES } from '@/lib/task/vocabulary';
import {
  levelsIn,
  MOST_TEMPLATE_DAYS,
  MOST_TEMPLATE_LEVELS,
  MOST_TEMPLATE_MILESTONES,
  MOST_TEMPLATE_ROLES,
  MOST_TEMPLATE_TASKS,
  TEMPLATE_KINDS,
  TEMPLATE_NAME_LENGTH,
  TEMPLATE_SUMMARY_LENGTH,
  waitsInCircle,
} from '@/lib/template/vocabulary';
import { id, line, number, paging, plainDate, prose, record, taskReference } from '@/lib/validation';
import { WorkflowFields } from '@/lib/workflow/schema';

const name = line(TEMPLATE_NAME_LENGTH, 'The name');
const summary = prose(TEMPLATE_SUMMARY_LENGTH, 'The summary');
const days = z.int().min(0).max(MOST_TEMPLATE_DAYS, `At most ${MOST_TEMPLATE_DAYS} days.`).nullable().default(null);
const place = z.int().min(0).max(MOST_TEMPLATE_TASKS);

/** Days are counted from the day on which the template is used; `parent` and `blocked_by` are places in the list. */
const templateTask = z.strictObject({
  title: line(200, 'The title'),
  description: prose(50_000, 'The description').default(''),
  priority: z.enum(PRIORITIES, 'A priority is none, low, medium, high or urgent.').default('none'),
  category_id: id.nullable().default(null),
  label_ids: z.array(id).max(20, 'At most 20 labels.').default([]),
  estimate_minutes: z.int().min(0).max(1_000_000).nullable().default(null),
  custom: z
    .record(id, customValue)
    .optional()
    .describe('Texts, numbers and choices by the ids of the organisation’s own fields'),
  start_in: days,
  due_in: days,
  checklist: z.array(line(200, 'A line')).max(200, 'A checklist has 200 lines at most.').default([]),
  audience: z.enum(AUDIENCES, 'An audience is internal or client.').default('internal'),
  parent: place.nullable().default(null),
  milestone: place.nullable().default(null).describe('A place in the milestones'),
  blocked_by: z.array(place).max(50, 'At most 50 dependencies.').default([]),
  roles: z.array(place).max(50, 'At most 50 people.').default([]).describe('Who works on it: places in the roles'),
});
export type TemplateTask = z.output<typeof templateTask>;

const role = z.strictObject({
  name: line(80, 'The role'),
  member_id: id.nullable().default(null).describe('Who has it unless somebody else is chosen'),
});
export type TemplateRole = z.output<typeof role>;

const milestone = z.strictObject({
  name: line(120, 'The milestone'),
  due_in: days,
  audience: z.enum(AUDIENCES, 'An audience is internal or client.').default('internal'),
});

const projectFields = z.strictObject({
  description: prose(20_000, 'The description').default(''),
  type: z.enum(PROJECT_TYPES, 'A type is mobile_application or web_application.'),
  category_id: id.nullable().default(null),
  tint: tint.nullable().default(null),
  due_in: days,
  workflow: z.strictObject(WorkflowFields).nullable().default(null),
});

const content = z
  .strictObject({
    project: projectFields.nullable().default(null).describe('null: of a task'),
    roles: z.array(role).max(MOST_TEMPLATE_ROLES, `At most ${MOST_TEMPLATE_ROLES} roles.`).default([]),
    milestones: z
      .array(milestone)
      .max(MOST_TEMPLATE_MILESTONES, `At most ${MOST_TEMPLATE_MILESTONES} milestones.`)
      .default([])
      .describe('Of a project, in their order'),
    tasks: z.array(templateTask).max(MOST_TEMPLATE_TASKS, `At most ${MOST_TEMPLATE_TASKS} tasks.`),
  })
  .superRefine(({ project, roles, milestones, tasks }, { addIssue }) => {
    const refuse = (path: (string | number)[], message: string) => addIssue({ code: 'custom', path, message });
    if (!project && tasks.filter(({ parent }) => parent === null).length !== 1)
      refuse(['tasks'], 'The template of a task has one task that the others are below.');
    for (const [at, task] of tasks.entries()) {
      if (task.parent !== null && task.parent >= at)
        refuse(['tasks', at, 'parent'], 'A task stands after the one that it is below.');
      if (task.start_in !== null && task.due_in !== null && task.start_in > task.due_in)
        refuse(['tasks', at, 'due_in'], 'The due date is before the start date.');
      if (task.blocked_by.some((one) => one === at || one >= tasks.length))
        refuse(['tasks', at, 'blocked_by'], 'A task waits for other tasks of the template.');
      if (task.milestone !== null && task.milestone >= milestones.length)
        refuse(['tasks', at, 'milestone'], 'There is no such milestone in the template.');
      if (task.roles.some((one) => one >= roles.length))
        refuse(['tasks', at, 'roles'], 'There is no such role in the template.');
    }
    if (levelsIn(tasks).some((level) => level >= MOST_TEMPLATE_LEVELS))
      refuse(['tasks'], `Subtasks go ${MOST_TEMPLATE_LEVELS} levels deep at most.`);
    if (waitsInCircle(tasks)) refuse(['tasks'], 'These tasks would wait for each other.');
  });
export type TemplateContent = z.output<typeof content>;
/** As it was stored: what older versions lack is added. */
export const readContent = (stored: unknown): TemplateContent => content.parse(stored);

/** From one of a task, a project and what is written. */
export const CreateTemplate = z
  .strictObject({
    name,
    summary: summary.default(''),
    project_id: id.nullable().default(null).describe('The project whose it is; null: the organisation’s'),
    of_task_id: taskReference.optional().describe('With all that is below it'),
    of_project_id: id.optional().describe('Its settings, its team and its tasks'),
    with_people: z.boolean().default(false).describe('Of a project: also who has which role'),
    content: content.optional(),
  })
  .refine(
    (input) => [input.of_task_id, input.of_project_id, input.content].filter((one) => one !== undefined).length === 1,
    'Give one of of_task_id, of_project_id and content.',
  );
export type CreateTemplate = z.output<typeof CreateTemplate>;

/** What is of a task stays of a task. */
export const EditTemplate = z.strictObject({
  id,
  version: number.pipe(z.int().min(1)),
  name: name.optional(),
  summary: summary.optional(),
  content: content.optional(),
});
export type EditTemplate = z.output<typeof EditTemplate>;

export const TemplateReference = z.strictObject({ id });
export type TemplateReference = z.output<typeof TemplateReference>;

/** With `project_id`: the project's own, and the organisation's. */
export const ListTemplates = z.strictObject({
  project_id: id.optional(),
  kind: z.enum(TEMPLATE_KINDS, 'A kind is task or project.').optional(),
  ...paging,
});
export type ListTemplates = z.output<typeof ListTemplates>;

const person = z.object({ _id: z.string(), name: z.string() });

export const TemplateCard = record('TemplateCard', {
  _id: z.string(),
  kind: z.enum(TEMPLATE_KINDS),
  name: z.string(),
  summary: z.string(),
  project_id: z.string().nullable(),
  tasks: z.int(),
  created_by: person.nullable(),
  may_edit: z.boolean(),
  version: z.int(),
  updated_at: z.string(),
});
export type TemplateCard = z.infer<typeof TemplateCard>;

export const TemplateRecord = record('TemplateRecord', {
  ...TemplateCard.shape,
  content: z
    .looseObject({ tasks: z.array(z.looseObject({ title: z.string() })) })
    .describe('As it is given when a template is made'),
});
export type TemplateRecord = Omit<z.infer<typeof TemplateRecord>, 'content'> & { content: TemplateContent };

const since = plainDate.optional().describe('From which its days are counted; today if left out');
const people = z
  .array(z.strictObject({ role: place, member_id: id.nullable() }))
  .max(MOST_TEMPLATE_ROLES, `At most ${MOST_TEMPLATE_ROLES} roles.`)
  .default([])
  .describe('Who has which role, by its place; the others stay as the template says. null: nobody');

export const UseTemplate = z.strictObject({
  id,
  project_id: id,
  title: line(200, 'The title').optional().describe('As the template’s task if left out'),
  parent_id: id.optional(),
  start_date: since,
});
export type UseTemplate = z.output<typeof UseTemplate>;

export const UseProjectTemplate = z.strictObject({
  id,
  name: CreateProject.shape.name,
  code: CreateProject.shape.code,
  team_leader_id: CreateProject.shape.team_leader_id,
  start_date: since,
  people,
  client_ids: CreateProject.shape.client_ids,
});
export type UseProjectTemplate = z.output<typeof UseProjectTemplate>;
