import { genUploader } from 'uploadthing/client';
import type { FileRouter } from 'uploadthing/types';
import { actingHeaders, actsAsChat } from '@/components/query/acting';
import { ApiError, call } from '@/components/query/api-client';
import { announceExpiry } from '@/components/query/session-channel';
import type { FileRecord } from '@/lib/file/schema';
import { PIECE_BYTES } from '@/lib/file/vocabulary.pieces';
import { beginsWith, canCompare, sumsOf } from './compare-content';
import { cutWords } from './cut-words';
import { fingerprint, forgetLarge, noting, placeToSend } from './kept-uploads';
import type { Send, Upload } from './queue';

/** Signs, and is told by the service of what arrived (lib/api/uploadthing.ts). */
const ENDPOINT = '/api/uploadthing';
const RETRY_AFTER = [500, 1_000, 3_000, 5_000];
/** The service does not wait long for what is made of large files (ms). */
const ASK_AFTER = [1_000, 2_000, 4_000, 8_000, 15_000, 30_000, 30_000, 30_000];

type Outcome = { file: FileRecord } | { refused: { message: string } } | null;
/** What the server refused is not tried again. */
class Refused extends Error {}

/**
 * Straight to UploadThing. What has arrived there stays: the same file to the same place goes on. The service does not say
 * what it has, so this browser notes what it sent.
 */
export const sendToService: Send = async (upload, { signal, onProgress }) => {
  const name = fingerprint(upload, upload.file);
  for (let attempt = 0; ; attempt++) {
    try {
      const file = await once(name, upload, { signal, onProgress: noting(upload, onProgress) });
      forgetLarge(upload);
      return file;
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof Refused) throw error;
      // The service answered: what it was asked for is no good any more.
      const answered = /XHR failed/.test(String(error));
      if (answered) forgetGrant(name, upload.file);
      const after = RETRY_AFTER[attempt];
      if (after === undefined) throw new Error(answered ? 'The file was not taken. Try again.' : cutWords());
      await pause(after, signal);
    }
  }
};

export const endAtService = ({ file, ...upload }: Upload): void => {
  if (file) forgetGrant(fingerprint({ ...upload, file }, file), file);
};

async function once(name: string, { file, place }: Parameters<Send>[0], { signal, onProgress }: Parameters<Send>[1]) {
  let refused: Refused | undefined;
  const url = new URL(ENDPOINT, location.origin);
  const { createUpload } = genUploader<FileRouter>({
    url,
    fetch: async (asked, options) => {
      const known = granted.get(file) ?? grants()[name];
      if (!String(asked).startsWith(url.href)) {
        const answer = await fetch(asked as string, options as RequestInit);
        const there = Number(answer.headers.get('x-ut-range-start') ?? 0);
        if (known && !granted.has(file)) {
          if (!(await wasSent(file, there, known))) {
            forgetGrant(name, file);
            throw new Error('Another file was begun there');
          }
          granted.set(file, known);
        }
        return answer;
      }
      if (known && (granted.has(file) || canCompare())) return Response.json([known.grant]);
      const headers = new Headers((options as RequestInit | undefined)?.headers);
      for (const [header, value] of Object.entries(actingHeaders())) headers.set(header, value);
      const answer = await fetch(asked as string, { ...(options as RequestInit), headers });
      const body = await answer.clone().json();
      if (answer.ok) {
        const grant: Grant = { grant: body[0], at: Date.now(), sums: [] };
        granted.set(file, grant);
        void noteContent(name, file, grant);
      } else refused = new Refused(body.message);
      if (body.reason === 'unauthenticated') announceExpiry();
      return answer;
    },
  });
  const ending = aborted(signal);
  ending.catch(() => {});
  const upload = await createUpload('file', {
    files: [file],
    input: placeToSend(place),
    onUploadProgress: ({ loaded }) => onProgress(loaded),
  } as Parameters<typeof createUpload>[1]).catch((error) => {
    throw refused ?? error;
  });
  const done = upload.done(file);
  signal.addEventListener('abort', () => upload.pauseUpload(file));
  if (signal.aborted) upload.pauseUpload(file);
  const { serverData, customId } = await Promise.race([done, ending]);
  const outcome = serverData as Outcome;
  const record = outcome && 'file' in outcome ? outcome.file : null;
  if (outcome) forgetGrant(name, file);
  if (outcome && 'refused' in outcome) throw new Refused(outcome.refused.message);
  return record ?? fileOnceThere(idIn(customId), signal);
}

/** The service knows a file by its organisation's id and its own. */
const idIn = (customId: string | null) => customId?.split('.').at(-1) ?? '';

/** What arrived is read through before it is a file. */
async function fileOnceThere(id: string, signal: AbortSignal): Promise<FileRecord> {
  for (const after of ASK_AFTER) {
    await pause(after, signal);
    const file = await (actsAsChat() ? call('GET chatFile/{id}', { id }) : call('GET file/{id}', { id })).catch(
      (error) => {
        if (!(error instanceof ApiError) || error.code !== 'not_found') throw error;
      },
    );
    if (file) return file;
  }
  throw new Refused('The file has arrived, but is not read yet. It appears here by itself, or try again.');
}

const aborted = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));

const pause = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });

/** What the server signed, for one upload and one hour: kept, so that it goes on after a reload too. */
const GRANTS = 'guildhall-grants';
const LIFETIME = 50 * 60_000;
/** `sums`: of the pieces of the file that it was signed for, as far as they are known. */
type Grant = { grant: unknown; at: number; sums: readonly string[] };
type Grants = Record<string, Grant>;
/** Those that were signed for, or compared with, files of this page. */
const granted = new WeakMap<File, Grant>();

function grants(): Grants {
  try {
    const kept = JSON.parse(localStorage.getItem(GRANTS) ?? '{}') as Grants;
    const isGood = ({ at, sums }: Grant) => Date.now() - at < LIFETIME && Array.isArray(sums);
    return Object.fromEntries(Object.entries(kept).filter(([, grant]) => isGood(grant)));
  } catch {
    return {};
  }
}

function saveGrants(kept: Grants): void {
  try {
    localStorage.setItem(GRANTS, JSON.stringify(kept));
  } catch {
    // Without storage an upload is begun anew.
  }
}

/** What cannot be compared, or was not read before it was sent, is sent anew after a reload. */
async function noteContent(name: string, file: File, grant: Grant): Promise<void> {
  if (!canCompare()) return;
  const sums: string[] = [];
  for await (const sum of sumsOf(file)) {
    sums.push(sum);
    if (granted.get(file) !== grant) return;
    saveGrants({ ...grants(), [name]: { ...grant, sums } });
  }
}

/** Whether the pieces of which the first `there` bytes are a part are the same in both. */
function wasSent(file: File, there: number, { sums }: Grant): Promise<boolean> {
  const pieces = Math.ceil(there / PIECE_BYTES);
  return beginsWith(file, Math.min(pieces * PIECE_BYTES, file.size), sums.slice(0, pieces));
}

function forgetGrant(name: string, file: File): void {
  granted.delete(file);
  const { [name]: _gone, ...kept } = grants();
  saveGrants(kept);
}
