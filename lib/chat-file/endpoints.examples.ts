import type pg from 'pg';
import type { chatFileEndpoints } from '@/lib/chat-file/endpoints';
import { storeFile } from '@/lib/file/bytes/store';
import { keepUpload } from '@/lib/file/commands.bytes';
import { placeFor } from '@/lib/file/commands.place';
import { alone, groupMessage, inGroup } from '@/lib/room/endpoints.examples';
import { receive } from '@/lib/storage/receive';
import { asMemberCommitted } from '@/lib/test/as-member';
import { at, body, type Examples, inProject, of, WEB } from '@/lib/test/example';
import { fixtureId } from '@/lib/test/fixtures';
import { picture } from '@/lib/test/hostile-files';

let made = 0;
const text = () => new File([`said ${++made}`], `said-${made}.txt`);

/** A draft of the user's for a private room. */
async function draft(file = text()): Promise<string> {
  const stored = await storeFile(await receive(file.stream(), 1e6), file.name, fixtureId('acme'));
  const { _id } = await asMemberCommitted('acme.user', async (ctx) =>
    keepUpload(ctx, await placeFor(ctx, { draft: true }), stored),
  );
  return _id;
}

/** It hangs on a message of the user's in a new group. */
async function sent(owner: pg.ClientBase, file?: File): Promise<string> {
  const [id, message] = [await draft(file), await groupMessage(owner)];
  await owner.query('update file set message_id = $2, draft_at = null where id = $1', [id, message.id]);
  return id;
}

export const examples: Examples<typeof chatFileEndpoints> = {
  'POST chatUpload': body('acme.user', () => ({ project_id: WEB, file: text() }), inProject()),
  'GET chatFile/{id}': of(sent, inGroup),
  'DELETE chatFile/{id}': { ...at('acme.user', async () => `chatFile/${await draft()}`), about: alone },
  'GET chatFileContent/{id}': of(sent, inGroup),
  'GET chatFileThumbnail/{id}': {
    ...at('acme.user', async (owner) => {
      const file = new File([new Uint8Array(await picture())], 'a.png');
      return `chatFileThumbnail/${await sent(owner, file)}`;
    }),
    about: inGroup,
  },
};
