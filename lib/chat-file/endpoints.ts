import 'server-only';
import { z } from 'zod';
import { acceptChatUpload, deleteChatDraft, uploadToChat } from '@/lib/chat-file/commands';
import { getChatFile, serveChatFile, serveChatThumbnail } from '@/lib/chat-file/queries';
import { UploadToChat } from '@/lib/chat-file/schema';
import { command, create, defineEndpoints, file, query } from '@/lib/contract/endpoint';
import { FileRecord, FileReference, ItemName } from '@/lib/file/schema';
import { FileContentReference, FileThumbnailReference } from '@/lib/file/schema.bytes';

const bytes = z.string().describe('The bytes');

/** A session of the chat opens these, and no other call of files: what hangs on messages, and one's own drafts. */
export const chatFileEndpoints = defineEndpoints({
  'POST chatUpload': create(
    UploadToChat,
    FileRecord,
    'file.add',
    uploadToChat,
    'Adds a draft for a message, which its uploader alone sees until it is sent',
    { multipart: true, accepts: acceptChatUpload },
  ),
  'GET chatFile/{id}': query(
    FileReference,
    FileRecord,
    'file.view',
    getChatFile,
    'A file of a message, or the caller’s own draft; 404 for any other file',
  ),
  'DELETE chatFile/{id}': command(
    FileReference,
    ItemName,
    'file.view',
    deleteChatDraft,
    'Removes the caller’s own draft for good',
    { decides: 'file.edit' },
  ),
  'GET chatFileContent/{id}': file(
    FileContentReference,
    bytes,
    'file.view',
    serveChatFile,
    'The bytes of such a file, as fileContent serves them',
    { shown: true },
  ),
  'GET chatFileThumbnail/{id}': file(
    FileThumbnailReference,
    bytes,
    'file.view',
    { steps: serveChatThumbnail },
    'A picture of such a file, as fileThumbnail serves it',
    { shown: true },
  ),
});
