/** Runs anywhere. */
import { z } from 'zod';
import { invitedIn } from '@/lib/invitation/schema.addresses';
import { CSV_COLUMNS, INVITATION_STATES } from '@/lib/invitation/vocabulary';
import { JOB_STATES } from '@/lib/job/vocabulary';
import { ROLES } from '@/lib/permission/schema';
import { PersonBadge } from '@/lib/person/schema';
import { decoded, encoding } from '@/lib/table-file/schema';
import { id, listOf, paging, personName, record, search } from '@/lib/validation';

const role = z.enum(ROLES, `A role is one of ${ROLES.join(', ')}.`);
const projects = z.array(id).max(50, 'At most 50 projects.').default([]);

/** With a name beside it, as it is copied from an email, it is longer than an address may be. */
const addressee = z.string().max(400, 'An email has at most 254 characters.');
const oneAddressee = addressee.superRefine((given, { addIssue }) => {
  const { problem } = invitedIn(given);
  if (problem !== null) addIssue(problem);
});

export const SendInvite = z.strictObject({
  email: oneAddressee.describe('An address, or `Anna Example <anna@example.com>`'),
  name: personName(80, 'The name').optional(),
  role,
  project_ids: projects,
});
export type SendInvite = z.output<typeof SendInvite>;

/** One outcome per email, malformed ones too. */
export const SendInvites = z.strictObject({
  emails: z.array(addressee).min(1, 'Enter an email address.').max(100, 'At most 100 emails at once.'),
  role,
  project_ids: projects,
});
export type SendInvites = z.output<typeof SendInvites>;

export const ListInvitations = z.strictObject({
  q: search.optional(),
  state: listOf(z.enum(INVITATION_STATES)).optional(),
  ...paging,
});
export type ListInvitations = z.output<typeof ListInvitations>;

export const InvitationReference = z.strictObject({ id });
export type InvitationReference = z.output<typeof InvitationReference>;

/** Without the token, which is only in the mail. */
export const InvitationRecord = record('InvitationRecord', {
  _id: z.string(),
  email: z.string(),
  name: z.string().nullable(),
  role,
  role_label: z.string(),
  projects: z.array(z.object({ _id: z.string(), key: z.string(), name: z.string() })),
  invited_by: PersonBadge,
  state: z.enum(INVITATION_STATES),
  state_label: z.string(),
  sent_at: z.string(),
  expires_at: z.string(),
  /** An account made for them that nobody has used; revoking deactivates it. */
  has_account: z.boolean(),
  can: z.object({ resend: z.boolean(), revoke: z.boolean() }),
});
export type InvitationRecord = z.infer<typeof InvitationRecord>;

export const InviteOutcome = record('InviteOutcome', {
  email: z.string(),
  outcome: z.enum(['invited', 'skipped', 'refused']),
  message: z.string(),
});
export type InviteOutcome = z.infer<typeof InviteOutcome>;
export const InviteOutcomes = record('InviteOutcomes', { invited: z.number(), results: z.array(InviteOutcome) });
export type InviteOutcomes = z.infer<typeof InviteOutcomes>;

const flag = z.union([z.boolean(), z.stringbool()]).default(false);
const mapping = z.partialRecord(z.enum(CSV_COLUMNS), z.string().max(200));

/** `mapping`: which heading is which column, if it cannot be told. */
export const ImportInvitations = z.strictObject({
  file: z
    .custom<{ name: string; type: string; bytes: Uint8Array }>(
      (value) => (value as { bytes?: unknown } | null)?.bytes instanceof Uint8Array,
      'Choose a file.',
    )
    .meta({ description: 'The CSV file', type: 'string', contentMediaType: 'text/csv' }),
  dry_run: flag.describe('Checks the file; nothing is sent'),
  mapping: z
    .string()
    .max(2000)
    .transform((text, { addIssue }) => {
      try {
        return mapping.parse(JSON.parse(text));
      } catch {
        addIssue('A mapping is a JSON object of email, name, role and projects to headings of the file.');
        return z.NEVER;
      }
    })
    .optional(),
  encoding,
  project_id: id.optional().describe('Into which rows go that name no project and need one'),
  batch_id: id.optional().describe('An id that you choose, to follow the progress with inviteBatch'),
});
export type ImportInvitations = z.output<typeof ImportInvitations>;

/** `row` counts as a spreadsheet does: the headings are row 1. */
export const RowProblem = record('RowProblem', {
  row: z.number(),
  column: z.string(),
  value: z.string(),
  message: z.string(),
});
export type RowProblem = z.infer<typeof RowProblem>;

/** A row that can go, by its place in the file. */
const CheckedRow = z.object({
  row: z.number(),
  person: z.object({ email: z.string(), name: z.string().nullable(), role, projectIds: z.array(z.string()) }),
});
export type CheckedRow = z.infer<typeof CheckedRow>;
export const ImportJob = z.object({ good: z.array(CheckedRow) });
export type ImportJob = z.infer<typeof ImportJob>;

export const InvitationImport = record('InvitationImport', {
  batch_id: z.string().nullable(),
  file_name: z.string(),
  total: z.number(),
  valid: z.number().describe('Rows without an error; those left out count'),
  invited: z.number(),
  skipped: z.number(),
  errors: z.array(RowProblem),
  skipped_rows: z.array(RowProblem),
  accepted_rows: z
    .array(
      z.object({
        row: z.number(),
        email: z.string(),
        name: z.string().nullable(),
        role,
        projects: z.array(z.string()),
      }),
    )
    .describe('Without an error and not left out; `projects` by key'),
  invited_rows: z.array(z.object({ row: z.number(), email: z.string() })).describe('Empty with `dry_run`'),
  lost: z.array(z.object({ row: z.number(), message: z.string() })).describe('What was taken out of the file'),
  ...decoded,
  /** Headings of the file, and which one each column was read from. */
  headings: z.array(z.string()),
  columns: z.partialRecord(z.enum(CSV_COLUMNS), z.string()),
  dry_run: z.boolean(),
  /** False: it goes on; inviteBatch has the progress. */
  finished: z.boolean(),
});
export type InvitationImport = z.infer<typeof InvitationImport>;

export const InvitationBatchRecord = record('InvitationBatchRecord', {
  _id: z.string(),
  file_name: z.string(),
  total: z.number(),
  invited: z.number(),
  skipped: z.number(),
  errors: z.array(RowProblem),
  /** Without an error, but no invitation needed. */
  skipped_rows: z.array(RowProblem),
  finished: z.boolean(),
  /** Of an upload from before there were jobs, or more than a month ago, only whether it finished. */
  state: z.enum(JOB_STATES),
  /** Why it failed, or is tried again. */
  problem: z.string().nullable(),
  /** Rows that are dealt with, of those that could go. */
  progress: z.object({ done: z.number(), total: z.number() }),
  can: z.object({ cancel: z.boolean() }),
  created_at: z.string(),
  finished_at: z.string().nullable(),
});
export type InvitationBatchRecord = z.infer<typeof InvitationBatchRecord>;

export const ListInvitationBatches = z.strictObject({ ...paging });
export type ListInvitationBatches = z.output<typeof ListInvitationBatches>;

export const InvitationBatchSummary = record(
  'InvitationBatchSummary',
  InvitationBatchRecord.omit({ errors: true, skipped_rows: true }).extend({
    /** A row counts once. */
    bad: z.number(),
    created_by: z.object({ _id: z.string(), name: z.string(), pic: z.string().nullable() }),
  }).shape,
);
export type InvitationBatchSummary = z.infer<typeof InvitationBatchSummary>;
