/** Runs anywhere. */
import { z } from 'zod';
import type { StoredFile } from '@/lib/contract/endpoint';
import { fileAudience, itemVersion } from '@/lib/file/schema';
import { id } from '@/lib/validation';

/** Marks what the transport stored. No JSON has a symbol: a caller cannot name bytes that it did not send. */
export const STORED = Symbol.for('guildhall.stored');

const isStored = (value: unknown): value is StoredFile =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, STORED);

/** The file of a form, as the transport stored it. */
export const storedFile = z
  .custom<StoredFile>(isStored, 'Choose a file.')
  .meta({ description: 'The file', type: 'string', contentMediaType: 'application/octet-stream' });

/** Where an upload goes. */
export const UploadPlace = z.strictObject({
  folder_id: id.optional(),
  project_id: id.optional().describe('Without it and without a folder: the organisation’s own space'),
  task_id: id.optional(),
  audience: fileAudience.optional(),
  file_id: id.optional().describe('The file that this is a new version of'),
  draft: z.stringbool('draft is true or false.').optional().describe('Seen by its uploader alone until it is attached'),
});
export type UploadPlace = z.output<typeof UploadPlace>;

export const UploadFile = z.strictObject({ file: storedFile, ...UploadPlace.shape });
export type UploadFile = z.output<typeof UploadFile>;

export const FileContentReference = z.strictObject({
  id,
  version_number: itemVersion.optional(),
  download: z.literal('1', 'download is 1.').optional().describe('1: to be saved, also where it could be shown'),
});
export type FileContentReference = z.output<typeof FileContentReference>;

export const FileThumbnailReference = z.strictObject({
  id,
  version_number: itemVersion.optional(),
  size: z.enum(['64', '256', '1024'], 'A size is 64, 256 or 1024.').default('256').describe('Longest side in pixels'),
});
export type FileThumbnailReference = z.output<typeof FileThumbnailReference>;

const MOST_CHOSEN = 5_000;
/** From JSON, or separated by commas. */
const chosen = z
  .preprocess(
    (value: string | readonly string[]): unknown =>
      typeof value === 'string' ? value.split(',').filter(Boolean) : value,
    z.array(id).max(MOST_CHOSEN, `Choose ${MOST_CHOSEN} at most, or their folder.`),
  )
  .default([]);

export const ZipFiles = z
  .strictObject({ file_ids: chosen, folder_ids: chosen })
  .refine(({ file_ids, folder_ids }) => file_ids.length + folder_ids.length > 0, {
    path: ['file_ids'],
    message: 'Choose files or folders.',
  });
export type ZipFiles = z.output<typeof ZipFiles>;
