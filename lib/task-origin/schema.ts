/** Making a task of another task, or of a comment. Runs anywhere. */
import { z } from 'zod';
import { PARTS, type Part, USUAL_PARTS } from '@/lib/task-origin/vocabulary';
import { id, line, taskReference } from '@/lib/validation';

const title = line(200, 'The title').optional();

export const DuplicateTask = z.strictObject({
  id: taskReference,
  title: title.describe('As the task’s if left out'),
  take: z
    .array(z.enum(PARTS))
    .default((): Part[] => [...USUAL_PARTS])
    .describe('What goes along besides title, priority, category, estimate and parent'),
});
export type DuplicateTask = z.output<typeof DuplicateTask>;

export const CommentToTask = z.strictObject({ id, title: title.describe('The comment’s first line if left out') });
export type CommentToTask = z.output<typeof CommentToTask>;
