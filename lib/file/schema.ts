/** Runs anywhere. */
import { z } from 'zod';
import { FILE_AUDIENCES, FILE_KINDS, FILE_SORTS } from '@/lib/file/vocabulary';
import { PersonBadge } from '@/lib/person/schema';
import { id, number, paging, record, search } from '@/lib/validation';

/** `internal`: the team; `client`: the project's clients too. */
export const fileAudience = z.enum(FILE_AUDIENCES, 'An audience is internal or client.');

/** What no file system takes of it is left out. */
export const itemName = z.string().trim().min(1, 'The name must not be empty.').max(1_000, 'The name is too long.');

export const itemVersion = number.pipe(z.int().min(1));

export const FileReference = z.strictObject({ id });
export type FileReference = z.output<typeof FileReference>;

/** Without `q` one place: a folder, a task, or the root of a project or of the organisation. With `q` all below it. */
export const ListFiles = z.strictObject({
  folder_id: id.optional(),
  project_id: id.optional(),
  task_id: id.optional(),
  q: search.optional(),
  type: z.enum(FILE_KINDS, 'A type is image, document, video, audio, archive or other.').optional(),
  uploaded_by: id.optional().describe('Of this person alone'),
  sort: z.enum(FILE_SORTS, `A sort is one of ${FILE_SORTS.join(', ')}.`).default('name'),
  cursor: z.string().max(2_000).optional(),
  ...paging,
});
export type ListFiles = z.output<typeof ListFiles>;

export const EditFile = z.strictObject({
  id,
  version: itemVersion,
  name: itemName.optional(),
  folder_id: id.nullish().describe('null: the root of its space'),
  project_id: id.nullish().describe('null: the organisation’s own space'),
  audience: fileAudience.optional(),
});
export type EditFile = z.output<typeof EditFile>;

export const CopyFile = z.strictObject({ id, folder_id: id.nullish(), project_id: id.nullish() });
export type CopyFile = z.output<typeof CopyFile>;

export const ListVersions = z.strictObject({ id, ...paging });
export type ListVersions = z.output<typeof ListVersions>;

export const RestoreVersion = z.strictObject({ id, version_number: itemVersion });
export type RestoreVersion = z.output<typeof RestoreVersion>;

export const ItemRights = record('ItemRights', { edit: z.boolean(), share: z.boolean() });

const sizeInBytes = z.number().describe('In bytes');

export const FileRecord = record('FileRecord', {
  _id: z.string(),
  name: z.string(),
  size: sizeInBytes,
  type: z.string().describe('By its content, such as image/png'),
  sha256: z.string(),
  folder_id: z.string().nullable(),
  folder_name: z.string().nullable(),
  project_id: z.string().nullable().describe('null: the organisation’s own space'),
  task_id: z.string().nullable(),
  comment_id: z.string().nullable(),
  message_id: z.string().nullable().describe('Of the chat'),
  request_id: z.string().nullable().describe('Of a client, until it is decided'),
  audience: fileAudience,
  version_number: z.number(),
  uploaded_by: PersonBadge.nullable().describe('null: somebody whose name the caller may not see'),
  created_at: z.string(),
  updated_at: z.string(),
  version: z.number(),
  content_url: z.string(),
  thumbnail_url: z.string().nullable().describe('null: there is no picture of it'),
  rights: ItemRights,
  notes: z
    .array(z.string())
    .describe(
      'What is to be said of it: a content that its name does not fit; after a name was given, what was done to it',
    ),
});
export type FileRecord = z.infer<typeof FileRecord>;

export const VersionRecord = record('VersionRecord', {
  version_number: z.number(),
  size: sizeInBytes,
  type: z.string(),
  sha256: z.string(),
  uploaded_by: PersonBadge.nullable(),
  created_at: z.string(),
});
export type VersionRecord = z.infer<typeof VersionRecord>;

export const StorageUseRecord = record('StorageUseRecord', {
  used_bytes: z.number().describe('Each version counts, though bytes are stored once. Of a client: what it sees'),
  quota_bytes: z.number().nullable().describe('null for clients'),
  file_count: z.number().describe('What the caller sees'),
});
export type StorageUseRecord = z.infer<typeof StorageUseRecord>;

/** A file or folder that was deleted, restored or removed for good. */
export const ItemName = record('ItemName', { kind: z.enum(['file', 'folder']), _id: z.string(), name: z.string() });
export type ItemName = z.infer<typeof ItemName>;
