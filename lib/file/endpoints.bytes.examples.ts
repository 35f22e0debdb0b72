import type pg from 'pg';
import { storeFile } from '@/lib/file/bytes/store';
import { keepUpload } from '@/lib/file/commands.bytes';
import { placeFor } from '@/lib/file/commands.place';
import type { fileBytesEndpoints } from '@/lib/file/endpoints.bytes';
import { receive } from '@/lib/storage/receive';
import { asMemberCommitted } from '@/lib/test/as-member';
import { type Examples, inProject } from '@/lib/test/example';
import { makeFolder } from '@/lib/test/file-calls';
import { fixtureId } from '@/lib/test/fixtures';
import { picture } from '@/lib/test/hostile-files';

let made = 0;
const shared = (owner: pg.ClientBase) => makeFolder(owner, { audience: 'client' });
const text = () => new File([`text ${++made}`], `notes-${made}.txt`);

/** The id of a file of WEB that its clients see too. */
async function uploaded(owner: pg.ClientBase, file: File): Promise<string> {
  const folder_id = await shared(owner);
  const stored = await storeFile(await receive(file.stream(), 1e6), file.name, fixtureId('acme'));
  const record = await asMemberCommitted('acme.leader', async (ctx) =>
    keepUpload(ctx, await placeFor(ctx, { folder_id }), stored),
  );
  return record._id;
}

export const examples: Examples<typeof fileBytesEndpoints> = {
  'POST upload': {
    seat: 'acme.user',
    make: async (owner) => ({ body: { folder_id: await shared(owner), file: text() } }),
    about: inProject(),
  },
  'GET fileContent/{id}': {
    seat: 'acme.client',
    make: async (owner) => ({ path: `fileContent/${await uploaded(owner, text())}`, query: {} }),
    about: inProject(),
  },
  'GET fileThumbnail/{id}': {
    seat: 'acme.client',
    make: async (owner) => ({
      path: `fileThumbnail/${await uploaded(owner, new File([new Uint8Array(await picture())], 'a.png'))}`,
      query: { size: '64' },
    }),
    about: inProject(),
  },
  'POST zip': {
    seat: 'acme.client',
    make: async (owner) => ({ body: { file_ids: [await uploaded(owner, text())] } }),
    about: inProject(),
    idle: 'it reads',
  },
  'GET zip': {
    seat: 'acme.client',
    make: async (owner) => ({ query: { folder_ids: await shared(owner) } }),
    about: inProject(),
  },
};
