/** Runs anywhere. */
import { z } from 'zod';
import { storedFile } from '@/lib/file/schema.bytes';
import { JobRecord } from '@/lib/job/schema';
import { MAX_HOLIDAYS } from '@/lib/organisation/vocabulary';
import { FORMAT } from '@/lib/organisation-archive/vocabulary';
import { plainDate, properName, record } from '@/lib/validation';

export const ExportOrganisation = z.strictObject({
  current_password: z
    .string()
    .min(1, 'Enter your current password.')
    .max(512, 'This is not your current password.')
    .optional()
    .describe('Needed unless the caller signed in within the last ten minutes'),
});
export type ExportOrganisation = z.output<typeof ExportOrganisation>;

export const ImportOrganisation = z.strictObject({ file: storedFile });
export type ImportOrganisation = z.output<typeof ImportOrganisation>;

export const OrganisationImport = record('OrganisationImport', {
  job: JobRecord.nullable().describe('null once it is forgotten'),
  file_name: z.string(),
  counts: z.record(z.string(), z.number()).describe('Rows taken, by table'),
  lacks: z.array(z.string()).describe('What the archive does not hold, or what could not be taken of it'),
  created_at: z.string(),
  finished_at: z.string().nullable(),
  problem: z.string().nullable().describe('Why nothing of it was kept'),
});
export type OrganisationImport = z.infer<typeof OrganisationImport>;

export const LatestImport = record('LatestImport', {
  latest: OrganisationImport.nullable(),
  possible: z.boolean().describe('The organisation has no projects'),
});
export type LatestImport = z.infer<typeof LatestImport>;

const name = z.string().regex(/^[a-z][a-z0-9_]{0,62}$/);

/** `schema.json`, the first entry. */
export const ArchiveSchema = z.object({
  format: z.literal(FORMAT),
  version: z.int().min(1),
  exported_at: z.string(),
  organisation: z.object({
    _id: z.guid(),
    key: z.string(),
    name: properName(80),
    tint: z.string(),
    working_days: z.array(z.int().min(1).max(7)).max(7),
    holidays: z.array(plainDate).max(MAX_HOLIDAYS),
    time_zone: z.string(),
    mail_quotes: z.boolean(),
    client_requests: z.boolean().default(true),
  }),
  tables: z
    .array(z.object({ name, columns: z.array(z.object({ name, type: z.string(), nullable: z.boolean() })).max(200) }))
    .max(500),
  left_out: z.array(z.string()).max(100),
});
export type ArchiveSchema = z.output<typeof ArchiveSchema>;

/** `manifest.json`, the last entry. */
export const ArchiveManifest = z.object({
  tables: z.array(z.object({ name, rows: z.int().min(0) })).max(500),
  files: z.object({ count: z.int().min(0), bytes: z.int().min(0) }),
});
export type ArchiveManifest = z.output<typeof ArchiveManifest>;

export const ImportJob = z.object({ id: z.string() });
