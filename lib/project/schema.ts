/** Runs anywhere. */
import { z } from 'zod';
import { tint } from '@/lib/category/schema';
import { ActivityRecord } from '@/lib/event/schema';
import { FileRecord } from '@/lib/file/schema';
import { PersonBadge } from '@/lib/person/schema';
import { PART_OF_SQUARE, pictureFields, wholeSquare } from '@/lib/picture/schema';
import { MOST_PEOPLE, PROJECT_HEALTH, PROJECT_STATUSES, PROJECT_TYPES } from '@/lib/project/vocabulary';
import { TaskCounts } from '@/lib/task/schema';
import { id, line, listOf, number, paging, plainDate, prose, record, search } from '@/lib/validation';

const type = z.enum(PROJECT_TYPES, 'A type is mobile_application or web_application.');
const status = z.enum(PROJECT_STATUSES, 'A status is active, on_hold, completed or archived.');

/** 2 to 10 letters and digits, a letter first. */
const projectKey = z
  .string()
  .trim()
  .toUpperCase()
  .regex(/^[A-Z][A-Z0-9]{1,9}$/, 'A code has 2 to 10 letters and digits, a letter first.');

const people = z.array(id).max(MOST_PEOPLE, `At most ${MOST_PEOPLE} people.`);
const inOrder = <T extends { start_date?: string | null; due_date?: string | null }>(value: T) =>
  !value.start_date || !value.due_date || value.start_date <= value.due_date;
const ORDER = { path: ['due_date'], message: 'The due date is before the start date.' };

/** Without `code` one is made from the name; without `team_leader_id` the creator leads it. */
export const CreateProject = z
  .strictObject({
    name: line(120, 'The name'),
    code: projectKey.optional(),
    description: prose(20_000, 'The description').default(''),
    type,
    category_id: id.nullish(),
    client_ids: people.default([]),
    team_leader_id: id.nullish(),
    member_ids: people.default([]),
    start_date: plainDate.nullish(),
    due_date: plainDate.nullish(),
    tint: tint.optional(),
  })
  .refine(inOrder, ORDER);
export type CreateProject = z.output<typeof CreateProject>;

export const EditProject = z
  .strictObject({
    project_id: id,
    version: number.pipe(z.int().min(1)),
    name: line(120, 'The name').optional(),
    code: projectKey.optional().describe('Keys with the code that it had go on leading to its tasks'),
    description: prose(20_000, 'The description').optional(),
    type: type.optional(),
    category_id: id.nullish(),
    team_leader_id: id.nullish(),
    start_date: plainDate.nullish(),
    due_date: plainDate.nullish(),
    tint: tint.optional(),
  })
  .refine(inOrder, ORDER);
export type EditProject = z.output<typeof EditProject>;

export const ChangeProjectStatus = z.strictObject({ id, status });
export type ChangeProjectStatus = z.output<typeof ChangeProjectStatus>;

export const projectReference = z.union([id, projectKey], 'This is neither a project’s id nor its key.');
export const ProjectReference = z.strictObject({ project_id: projectReference });
export type ProjectReference = z.output<typeof ProjectReference>;

export const SetProjectPicture = z
  .strictObject({ project_id: id, ...pictureFields })
  .refine(wholeSquare, PART_OF_SQUARE);
export type SetProjectPicture = z.output<typeof SetProjectPicture>;

export const ProjectId = z.strictObject({ id });
export type ProjectId = z.output<typeof ProjectId>;

export const ListProjects = z.strictObject({
  q: search.optional(),
  status: listOf(status).optional(),
  type: type.optional(),
  member: z.union([id, z.literal('me')]).optional(),
  category: id.optional(),
  sort: z.enum(['name', '-name', 'due', '-due', 'created', '-created']).default('name'),
  ...paging,
});
export type ListProjects = z.output<typeof ListProjects>;

export const ListProjectMembers = z.strictObject({ project_id: projectReference, ...paging });
export type ListProjectMembers = z.output<typeof ListProjectMembers>;

/** Removing ends access at once; finished work keeps the name. */
export const ChangeProjectMembers = z
  .strictObject({
    project_id: id,
    add: people.default([]),
    remove: people.default([]),
    add_contacts: people.default([]).describe('Members of the team that the project’s clients see as contacts'),
    remove_contacts: people.default([]),
  })
  .refine(({ add, remove }) => !add.some((one) => remove.includes(one)), {
    path: ['remove'],
    message: 'Somebody is both added and removed.',
  })
  .refine(
    ({ add_contacts, remove, remove_contacts }) =>
      !add_contacts.some((one) => [...remove, ...remove_contacts].includes(one)),
    {
      path: ['add_contacts'],
      message: 'Somebody is both made a contact and removed.',
    },
  );
export type ChangeProjectMembers = z.output<typeof ChangeProjectMembers>;

export const CountProjectTasks = z.strictObject({ project_id: id.optional() });
export type CountProjectTasks = z.output<typeof CountProjectTasks>;

export const ProjectTaskCount = record('ProjectTaskCount', {
  ...TaskCounts.shape,
  project_id: z.string(),
  key: z.string(),
  name: z.string(),
});
export type ProjectTaskCount = z.infer<typeof ProjectTaskCount>;

const ProjectRights = z.object({
  edit: z.boolean(),
  archive: z.boolean(),
  delete: z.boolean(),
  members: z.boolean(),
  create_task: z.boolean(),
  efficiency: z.boolean(),
});

/** `progress`: completed of all tasks, 0 to 100. */
export const ProjectCard = record('ProjectCard', {
  _id: z.string(),
  key: z.string(),
  name: z.string(),
  type: type,
  type_label: z.string(),
  status: status,
  tint: z.string(),
  picture: z.string().nullable().describe('Path of its picture; null: the first letter is shown'),
  category: z.object({ _id: z.string(), name: z.string(), colour: z.string() }).nullable(),
  leader: PersonBadge.nullable(),
  members: z.array(PersonBadge),
  member_count: z.number(),
  health: z
    .enum(PROJECT_HEALTH)
    .nullable()
    .describe('Of an active project, counted over tasks that are no subtasks; the same for all who see it'),
  health_reason: z.string().nullable().describe('In words; without figures for clients'),
  counts: TaskCounts.describe('Of what the caller sees'),
  progress: z.number(),
  start_date: z.string().nullable(),
  due_date: z.string().nullable(),
  version: z.number(),
  created_at: z.string(),
  updated_at: z.string(),
  rights: ProjectRights,
});
export type ProjectCard = z.infer<typeof ProjectCard>;

export const DeletedProject = record('DeletedProject', ProjectCard.pick({ _id: true, key: true, name: true }).shape);
export type DeletedProject = z.infer<typeof DeletedProject>;

export const ProjectDetail = record('ProjectDetail', {
  ...ProjectCard.shape,
  description: z.string(),
  description_html: z.string().describe('As body_html of a comment'),
  attachments: z.array(FileRecord).describe('Files at the root of its space'),
  efficiency: z
    .object({
      from: z.string(),
      to: z.string(),
      completed: z.int(),
      on_time_rate: z.number().nullable().describe('0 to 1; null where none of those completed had a due date'),
    })
    .nullable()
    .describe('Of the last twelve weeks, as projectEfficiency has it, which tells more; null for clients'),
  activity: z.array(ActivityRecord),
});
export type ProjectDetail = z.infer<typeof ProjectDetail>;

export const ProjectMemberRecord = record('ProjectMemberRecord', {
  ...PersonBadge.shape,
  role_label: z.string().optional().describe('Left out, like `role`, for clients'),
  is_leader: z.boolean(),
  is_contact: z.boolean(),
  joined_at: z.string(),
});
export type ProjectMemberRecord = z.infer<typeof ProjectMemberRecord>;
