/** The audit log as it is requested and answered. Runs anywhere. */
import { z } from 'zod';
import { AUDIT_GROUPS } from '@/lib/audit/vocabulary';
import { id, instantCursor, paging, plainDate, record, search } from '@/lib/validation';

const filters = {
  /** Names, addresses and words of actions; exact network addresses. */
  q: search.optional(),
  member_id: id.optional(),
  group: z.enum(AUDIT_GROUPS).optional(),
  /** Days in the reader's time zone, both included. */
  from: plainDate.optional(),
  to: plainDate.optional(),
};
const ordered = ({ from, to }: { from?: string; to?: string }) => !from || !to || from <= to;
const ORDER = { path: ['to'], message: 'The end is before the beginning.' };

export const ListAudit = z
  .strictObject({
    ...filters,
    ...paging,
    /** From the previous page; `page` is ignored then. */
    cursor: instantCursor.optional(),
  })
  .refine(ordered, ORDER);
export type ListAudit = z.output<typeof ListAudit>;
export type AuditFilters = Pick<ListAudit, keyof typeof filters>;

export const ExportAudit = z
  .strictObject({ ...filters, format: z.enum(['csv', 'json'], 'The format is csv or json.').default('csv') })
  .refine(ordered, ORDER);
export type ExportAudit = z.output<typeof ExportAudit>;

const fields = z.record(z.string(), z.unknown()).nullable();

export const AuditRecord = record('AuditRecord', {
  _id: z.string(),
  created_at: z.string(),
  action: z.string(),
  action_label: z.string(),
  says: z.string(),
  actor: z.object({ _id: z.string(), name: z.string(), pic: z.string().nullable() }).nullable(),
  /** A person, project or category by name, or a plain text (an address, a key). */
  target: z.object({ _id: z.string().nullable(), name: z.string() }).nullable(),
  before: fields,
  after: fields,
  ip: z.string().nullable(),
  user_agent: z.string().nullable(),
  imported_at: z
    .string()
    .nullable()
    .describe('When it came with an archive of another organisation; null: it happened here'),
  device: z.string().nullable(),
});
export type AuditRecord = z.infer<typeof AuditRecord>;
