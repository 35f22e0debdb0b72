/** Runs anywhere. */
import { z } from 'zod';
import { PersonBadge } from '@/lib/person/schema';
import { id, paging, prose, record } from '@/lib/validation';

const body = prose(20_000, 'The comment').refine((value) => value.length > 0, 'Write a comment first.');

/** `id`: the file's. `internal` left out: the team only; a client's comment is never internal. */
export const AddFileComment = z.strictObject({ id, body, internal: z.boolean().optional() });
export type AddFileComment = z.output<typeof AddFileComment>;

export const ListFileComments = z.strictObject({ id, ...paging });
export type ListFileComments = z.output<typeof ListFileComments>;

export const FileCommentReference = z.strictObject({ id });
export type FileCommentReference = z.output<typeof FileCommentReference>;

export const FileCommentRecord = record('FileCommentRecord', {
  _id: z.string(),
  file_id: z.string(),
  author: PersonBadge.nullable().describe('null: somebody whose name the caller may not see'),
  body: z.string().describe('Markdown'),
  internal: z.boolean(),
  created_at: z.string(),
  rights: record('FileCommentRights', { delete: z.boolean() }),
});
export type FileCommentRecord = z.infer<typeof FileCommentRecord>;
