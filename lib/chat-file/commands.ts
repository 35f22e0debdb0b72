import 'server-only';
import { inChat } from '@/lib/chat-file/queries';
import { ChatDraft, type UploadToChat } from '@/lib/chat-file/schema';
import type { Acceptance } from '@/lib/contract/endpoint';
import { allow, notFound } from '@/lib/errors';
import { deleteFile } from '@/lib/file/commands.bin';
import { acceptUpload, uploadFile } from '@/lib/file/commands.bytes';
import { fileFacts } from '@/lib/file/queries.record';
import type { FileRecord, ItemName } from '@/lib/file/schema';
import type { Ctx } from '@/lib/org';

/** Before a file is read. Throws as `acceptUpload`; other fields are refused with the rest. */
export async function acceptChatUpload(ctx: Ctx, fields: Record<string, unknown>): Promise<Acceptance> {
  allow(ctx.actor.role !== 'observer');
  const { success, data } = ChatDraft.safeParse(fields);
  return acceptUpload(ctx, { ...(success && data), draft: 'true' });
}

/** A draft, wherever a session of the chat says that it goes. */
export async function uploadToChat(ctx: Ctx, { file, project_id }: UploadToChat): Promise<FileRecord> {
  allow(ctx.actor.role !== 'observer');
  return inChat(await uploadFile(ctx, { file, project_id, draft: true }));
}

/** `not_found` for anything but the caller's own draft: what hangs on a message goes with it. */
export async function deleteChatDraft(ctx: Ctx, { id }: { id: string }): Promise<ItemName> {
  const file = await fileFacts(ctx, id);
  allow(!file.messageId, 'What hangs on a message goes with it.');
  if (!file.draft) throw notFound('The file');
  return deleteFile(ctx, { id });
}
