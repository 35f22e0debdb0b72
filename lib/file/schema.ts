/** Runs anywhere. */
import { z } from 'zod';
import { FILE_AUDIENCES } from '@/lib/file/vocabulary';
import { PersonBadge } from '@/lib/person/schema';
import { id, paging } from '@/lib/validation';

/** `internal`: the team; `client`: the project's clients too. */
const fileAudience = z.enum(FILE_AUDIENCES, 'An audience is internal or client.');

export const ListVersions = z.strictObject({ id, ...paging });
export type ListVersions = z.output<typeof ListVersions>;

const ItemRights = z.object({ edit: z.boolean(), share: z.boolean() });

const sizeInBytes = z.number().describe('In bytes');

export const FileRecord = z.object({
  _id: z.string(),
  name: z.string(),
  size: sizeInBytes,
  type: z.string().describe('By its content, such as image/png'),
  sha256: z.string(),
  folder_id: z.string().nullable(),
  project_id: z.string().nullable().describe('null: the organisation’s own space'),
  task_id: z.string().nullable(),
  comment_id: z.string().nullable(),
  audience: fileAudience,
  version_number: z.number(),
  uploaded_by: PersonBadge.nullable().describe('null: somebody whose name the caller may not see'),
  created_at: z.string(),
  updated_at: z.string(),
  version: z.number(),
  content_url: z.string(),
  thumbnail_url: z.string().nullable().describe('null: there is no picture of it'),
  rights: ItemRights,
});
export type FileRecord = z.infer<typeof FileRecord>;

export const VersionRecord = z.object({
  version_number: z.number(),
  size: sizeInBytes,
  type: z.string(),
  sha256: z.string(),
  uploaded_by: PersonBadge.nullable(),
  created_at: z.string(),
});
export type VersionRecord = z.infer<typeof VersionRecord>;

export const StorageUseRecord = z.object({
  used_bytes: z.number().describe('Of a client: what it sees'),
  quota_bytes: z.number().nullable().describe('null for clients'),
  file_count: z.number().describe('What the caller sees'),
});
export type StorageUseRecord = z.infer<typeof StorageUseRecord>;
