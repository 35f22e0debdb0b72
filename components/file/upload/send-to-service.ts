import { genUploader } from 'uploadthing/client';
import type { FileRouter } from 'uploadthing/types';
import { actingHeaders, actsAsChat } from '@/components/query/acting';
import { ApiError, call } from '@/components/query/api-client';
import { announceExpiry } from '@/components/query/session-channel';
import type { FileRecord } from '@/lib/file/schema';
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

/** Straight to UploadThing. What has arrived there stays: the same file to the same place goes on. */
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
      if (answered) forgetGrant(name);
      const after = RETRY_AFTER[attempt];
      if (after === undefined) throw new Error(answered ? 'The file was not taken. Try again.' : cutWords());
      await pause(after, signal);
    }
  }
};

export const endAtService = ({ file, ...upload }: Upload): void => {
  if (file) forgetGrant(fingerprint({ ...upload, file }, file));
};

async function once(name: string, { file, place }: Parameters<Send>[0], { signal, onProgress }: Parameters<Send>[1]) {
  let refused: Refused | undefined;
  const url = new URL(ENDPOINT, location.origin);
  const { createUpload } = genUploader<FileRouter>({
    url,
    fetch: async (asked, options) => {
      if (!String(asked).startsWith(url.href)) return fetch(asked as string, options as RequestInit);
      const known = grantOf(name);
      if (known) return Response.json([known]);
      const headers = new Headers((options as RequestInit | undefined)?.headers);
      for (const [header, value] of Object.entries(actingHeaders())) headers.set(header, value);
      const answer = await fetch(asked as string, { ...(options as RequestInit), headers });
      const body = await answer.clone().json();
      if (answer.ok) keepGrant(name, body[0]);
      else refused = new Refused(body.message);
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
  if (outcome) forgetGrant(name);
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
type Grants = Record<string, { grant: unknown; at: number }>;

function grants(): Grants {
  try {
    const kept = JSON.parse(localStorage.getItem(GRANTS) ?? '{}') as Grants;
    return Object.fromEntries(Object.entries(kept).filter(([, { at }]) => Date.now() - at < LIFETIME));
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

const grantOf = (name: string): unknown => grants()[name]?.grant;
const keepGrant = (name: string, grant: unknown) => saveGrants({ ...grants(), [name]: { grant, at: Date.now() } });
const forgetGrant = (name: string) => {
  const { [name]: _gone, ...kept } = grants();
  saveGrants(kept);
};
