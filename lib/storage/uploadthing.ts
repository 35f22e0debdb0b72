import { openAsBlob } from 'node:fs';
import { rm } from 'node:fs/promises';
import { UTApi } from 'uploadthing/server';
import type { Storage } from '@/lib/storage/storage';

/** For the application's own reading; what is handed to browsers has its own life. */
const OWN_SECONDS = 60;
const PAGE = 500;
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Several installations may share a token, and the service has no folders: an id of ours says whose its bytes are. */
export const storedId = (folder: string, id: string): string => `${folder}.${id}`;
/** What was stored first had that in its name. */
function folderOf(customId: string | null, name: string): string | null {
  const folder = [customId, name].map((one) => one?.split('.')[0] ?? '').find((one) => UUID.test(one));
  return folder ?? null;
}

/** Bytes at UploadThing, private: served by signed URLs that expire. `UPLOADTHING_…` variables name other hosts. */
export function uploadthingStorage(token: string): Storage {
  // Its log would print signed URLs.
  const api = new UTApi({ token, logLevel: 'Error' });
  const sign = async (key: string, seconds: number) =>
    (await api.generateSignedURL(key, { expiresIn: seconds })).ufsUrl;

  return {
    kind: 'uploadthing',

    async put({ folder, id, name }, { path, type }) {
      // A blob of a file is read while it is sent, so memory stays flat.
      const blob = await openAsBlob(path, { type });
      const { data, error } = await api.uploadFiles(Object.assign(blob, { name, customId: storedId(folder, id) }), {
        acl: 'private',
        contentDisposition: 'attachment',
      });
      if (error) throw new Error(`UploadThing did not take the file: ${error.message}`);
      await rm(path, { force: true });
      return data.key;
    },

    async get(key, range) {
      const headers = range && { Range: `bytes=${range.start}-${range.end}` };
      const answer = await fetch(await sign(key, OWN_SECONDS), { headers });
      if (answer.status === 404) return null;
      if (!answer.ok || !answer.body) throw new Error(`UploadThing answered ${answer.status}`);
      // Only a partial answer is the range that was asked for.
      if (range && answer.status !== 206) throw new Error('UploadThing did not answer the range');
      return answer.body;
    },

    async delete(keys) {
      if (keys.length) await api.deleteFiles([...keys]);
    },

    sign,

    async *list() {
      for (let offset = 0; ; offset += PAGE) {
        const { files, hasMore } = await api.listFiles({ limit: PAGE, offset });
        for (const { key, customId, name, uploadedAt, status } of files)
          if (status === 'Uploaded') yield { key, storedAt: new Date(uploadedAt), folder: folderOf(customId, name) };
        if (!hasMore) return;
      }
    },

    async check() {
      await api.listFiles({ limit: 1 });
    },
  };
}
