/** Comments: inputs. The record lives with the task it belongs to. Runs anywhere. */
import { z } from 'zod';
import { taskReference } from '@/lib/task/schema';
import { id, number, prose } from '@/lib/validation';

const body = prose(20_000, 'The comment').refine((value) => value.length > 0, 'Write a comment first.');

/** `internal` left out: the team reads it, unless a client writes, whose comments are never internal. */
export const AddComment = z.strictObject({
  task_id: taskReference,
  body,
  parent_id: id.nullish(),
  internal: z.boolean().optional(),
  attachment_ids: z.array(id).max(0, 'A comment cannot have attachments. Put a link in its text.').optional(),
});
export type AddComment = z.output<typeof AddComment>;

export const EditComment = z.strictObject({ id, version: number, body });
export type EditComment = z.output<typeof EditComment>;

export const CommentReference = z.strictObject({ id });
export type CommentReference = z.output<typeof CommentReference>;
