/** Runs anywhere. */
import { z } from 'zod';
import { FileRecord } from '@/lib/file/schema';
import { PersonBadge } from '@/lib/person/schema';
import { id, instantCursor, number, paging, prose, record, taskReference } from '@/lib/validation';

const EMPTY = 'Write a comment first.';
const words = prose(20_000, 'The comment');
const body = words.refine((value) => value.length > 0, EMPTY);

const MOST_ATTACHED = 20;

/** Words, attachments or both. `internal` left out: the team only; a client's comment is never internal. */
export const AddComment = z
  .strictObject({
    task_id: taskReference,
    body: words,
    parent_id: id.nullish(),
    internal: z.boolean().optional(),
    attachment_ids: z.array(id).max(MOST_ATTACHED, `A comment has ${MOST_ATTACHED} attachments at most.`).optional(),
  })
  .refine(({ body, attachment_ids }) => body.length > 0 || attachment_ids?.length, { path: ['body'], message: EMPTY });
export type AddComment = z.output<typeof AddComment>;

export const EditComment = z.strictObject({ id, version: number, body });
export type EditComment = z.output<typeof EditComment>;

export const CommentReference = z.strictObject({ id });
export type CommentReference = z.output<typeof CommentReference>;

export const ListComments = z.strictObject({
  task_id: taskReference,
  cursor: instantCursor.optional(),
  ...paging,
});
export type ListComments = z.output<typeof ListComments>;

export const CommentRecord = record('CommentRecord', {
  _id: z.string(),
  task_id: z.string(),
  author: PersonBadge.nullable().describe('null: somebody whose name the caller may not see'),
  body: z.string().describe('Markdown'),
  body_html: z.string().describe('Rendered and safe'),
  internal: z.boolean(),
  parent_id: z.string().nullable(),
  attachments: z.array(FileRecord),
  version: z.number(),
  created_at: z.string(),
  edited_at: z.string().nullable(),
});
export type CommentRecord = z.infer<typeof CommentRecord>;
