/** Fields that an organisation defines for tasks, and their values. Runs anywhere. */
import { z } from 'zod';
import { readVersion, tint } from '@/lib/category/schema';
import {
  FIELD_KINDS,
  type FieldRef,
  type GroupRef,
  isGroupRef,
  isRef,
  MOST_CHOICES,
  MOST_FIELDS,
  NAME_LENGTH,
  TEXT_LENGTH,
} from '@/lib/custom-field/vocabulary';
import { id, line, number, paging, plainDate, record } from '@/lib/validation';

const name = line(NAME_LENGTH, 'The name');
const kind = z.enum(FIELD_KINDS, 'A field is text, number, date, choice or person.');
const fieldAudience = z.enum(['internal', 'client'], 'An audience is internal or client.');

const choice = z.strictObject({
  _id: id.optional().describe('Of one that there is; without it another is added'),
  name: line(NAME_LENGTH, 'A choice'),
  colour: tint.default('c1'),
  retired: z.boolean().default(false).describe('No longer offered; tasks that have it keep it'),
});
const choices = z.array(choice).max(MOST_CHOICES, `At most ${MOST_CHOICES} choices.`);
const projectIds = z.array(id).min(1, 'Name at least one project.').max(500, 'At most 500 projects.').nullable();

export const CreateCustomField = z.strictObject({
  name,
  kind,
  choices: choices.default([]).describe('Of a choice, in order'),
  audience: fieldAudience.default('internal').describe('client: clients see its values on the tasks that they see'),
  project_ids: projectIds.default(null).describe('null: every project, also those to come'),
});
export type CreateCustomField = z.output<typeof CreateCustomField>;

export const EditCustomField = z
  .strictObject({
    id,
    version: readVersion,
    name: name.optional(),
    choices: choices.optional().describe('All of them, in order; one that tasks have cannot be left out'),
    audience: fieldAudience.optional(),
    project_ids: projectIds.optional(),
    position: number.pipe(z.int().min(0).max(MOST_FIELDS)).optional().describe('Its place among the fields, from 0'),
    archived: z.boolean().optional().describe('No longer offered; tasks that have a value keep it'),
  })
  .refine(({ id: _id, version: _version, ...fields }) => Object.values(fields).some((value) => value !== undefined), {
    message: 'Give what to change.',
  });
export type EditCustomField = z.output<typeof EditCustomField>;

export const CustomFieldReference = z.strictObject({ id });
export type CustomFieldReference = z.output<typeof CustomFieldReference>;

/** `project_id`: those of the project. */
export const ListCustomFields = z.strictObject({ project_id: id.optional(), ...paging });
export type ListCustomFields = z.output<typeof ListCustomFields>;

export const FieldChoice = record('FieldChoice', {
  _id: z.string(),
  name: z.string(),
  colour: z.string(),
  retired: z.boolean().optional().describe('No longer offered'),
});
export type FieldChoice = z.infer<typeof FieldChoice>;

/** As a task shows it. */
export const TaskField = record('TaskField', {
  _id: z.string(),
  name: z.string(),
  kind,
  audience: fieldAudience,
  choices: z.array(FieldChoice).describe('Of a choice, in order'),
  archived: z.boolean(),
});
export type TaskField = z.infer<typeof TaskField>;

export const CustomFieldRecord = record('CustomFieldRecord', {
  ...TaskField.shape,
  project_ids: z.array(z.string()).nullable().describe('Those that the caller sees; null: every project'),
  position: z.int(),
  version: z.int(),
  created_at: z.string(),
});
export type CustomFieldRecord = z.infer<typeof CustomFieldRecord>;

/** With the number of tasks that have a value, in all and by choice. */
export const CustomFieldUse = record('CustomFieldUse', {
  ...CustomFieldRecord.shape,
  tasks: z.int(),
  by_choice: z.record(z.string(), z.int()),
});
export type CustomFieldUse = z.infer<typeof CustomFieldUse>;

const AMOUNT = 'A number is up to a trillion, with three decimals at most.';
const amount = z
  .union(
    [
      z.number(),
      z
        .string()
        .regex(/^-?\d{1,13}(?:\.\d{1,3})?$/)
        .transform(Number),
    ],
    'Write a number.',
  )
  .pipe(z.number())
  .refine((value) => Math.abs(value) <= 1e12 && Number(value.toFixed(3)) === value, AMOUNT);
/** What a value has to be, by the kind of its field; whether a choice or person is there is the database's to say. */
export const VALUE = {
  text: line(TEXT_LENGTH, 'The text'),
  number: amount,
  date: plainDate,
  choice: id,
  person: id,
} as const;

export const customValue = z.union([z.string(), z.number()]);
/** By the ids of fields; null takes a value away. */
export const customInput = z
  .record(id, z.union([z.string().max(4 * TEXT_LENGTH), z.number(), z.null()], 'A value is a text, a number or null.'))
  .refine((values) => Object.keys(values).length <= MOST_FIELDS, `At most ${MOST_FIELDS} fields.`)
  .describe('By the ids of fields: a text, a number, a date, or the id of a choice or a person; null: none');
export type CustomInput = z.output<typeof customInput>;

const REF = 'Write a field as its kind and its id, such as choice.01890000-0000-7000-8000-000000000000.';
export const fieldRef = z.custom<FieldRef>((value) => typeof value === 'string' && isRef(value), REF);
export const groupRef = z.custom<GroupRef>((value) => typeof value === 'string' && isGroupRef(value), REF);
export const sortRef = z.custom<FieldRef | `-${FieldRef}`>(
  (value) => typeof value === 'string' && isRef(value.replace(/^-/, '')),
  REF,
);
