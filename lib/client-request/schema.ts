/** What clients ask for, and what the team answers. Runs anywhere. */
import { z } from 'zod';
import { MOST_REQUEST_FILES, REQUEST_STATE_LABEL, REQUEST_STATES } from '@/lib/client-request/vocabulary';
import { FileRecord } from '@/lib/file/schema';
import { PersonBadge } from '@/lib/person/schema';
import { assignees, inOrder, labels, ORDER, priority, statusCode, TaskDetail } from '@/lib/task/schema';
import { id, line, listOf, number, paging, plainDate, prose, record } from '@/lib/validation';

const title = line(200, 'The title');
const body = prose(20_000, 'The request');
const reason = prose(1_000, 'The reason').refine((value) => value.length > 0, 'Say why, in a sentence.');
const version = number.pipe(z.int().min(1));
const files = z.array(id).max(MOST_REQUEST_FILES, `A request has ${MOST_REQUEST_FILES} attachments at most.`);

export const FileRequest = z.strictObject({
  project_id: id,
  title,
  body: body.default(''),
  attachment_ids: files.default([]).describe('Drafts that the caller uploaded for this project'),
});
export type FileRequest = z.output<typeof FileRequest>;

export const EditRequest = z.strictObject({
  id,
  version,
  title: title.optional(),
  body: body.optional(),
  attachment_ids: files.optional().describe('All that it has from now on: those it had, and new drafts'),
});
export type EditRequest = z.output<typeof EditRequest>;

export const RequestReference = z.strictObject({ id });
export type RequestReference = z.output<typeof RequestReference>;

export const ListRequests = z.strictObject({
  project_id: id.optional(),
  state: listOf(z.enum(REQUEST_STATES, `A state is one of ${REQUEST_STATES.join(', ')}.`)).optional(),
  ...paging,
});
export type ListRequests = z.output<typeof ListRequests>;

/** Fields of the task, where they are not the request's own; it belongs to the request's project, and its clients see it. */
export const TriageRequest = z
  .strictObject({
    id,
    version: version.optional().describe('Of the request that was read: it may have been changed since'),
    accept: z.boolean(),
    reason: reason.optional(),
    project_id: id.optional(),
    title: title.optional(),
    description: prose(50_000, 'The description').optional(),
    status: statusCode.optional(),
    priority: priority.optional(),
    assignee_ids: assignees.optional(),
    category_id: id.nullish(),
    label_ids: labels.optional(),
    start_date: plainDate.nullish(),
    due_date: plainDate.nullish(),
    estimate_minutes: number.pipe(z.int().min(0).max(1_000_000)).nullish(),
    parent_id: id.nullish(),
    audience: z.literal('client', 'A task of a request is visible to the project’s clients.').optional(),
  })
  .refine(({ accept, reason }) => accept || reason !== undefined, {
    path: ['reason'],
    message: 'Say why, in a sentence.',
  })
  .refine(({ accept, reason }) => !accept || reason === undefined, {
    path: ['reason'],
    message: 'Only a request that is declined has a reason.',
  })
  .refine(
    ({ accept, id: _id, version: _version, reason: _reason, ...fields }) => accept || !Object.keys(fields).length,
    {
      path: ['accept'],
      message: 'A request that is declined becomes no task: give the reason alone.',
    },
  )
  .refine(inOrder, ORDER);
export type TriageRequest = z.output<typeof TriageRequest>;

export const RequestRecord = record('RequestRecord', {
  _id: z.string(),
  project_id: z.string(),
  project: z.object({ _id: z.string(), key: z.string(), name: z.string() }),
  title: z.string(),
  body: z.string().describe('Markdown'),
  body_html: z.string().describe('Rendered and safe'),
  state: z
    .enum(REQUEST_STATES)
    .describe('planned, in_progress and done follow the task, as far as the caller may see it'),
  state_label: z.enum(Object.values(REQUEST_STATE_LABEL)),
  reason: z.string().nullable().describe('Why it was declined'),
  author: PersonBadge.nullable(),
  decided_by: PersonBadge.nullable().describe('null also where the caller may not know who it was'),
  decided_at: z.string().nullable(),
  task: z.object({ _id: z.string(), key: z.string(), title: z.string() }).nullable(),
  attachments: z.array(FileRecord).describe('Until it is accepted: then the task has them'),
  rights: z.object({
    edit: z.boolean().describe('Whether the caller may change and withdraw it'),
    triage: z.boolean(),
    reopen: z.boolean().describe('Whether the caller may take back that it was withdrawn or declined'),
  }),
  version: z.number(),
  created_at: z.string(),
  updated_at: z.string(),
});
export type RequestRecord = z.infer<typeof RequestRecord>;

/** The task of a request that was accepted; of one that was declined, the request itself. */
export const TriagedRequest = z.union([TaskDetail, RequestRecord]);
export type TriagedRequest = z.infer<typeof TriagedRequest>;
