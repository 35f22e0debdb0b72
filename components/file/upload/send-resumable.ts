import { type PreviousUpload, Upload as Tus } from 'tus-js-client';
import { actingHeaders } from '@/components/query/acting';
import type { FileRecord } from '@/lib/file/schema';
import { CONTENT_SUM, contentSum, PIECE_BYTES } from '@/lib/file/vocabulary.pieces';
import { beginsWith, canCompare, sumsOf } from './compare-content';
import { cutWords } from './cut-words';
import { fingerprint, forgetLarge, noting, placeToSend } from './kept-uploads';
import type { Send, Upload } from './queue';

const ENDPOINT = '/api/upload/resumable';
const RETRY_AFTER = [500, 1_000, 3_000, 5_000];

/** Where each file of this page is sent: what was begun with it goes on without a question. */
const begun = new WeakMap<File, string>();

export const sendResumable: Send = (upload, { signal, onProgress }) =>
  new Promise((resolve, reject) => {
    const { file, place } = upload;
    let record: FileRecord | null = null;
    const tus = new Tus(file, {
      endpoint: ENDPOINT,
      headers: actingHeaders(),
      // One request each, so that a cut connection loses at most this much.
      chunkSize: PIECE_BYTES,
      retryDelays: RETRY_AFTER,
      removeFingerprintOnSuccess: true,
      metadata: { filename: file.name, filetype: file.type, ...placeToSend(place) },
      fingerprint: async () => fingerprint(upload, file),
      onProgress: noting(upload, onProgress),
      onUploadUrlAvailable: () => {
        if (tus.url) begun.set(file, tus.url);
      },
      onBeforeRequest: async (request) => {
        const from = Number(request.getHeader('Upload-Offset'));
        if (request.getMethod() !== 'PATCH' || from + PIECE_BYTES < file.size || !canCompare()) return;
        const sums: string[] = [];
        for await (const sum of sumsOf(file)) sums.push(sum);
        request.setHeader(CONTENT_SUM, await contentSum(sums));
      },
      onAfterResponse: (request, response) => {
        // Where it stopped is asked again: the SDK would begin anew for a server that cannot answer now.
        if (request.getMethod() === 'HEAD' && cannotAnswer(response.getStatus())) throw new Error(cutWords());
        record = recordIn(response.getBody()) ?? record;
      },
      onSuccess: () => {
        forgetLarge(upload);
        resolve(record);
      },
      onError: (error) => reject(new Error(reasonIn(error) ?? cutWords())),
    });
    signal.addEventListener('abort', () => void tus.abort().then(() => reject(signal.reason), reject));
    beginningOf(file, tus).then((before) => {
      if (signal.aborted) return;
      if (before) tus.resumeFromPreviousUpload(before);
      tus.start();
    }, reject);
  });

/** What was sent of this file before. Another one may have the same name, size and date, so what lies there is compared. */
async function beginningOf(file: File, tus: Tus): Promise<PreviousUpload | undefined> {
  const before = await tus.findPreviousUploads();
  const own = before.find(({ uploadUrl }) => uploadUrl && uploadUrl === begun.get(file));
  if (own || !canCompare()) return own;
  for (const one of before) if (one.uploadUrl && (await holds(one, one.uploadUrl, file))) return one;
}

async function holds({ urlStorageKey }: PreviousUpload, url: string, file: File): Promise<boolean> {
  const cut = () => {
    throw new Error(cutWords());
  };
  const answer = await fetch(url, { headers: actingHeaders() }).catch(cut);
  // What is there is not lost for a server that cannot answer now.
  if (cannotAnswer(answer.status)) cut();
  if (answer.status === 404) localStorage.removeItem(urlStorageKey);
  const sums = (await answer.text().catch(cut)).split('\n').filter(Boolean);
  return answer.ok && beginsWith(file, Number(answer.headers.get('Upload-Offset')), sums);
}

const cannotAnswer = (status: number) => status === 429 || status >= 500;

export async function endResumable(upload: Upload): Promise<void> {
  if (!upload.file) return;
  const { file } = upload;
  const headers = actingHeaders();
  const tus = new Tus(file, { endpoint: ENDPOINT, headers, fingerprint: async () => fingerprint(upload, file) });
  for (const { uploadUrl, urlStorageKey } of await tus.findPreviousUploads()) {
    // Another file's, which only looks the same, goes on.
    if (!uploadUrl || uploadUrl !== begun.get(file)) continue;
    await Tus.terminate(uploadUrl, { headers }).catch(() => undefined);
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
