/** Runs anywhere. */
import { z } from 'zod';
import { FileRecord } from '@/lib/file/schema';
import { Imported } from '@/lib/imported/schema';
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

const graphemes = new Intl.Segmenter('en');
const PARTS_OF_EMOJI = /^[\p{Extended_Pictographic}\p{Emoji_Component}]{1,20}$/u;
const MAKES_EMOJI = /\p{Extended_Pictographic}|\p{Regional_Indicator}|\u20E3/u;
const isEmoji = (text: string) =>
  PARTS_OF_EMOJI.test(text) && MAKES_EMOJI.test(text) && [...graphemes.segment(text)].length === 1;

export const React = z.strictObject({
  comment_id: id,
  emoji: z.string().refine(isEmoji, 'A reaction is one emoji.'),
});
export type React = z.output<typeof React>;

export const ListComments = z.strictObject({
  task_id: taskReference,
  cursor: instantCursor.optional(),
  ...paging,
});
export type ListComments = z.output<typeof ListComments>;

export const CommentVersions = z.strictObject({ id, ...paging });
export type CommentVersions = z.output<typeof CommentVersions>;

export const CommentVersion = record('CommentVersion', {
  version: z.number(),
  body: z.string().describe('Markdown'),
  body_html: z
    .string()
    .describe('Rendered and safe; keys of tasks that the caller sees are links relative to the task page'),
  written_at: z.string(),
});
export type CommentVersion = z.infer<typeof CommentVersion>;

export const Reaction = record('Reaction', {
  emoji: z.string(),
  count: z.number(),
  mine: z.boolean(),
  names: z.array(z.string()).describe('The first ten whose names the caller may see'),
});
export type Reaction = z.infer<typeof Reaction>;

export const CommentRecord = record('CommentRecord', {
  _id: z.string(),
  task_id: z.string(),
  author: PersonBadge.nullable().describe('null: somebody whose name the caller may not see'),
  imported: Imported.nullable().describe('Came with an import; `author` is who imported it'),
  rule: z.string().optional().describe('The name of the rule that wrote it; `author` is whoever it runs as'),
  body: z.string().describe('Markdown'),
  body_html: z
    .string()
    .describe('Rendered and safe; keys of tasks that the caller sees are links relative to the task page'),
  internal: z.boolean(),
  parent_id: z.string().nullable().describe('The comment that began the thread'),
  reactions: z.array(Reaction).describe('In the order they first came'),
  resolved_at: z.string().nullable().describe('Of a comment that began a thread'),
  resolved_by: PersonBadge.nullable(),
  attachments: z.array(FileRecord),
  tasks: z
    .array(z.object({ _id: z.string(), key: z.string(), title: z.string() }))
    .describe('Made of it, as far as the caller sees them'),
  message: z
    .object({ _id: z.string(), room_id: z.string() })
    .optional()
    .describe('Of the chat, of which it was made, if the caller sees that'),
  version: z.number(),
  created_at: z.string(),
  edited_at: z.string().nullable(),
  deleted_at: z.string().nullable().describe('A deleted comment with replies keeps its place, without its words'),
});
export type CommentRecord = z.infer<typeof CommentRecord>;
