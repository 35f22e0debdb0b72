/** The order of subtasks. Runs anywhere. */
import { z } from 'zod';
import { id, number, taskReference } from '@/lib/validation';

/** Below `after_id`, else above `before_id`, else at the end. With `version` only if it is still that one. */
export const MoveSubtask = z.strictObject({
  task_id: taskReference,
  after_id: id.nullish(),
  before_id: id.nullish(),
  version: number.pipe(z.int().min(1)).optional(),
});
export type MoveSubtask = z.output<typeof MoveSubtask>;
