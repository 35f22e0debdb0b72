/** Runs anywhere. */
import { z } from 'zod';
import { fileAudience, ItemRights, itemName, itemVersion } from '@/lib/file/schema';
import { PersonBadge } from '@/lib/person/schema';
import { id, paging, record, search } from '@/lib/validation';

/** Without `parent_id` the root of a project, or of the organisation’s own space. With `q` all below it. */
export const ListFolders = z.strictObject({
  parent_id: id.optional(),
  project_id: id.optional(),
  q: search.optional(),
  ...paging,
});
export type ListFolders = z.output<typeof ListFolders>;

export const CreateFolder = z.strictObject({
  name: itemName,
  parent_id: id.nullish(),
  project_id: id.nullish(),
  audience: fileAudience.optional(),
});
export type CreateFolder = z.output<typeof CreateFolder>;

export const EditFolder = z.strictObject({
  id,
  version: itemVersion,
  name: itemName.optional(),
  parent_id: id.nullish().describe('null: the root of its space'),
  project_id: id.nullish().describe('null: the organisation’s own space'),
  audience: fileAudience.optional().describe('Of everything in it too'),
});
export type EditFolder = z.output<typeof EditFolder>;

/** Without a place beside it. */
export const CopyFolder = z.strictObject({ id, parent_id: id.nullish(), project_id: id.nullish() });
export type CopyFolder = z.output<typeof CopyFolder>;

export const FolderReference = z.strictObject({ id });
export type FolderReference = z.output<typeof FolderReference>;

export const FolderRecord = record('FolderRecord', {
  _id: z.string(),
  name: z.string(),
  parent_id: z.string().nullable(),
  parent_name: z.string().nullable(),
  project_id: z.string().nullable().describe('null: the organisation’s own space'),
  audience: fileAudience,
  folder_count: z.number().describe('What the caller sees of it'),
  file_count: z.number().describe('What the caller sees of it'),
  created_by: PersonBadge.nullable(),
  created_at: z.string(),
  updated_at: z.string(),
  version: z.number(),
  rights: ItemRights,
});
export type FolderRecord = z.infer<typeof FolderRecord>;

const notes = z.array(z.string()).describe('After a name was given: what was done to it');

export const FolderDetail = record('FolderDetail', {
  ...FolderRecord.shape,
  path: z.array(z.object({ _id: z.string(), name: z.string() })).describe('The folders above it, outermost first'),
  notes,
});
export type FolderDetail = z.infer<typeof FolderDetail>;

export const ChangedFolder = record('ChangedFolder', {
  ...FolderRecord.shape,
  changed_count: z.number().describe('How many folders and files in it got another audience'),
  notes,
});
export type ChangedFolder = z.infer<typeof ChangedFolder>;

export const ListFileBin = z.strictObject({ project_id: id.optional(), ...paging });
export type ListFileBin = z.output<typeof ListFileBin>;

export const BinnedReference = z.strictObject({ _id: id });
export type BinnedReference = z.output<typeof BinnedReference>;

export const BinnedItem = record('BinnedItem', {
  kind: z.enum(['file', 'folder']),
  _id: z.string(),
  name: z.string(),
  size: z.number().nullable().describe('In bytes; of a folder null'),
  type: z.string().nullable(),
  project_id: z.string().nullable(),
  file_count: z.number().nullable().describe('Of a folder: how many files come back with it'),
  deleted_by: PersonBadge.nullable(),
  deleted_at: z.string(),
  removed_at: z.string().describe('When it is permanently removed, unless it is restored'),
  rights: z.object({ restore: z.boolean(), purge: z.boolean() }),
});
export type BinnedItem = z.infer<typeof BinnedItem>;
