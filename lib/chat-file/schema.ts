/** Runs anywhere. */
import { z } from 'zod';
import { storedFile } from '@/lib/file/schema.bytes';
import { id } from '@/lib/validation';

/** Where a draft for a message goes. */
export const ChatDraft = z.strictObject({
  project_id: id.optional().describe('Of the room; without it: for a private room'),
});
export type ChatDraft = z.output<typeof ChatDraft>;

export const UploadToChat = z.strictObject({ file: storedFile, ...ChatDraft.shape });
export type UploadToChat = z.output<typeof UploadToChat>;
