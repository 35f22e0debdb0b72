/** What is sent for approval, and what was decided. Runs anywhere. */
import { z } from 'zod';
import { PersonBadge } from '@/lib/person/schema';
import { CAUSES, DECISIONS, MOST_ASKED, MOST_MARKS, STANDINGS, SUBJECT_KINDS } from '@/lib/sign-off/vocabulary';
import { id, listOf, paging, prose, record, taskReference } from '@/lib/validation';

const ONE = 'Name one task, one file or one milestone.';
const subject = { task_id: taskReference.optional(), file_id: id.optional(), milestone_id: id.optional() };
type Named = { task_id?: string | undefined; file_id?: string | undefined; milestone_id?: string | undefined };
const one = ({ task_id, file_id, milestone_id }: Named) =>
  [task_id, file_id, milestone_id].filter((given) => given !== undefined).length === 1;

export const AskSignOff = z
  .strictObject({
    ...subject,
    to: z.array(id).min(1, 'Choose who is to approve it.').max(MOST_ASKED, `Ask ${MOST_ASKED} people at most.`),
    note: prose(2_000, 'The note').default(''),
  })
  .refine(one, { path: ['task_id'], message: ONE });
export type AskSignOff = z.output<typeof AskSignOff>;

export const ListSignOffs = z.strictObject({
  ...subject,
  project_id: id.optional(),
  state: listOf(z.enum(STANDINGS)).optional(),
  ...paging,
});
export type ListSignOffs = z.output<typeof ListSignOffs>;

export const SignOffReference = z.strictObject({ id });
export type SignOffReference = z.output<typeof SignOffReference>;

const share = z.number().min(0, 'From 0 to 1.').max(1, 'From 0 to 1.');
const words = prose(1_000, 'A remark').refine((value) => value.length > 0, 'Say what is to be done here.');
/** On a picture, by its width and height from 0 to 1; or on a line of a text, counted from 1. */
const NewMark = z.union([
  z.strictObject({ x: share, y: share, body: words, file_id: id.optional() }),
  z.strictObject({ line: z.int().min(1).max(1_000_000), body: words, file_id: id.optional() }),
]);
export type NewMark = z.output<typeof NewMark>;

export const DecideSignOff = z
  .strictObject({
    id,
    decision: z.enum(DECISIONS),
    reason: prose(2_000, 'The reason').optional(),
    hash: z
      .string()
      .regex(/^[0-9a-f]{64}$/, 'A hash has 64 hexadecimal digits.')
      .optional()
      .describe('Of the content that was shown: 409 where it is another one'),
    marks: z.array(NewMark).max(MOST_MARKS, `${MOST_MARKS} remarks at most.`).optional(),
  })
  .refine(({ decision, reason, marks }) => decision === 'approve' || reason || marks?.length, {
    path: ['reason'],
    message: 'Say why it is returned.',
  });
export type DecideSignOff = z.output<typeof DecideSignOff>;

const Mark = record('SignOffMark', {
  x: z.number().optional(),
  y: z.number().optional(),
  line: z.number().optional(),
  file_id: z.string().optional().describe('The attachment that is marked; absent: the file or description itself'),
  body: z.string(),
});
export type Mark = z.infer<typeof Mark>;

const Asked = record('SignOffPerson', {
  _id: z.string(),
  person: PersonBadge.nullable().describe('null: somebody whose name the caller may not see'),
  decision: z.enum(DECISIONS).nullable(),
  reason: z.string(),
  marks: z.array(Mark),
  decided_at: z.string().nullable(),
});
export type Asked = z.infer<typeof Asked>;

export const SignOffRecord = record('SignOffRecord', {
  _id: z.string(),
  subject: record('SignOffSubject', {
    kind: z.enum(SUBJECT_KINDS),
    _id: z.string(),
    title: z.string().describe('As it is called now'),
    key: z.string().nullable().describe('Of a task'),
    project_id: z.string().nullable(),
    url: z.string(),
  }),
  state: z.enum(STANDINGS).describe('fallen: the content is no longer what was shown; such a one never counts again'),
  internal: z.boolean().describe('Asked of the team alone, and seen by it alone'),
  note: z.string(),
  hash: z.string().describe('SHA-256 of what was shown'),
  version_number: z.number().nullable().describe('Of a file'),
  asked_by: PersonBadge.nullable(),
  created_at: z.string(),
  closed_at: z.string().nullable(),
  people: z.array(Asked).describe('All of them have to approve; one who returns it is enough'),
  fallen: record('SignOffFall', {
    at: z.string().nullable(),
    by: PersonBadge.nullable(),
    because: z.enum(CAUSES),
    was: z.enum(['waiting', 'approved']),
  }).nullable(),
  rights: record('SignOffRights', {
    decide: z.boolean(),
    take_back: z.boolean().describe('Whether the caller approved it and may return it after all'),
    withdraw: z.boolean(),
    ask: z.boolean(),
  }),
});
export type SignOffRecord = z.infer<typeof SignOffRecord>;

const SignOffFile = record('SignOffFile', {
  _id: z.string(),
  name: z.string(),
  type: z.string(),
  sha256: z.string(),
  version_number: z.number(),
});
const SignOffField = record('SignOffField', {
  name: z.string(),
  kind: z.string(),
  value: z.union([z.string(), z.number()]),
});
export type SignOffField = z.infer<typeof SignOffField>;

const SignOffTask = record('SignOffTask', {
  _id: z.string(),
  key: z.string(),
  title: z.string().describe('As it was called when it was asked'),
  description: z.string(),
  fields: z.array(SignOffField),
  files: z.array(SignOffFile),
});
export type SignOffTask = z.infer<typeof SignOffTask>;

export const SignOffDetail = record('SignOffDetail', {
  ...SignOffRecord.shape,
  content: record('SignOffContent', {
    title: z.string().describe('As it was called when it was asked'),
    description: z.string().nullable().describe('Of a task, Markdown'),
    fields: z.array(SignOffField).describe('Of a task, those that clients see'),
    files: z.array(SignOffFile).describe('Of a milestone those of all its tasks'),
    due_date: z.string().nullable().describe('Of a milestone'),
    tasks: z.array(SignOffTask).describe('Of a milestone; for a client those that it still sees'),
    /** What the hash is of. */
    hashed: z
      .string()
      .nullable()
      .describe('The very text whose SHA-256 is the hash; null: the bytes of the file, or a part is hidden by now'),
  }).describe('What was shown, as it was'),
});
export type SignOffDetail = z.infer<typeof SignOffDetail>;

export const ListSigners = z.strictObject(subject).refine(one, { path: ['task_id'], message: ONE });
export type ListSigners = z.output<typeof ListSigners>;

/** Whom something can be sent to for approval. */
export const Signers = record('Signers', {
  visible_to_clients: z.boolean().describe('Whether clients see it: only then they can be asked'),
  may_share: z.boolean().describe('Whether the caller may make it visible to clients'),
  people: z.array(z.object({ ...PersonBadge.shape, client: z.boolean() })),
});
export type Signers = z.infer<typeof Signers>;
