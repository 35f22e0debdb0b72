/** Runs anywhere. */
import { z } from 'zod';
import { React, Reaction } from '@/lib/comment/schema';
import { FileRecord } from '@/lib/file/schema';
import { PersonBadge } from '@/lib/person/schema';
import {
  bothWays,
  id,
  instantCursor,
  isInstant,
  line,
  paging,
  plainDate,
  prose,
  record,
  search,
  taskReference,
} from '@/lib/validation';

const MOST_LETTERS = 20_000;
const EMPTY = 'Write a message first.';
const words = prose(MOST_LETTERS, 'The message');
const body = words.refine((value) => value.length > 0, EMPTY);

const MOST_ATTACHED = 20;

/** Words, attachments or both. `client_id`: made by whoever sends it; the same again is the same message. */
export const SendMessage = z
  .strictObject({
    room_id: id,
    body: words,
    client_id: id,
    reply_to: id.nullish(),
    thread_id: id.nullish(),
    attachment_ids: z
      .array(id)
      .max(MOST_ATTACHED, `A message has ${MOST_ATTACHED} attachments at most.`)
      .optional()
      .describe('Drafts that the caller uploaded, for the room’s project or for none'),
  })
  .refine(({ body, attachment_ids }) => body.length > 0 || attachment_ids?.length, { path: ['body'], message: EMPTY });
export type SendMessage = z.output<typeof SendMessage>;

export const EditMessage = z.strictObject({ id, version: z.int().min(1), body });
export type EditMessage = z.output<typeof EditMessage>;

export const MessageReference = z.strictObject({ id });
export type MessageReference = z.output<typeof MessageReference>;

export const MessageReaction = z.strictObject({ message_id: id, emoji: React.shape.emoji });
export type MessageReaction = z.output<typeof MessageReaction>;

const moment = z.string().refine((value) => isInstant(value), 'Write a moment as 2026-11-21T08:00:00.000Z.');

/** At most one of the four places to begin; without one the newest messages. */
export const ListMessages = z
  .strictObject({
    room_id: id,
    before: id.optional(),
    after: id.optional(),
    around: id.optional(),
    at: moment.optional(),
    thread_id: id.optional(),
    pinned: z.literal('true').optional().describe('Only what is pinned; without `thread_id` in threads too'),
    ...paging,
  })
  .refine(({ before, after, around, at }) => [before, after, around, at].filter(Boolean).length <= 1, {
    path: ['before'],
    message: 'Name one of before, after, around and at.',
  });
export type ListMessages = z.output<typeof ListMessages>;

const CURSOR = 'A next_cursor or prev_cursor of the same list';
const edge = z.union(
  [
    plainDate,
    z.iso
      .datetime({ offset: true })
      .refine((value) => value >= '1970' && value < '2200', 'The moment is out of range.')
      // PostgreSQL knows no offset of 16 hours or more.
      .transform((value) => new Date(value).toISOString()),
  ],
  'Write a day as 2026-11-21, or a moment as 2026-11-21T08:00:00Z.',
);

/** `from` and `to`: days, both included, or moments: from the one on, and before the other. */
export const SearchMessages = z.strictObject({
  q: search.default(''),
  room_id: id.optional(),
  author: id.optional(),
  from: edge.optional(),
  to: edge.optional(),
  cursor: bothWays(instantCursor).optional().describe(CURSOR),
  ...paging,
});
export type SearchMessages = z.output<typeof SearchMessages>;

export const MessageToTask = z.strictObject({
  id,
  project_id: id,
  title: line(200, 'The title').optional(),
  audience: z.enum(['internal', 'client']).default('internal'),
});
export type MessageToTask = z.output<typeof MessageToTask>;

export const MessageToComment = z.strictObject({
  id,
  task_id: taskReference,
  internal: z.boolean().optional().describe('Left out: the team’s; a client’s never is'),
});
export type MessageToComment = z.output<typeof MessageToComment>;

export const TaskConversation = z.strictObject({
  id: taskReference,
  cursor: bothWays(instantCursor).optional().describe(CURSOR),
  ...paging,
});
export type TaskConversation = z.output<typeof TaskConversation>;

export const MessageVersions = z.strictObject({ id, ...paging });
export type MessageVersions = z.output<typeof MessageVersions>;

export const MessageVersion = record('MessageVersion', {
  version: z.number(),
  body: z.string().describe('Markdown'),
  written_at: z.string(),
});
export type MessageVersion = z.infer<typeof MessageVersion>;

export const TaskPreview = record('TaskPreview', {
  _id: z.string(),
  key: z.string(),
  title: z.string(),
  status: z.number(),
  project_id: z.string(),
});
export type TaskPreview = z.infer<typeof TaskPreview>;

export const LinkPreview = record('LinkPreview', {
  kind: z.enum(['message', 'file', 'project']),
  _id: z.string(),
  title: z.string().describe('Of a message how it begins'),
  about: z.string().describe('Where it is, of a message also by whom; of a project its key'),
  page: z.string().describe('Relative to the organisation'),
});
export type LinkPreview = z.infer<typeof LinkPreview>;

export const MessageRecord = record('MessageRecord', {
  _id: z.string(),
  room_id: z.string(),
  room_name: z.string().optional().describe('Where messages of several rooms are listed'),
  author: PersonBadge.nullable().describe('null: somebody whose name the caller may not see'),
  body: z.string().describe('Markdown; empty where the message was deleted'),
  body_html: z
    .string()
    .describe(
      'Rendered and safe; keys of tasks that the caller sees are links relative to the task page, names that it calls are in `<span class="mention">`',
    ),
  client_id: z.string(),
  reply_to: z.string().nullable(),
  quoted: record('QuotedMessage', {
    _id: z.string(),
    author: PersonBadge.nullable(),
    body: z.string().describe('The beginning of it, or the names of its files; empty where it was deleted'),
  })
    .nullable()
    .describe('What `reply_to` says'),
  thread_id: z.string().nullable().describe('The message that began the thread'),
  thread_count: z.number().describe('Replies in the thread that it began'),
  thread_unread: z.number().describe('Of these, what others wrote since the caller read the thread'),
  attachments: z.array(FileRecord),
  previews: z
    .array(TaskPreview)
    .describe('Tasks that it names by key or URL, as the caller sees them now; the first three'),
  links: z
    .array(LinkPreview)
    .describe('Messages, files and projects that it links to, as the caller sees them now; the first three'),
  reactions: z.array(Reaction).describe('In the order they first came'),
  tasks: z.array(z.string()).describe('Keys of tasks that were made of it, as far as the caller sees them'),
  comments: z
    .array(z.object({ _id: z.string(), key: z.string().describe('Of its task') }))
    .describe('Comments that were made of it, as far as the caller sees them'),
  pinned: z.boolean(),
  calls_me: z.boolean().describe('It names the caller, or calls the room'),
  edited_at: z.string().nullable(),
  deleted_at: z.string().nullable().describe('A deleted message keeps its place, without its words'),
  created_at: z.string(),
  version: z.number(),
  rights: record('MessageRights', { edit: z.boolean(), delete: z.boolean() }),
});
export type MessageRecord = z.infer<typeof MessageRecord>;

/** Of several rooms. */
export type FoundMessage = MessageRecord & { room_name: string };
