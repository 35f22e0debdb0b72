/** Categories of projects and tasks. Runs anywhere. */
import { z } from 'zod';
import { id, line, number, paging, record } from '@/lib/validation';

/** The eight series tints, so that no choice can break contrast. */
export const tint = z.string().regex(/^c[1-8]$/, 'A colour is c1 to c8.');

/** As it was read, where a caller tells that. */
export const readVersion = number
  .pipe(z.int().min(1))
  .optional()
  .describe(
    'As it was read; 409 with the current record if somebody changed it in the meantime. Without it the last write wins',
  );

export const CreateCategory = z.strictObject({ name: line(60, 'The name'), colour: tint.default('c1') });
export type CreateCategory = z.output<typeof CreateCategory>;

export const ListCategories = z.strictObject({ ...paging });
export type ListCategories = z.output<typeof ListCategories>;

export const CategoryRecord = record('CategoryRecord', {
  _id: z.string(),
  name: z.string(),
  colour: z.string(),
  version: z.int(),
  created_at: z.string(),
});
export type CategoryRecord = z.infer<typeof CategoryRecord>;

export const EditCategory = z
  .strictObject({ id, version: readVersion, name: line(60, 'The name').optional(), colour: tint.optional() })
  .refine(({ name, colour }) => name !== undefined || colour !== undefined, {
    path: ['name'],
    message: 'Give what to change: name or colour.',
  });
export type EditCategory = z.output<typeof EditCategory>;

export const CategoryReference = z.strictObject({ id });
export type CategoryReference = z.output<typeof CategoryReference>;

/** With the numbers of tasks and projects that lost it. */
export const DeletedCategory = record('DeletedCategory', {
  ...CategoryRecord.shape,
  tasks: z.int(),
  projects: z.int(),
});
export type DeletedCategory = z.infer<typeof DeletedCategory>;

export type CategoryUse = CategoryRecord & { tasks: number; projects: number };
