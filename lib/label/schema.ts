/** Labels of the organisation; a task has any number of them. Runs anywhere. */
import { z } from 'zod';
import { readVersion, tint } from '@/lib/category/schema';
import { id, line, paging, record } from '@/lib/validation';

const name = line(60, 'The name');

export const CreateLabel = z.strictObject({ name, colour: tint.default('c1') });
export type CreateLabel = z.output<typeof CreateLabel>;

export const ListLabels = z.strictObject({ ...paging });
export type ListLabels = z.output<typeof ListLabels>;

export const EditLabel = z
  .strictObject({ id, version: readVersion, name: name.optional(), colour: tint.optional() })
  .refine(({ name, colour }) => name !== undefined || colour !== undefined, {
    path: ['name'],
    message: 'Give what to change: name or colour.',
  });
export type EditLabel = z.output<typeof EditLabel>;

export const LabelReference = z.strictObject({ id });
export type LabelReference = z.output<typeof LabelReference>;

/** As a task shows it. */
export const TaskLabel = record('TaskLabel', { _id: z.string(), name: z.string(), colour: z.string() });
export type TaskLabel = z.infer<typeof TaskLabel>;

export const LabelRecord = record('LabelRecord', {
  ...TaskLabel.shape,
  version: z.int(),
  created_at: z.string(),
});
export type LabelRecord = z.infer<typeof LabelRecord>;

/** With the number of tasks that have it. */
export const LabelUse = record('LabelUse', { ...LabelRecord.shape, tasks: z.int() });
export type LabelUse = z.infer<typeof LabelUse>;
