/** A task that blocks another one. Runs anywhere. */
import { z } from 'zod';
import { record, taskReference } from '@/lib/validation';

/** By id or key. */
export const DependencyInput = z.strictObject({
  task_id: taskReference.describe('The task that blocks'),
  blocks_id: taskReference.describe('The task that waits for it'),
});
export type DependencyInput = z.output<typeof DependencyInput>;

export const DependencyRecord = record('DependencyRecord', { task_id: z.string(), blocks_id: z.string() });
export type DependencyRecord = z.infer<typeof DependencyRecord>;
