/** Categories of projects and tasks. Runs anywhere. */
import { z } from 'zod';
import { line, paging } from '@/lib/validation';

/** Colours are the eight series tints, so that no choice can break contrast. */
export const tint = z.string().regex(/^c[1-8]$/, 'A colour is c1 to c8.');

export const CreateCategory = z.strictObject({ name: line(60, 'The name'), colour: tint.default('c1') });
export type CreateCategory = z.output<typeof CreateCategory>;

export const ListCategories = z.strictObject({ ...paging });
export type ListCategories = z.output<typeof ListCategories>;

export const CategoryRecord = z.object({
  _id: z.string(),
  name: z.string(),
  colour: z.string(),
  created_at: z.string(),
});
export type CategoryRecord = z.infer<typeof CategoryRecord>;
