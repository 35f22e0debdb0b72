/** The audit log as it is asked for and answered. Runs anywhere. */
import { z } from 'zod';
import { AUDIT_GROUPS } from '@/lib/audit/vocabulary';
import { id, paging, plainDate, search } from '@/lib/validation';

const filters = {
  /** Names, addresses and words of actions; exact network addresses. */
  q: search.optional(),
  /** Done by this person, or to them. */
  member_id: id.optional(),
  group: z.enum(AUDIT_GROUPS).optional(),
  /** Days in the reader's time zone, both included. */
  from: plainDate.optional(),
  to: plainDate.optional(),
};
const ordered = ({ from, to }: { from?: string; to?: string }) => !from || !to || from <= to;
const ORDER = { path: ['to'], message: 'The end is before the beginning.' };

/** `2026-11-21T08:00:00.000Z_<id>`: where the page before ended. */
const cursor = z
  .string()
  .regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z_[0-9a-f-]{36}$/, 'This is no cursor of this list.')
  .refine((value) => !Number.isNaN(Date.parse(value.slice(0, 24))), 'This is no cursor of this list.')
  .refine((value) => z.guid().safeParse(value.slice(25)).success, 'This is no cursor of this list.');

export const ListAudit = z
  .strictObject({
    ...filters,
    ...paging,
    /** Goes on after the page that gave it; `page` counts for nothing then. */
    cursor: cursor.optional(),
  })
  .refine(ordered, ORDER);
export type ListAudit = z.output<typeof ListAudit>;
export type AuditFilters = Pick<ListAudit, keyof typeof filters>;

export const ExportAudit = z
  .strictObject({ ...filters, format: z.enum(['csv', 'json'], 'The format is csv or json.').default('csv') })
  .refine(ordered, ORDER);
export type ExportAudit = z.output<typeof ExportAudit>;

const fields = z.record(z.string(), z.unknown()).nullable();

export const AuditRecord = z.object({
  _id: z.string(),
  created_at: z.string(),
  action: z.string(),
  action_label: z.string(),
  /** The line as a sentence. */
  says: z.string(),
  actor: z.object({ _id: z.string(), name: z.string(), pic: z.string().nullable() }).nullable(),
  /** What it was done to: a person, project or category by name, or what stood there (an address, a key). */
  target: z.object({ _id: z.string().nullable(), name: z.string() }).nullable(),
  before: fields,
  after: fields,
  ip: z.string().nullable(),
  user_agent: z.string().nullable(),
  device: z.string().nullable(),
});
export type AuditRecord = z.infer<typeof AuditRecord>;
