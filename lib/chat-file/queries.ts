import 'server-only';
import type { Door, FileAnswer } from '@/lib/contract/endpoint';
import { notFound } from '@/lib/errors';
import { serveFile, serveThumbnail } from '@/lib/file/bytes/serve';
import { getFile, urlsOf } from '@/lib/file/queries.record';
import type { FileRecord } from '@/lib/file/schema';
import type { FileContentReference, FileThumbnailReference } from '@/lib/file/schema.bytes';
import type { Ctx } from '@/lib/org';

/** `not_found` for what hangs on no message and is no draft of the caller's, whatever else the caller may see. */
async function mustBeOfChat({ db }: Ctx, id: string): Promise<void> {
  const file = await db.file.findFirst({
    where: { id, deletedAt: null, OR: [{ messageId: { not: null } }, { draftAt: { not: null } }] },
    select: { id: true },
  });
  if (!file) throw notFound('The file');
}

/** Its bytes are read by the calls of the chat too. */
export const inChat = (file: FileRecord): FileRecord => ({ ...file, ...urlsOf(file, 'chat') });

export async function getChatFile(ctx: Ctx, { id }: { id: string }): Promise<FileRecord> {
  await mustBeOfChat(ctx, id);
  return inChat(await getFile(ctx, { id }));
}

export async function serveChatFile(ctx: Ctx, wanted: FileContentReference): Promise<FileAnswer> {
  await mustBeOfChat(ctx, wanted.id);
  return serveFile(ctx, wanted);
}

export const serveChatThumbnail = (door: Door, wanted: FileThumbnailReference): Promise<FileAnswer> =>
  serveThumbnail(
    (work) =>
      door(async (ctx) => {
        await mustBeOfChat(ctx, wanted.id);
        return work(ctx);
      }),
    wanted,
  );
