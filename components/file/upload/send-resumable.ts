import { Upload as Tus } from 'tus-js-client';
import { actingHeaders } from '@/components/query/acting';
import type { FileRecord } from '@/lib/file/schema';
import { cutWords } from './cut-words';
import { fingerprint, forgetLarge, noting, placeToSend } from './kept-uploads';
import type { Send, Upload } from './queue';

const ENDPOINT = '/api/upload/resumable';
/** One request each, so that a cut connection loses at most this much (bytes). */
const PIECE = 8 * 1024 * 1024;
const RETRY_AFTER = [500, 1_000, 3_000, 5_000];

export const sendResumable: Send = (upload, { signal, onProgress }) =>
  new Promise((resolve, reject) => {
    const { file, place } = upload;
    let record: FileRecord | null = null;
    const tus = new Tus(file, {
      endpoint: ENDPOINT,
      headers: actingHeaders(),
      chunkSize: PIECE,
      retryDelays: RETRY_AFTER,
      removeFingerprintOnSuccess: true,
      metadata: { filename: file.name, filetype: file.type, ...placeToSend(place) },
      fingerprint: async () => fingerprint(upload, file),
      onProgress: noting(upload, onProgress),
      onAfterResponse: (_request, response) => {
        record = recordIn(response.getBody()) ?? record;
      },
      onSuccess: () => {
        forgetLarge(upload);
        resolve(record);
      },
      onError: (error) => reject(new Error(reasonIn(error) ?? cutWords())),
    });
    signal.addEventListener('abort', () => void tus.abort().then(() => reject(signal.reason), reject));
    tus.findPreviousUploads().then((before) => {
      if (signal.aborted) return;
      if (before[0]) tus.resumeFromPreviousUpload(before[0]);
      tus.start();
    }, reject);
  });

export async function endResumable(upload: Upload): Promise<void> {
  if (!upload.file) return;
  const { file } = upload;
  const headers = actingHeaders();
  const tus = new Tus(file, { endpoint: ENDPOINT, headers, fingerprint: async () => fingerprint(upload, file) });
  for (const { uploadUrl, urlStorageKey } of await tus.findPreviousUploads()) {
    if (uploadUrl) await Tus.terminate(uploadUrl, { headers }).catch(() => undefined);
    localStorage.removeItem(urlStorageKey);
  }
}

/** The last answer brings the file's record. */
function recordIn(body: string): FileRecord | null {
  try {
    return (JSON.parse(body) as { data?: FileRecord }).data ?? null;
  } catch {
    return null;
  }
}

/** What the server said, if it said it in our form. */
function reasonIn(error: unknown): string | null {
  const body = (error as { originalResponse?: { getBody(): string } | null }).originalResponse?.getBody() ?? '';
  try {
    return (JSON.parse(body) as { message?: string }).message ?? null;
  } catch {
    return null;
  }
}
