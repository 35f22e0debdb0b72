import { bidi } from '@/lib/bidi';
import type { FileRecord } from '@/lib/file/schema';

/** At once; the others wait. */
const AT_ONCE = 3;

/** What the server is told of where a file goes; `file_id`: a new version of that file. */
export type UploadPlace = {
  folder_id?: string;
  project_id?: string;
  task_id?: string;
  file_id?: string;
  draft?: 'true';
};

export type Upload = {
  id: string;
  name: string;
  size: number;
  /** Bytes that have arrived. */
  sent: number;
  /** `lost`: begun before a reload; the browser needs the file again to go on. */
  state: 'waiting' | 'sending' | 'paused' | 'done' | 'failed' | 'lost';
  /** Why it failed, or what the server changed. */
  words?: string;
  place: UploadPlace;
  /** The name of the place, as in "to Designs". */
  where: string;
  file: File | null;
};

type Sending = { signal: AbortSignal; onProgress: (sent: number) => void };
export type Send = (upload: Upload & { file: File }, sending: Sending) => Promise<FileRecord | null>;

let uploads: readonly Upload[] = [];
let send: Send | undefined;
const running = new Map<string, AbortController>();
const listeners = new Set<() => void>();
const hearers = new Set<(file: FileRecord) => void>();

export const getUploads = (): readonly Upload[] => uploads;

export const subscribeUploads = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** Tells of each file that has arrived, with the server's record. */
export const onUploaded = (hearer: (file: FileRecord) => void) => {
  hearers.add(hearer);
  return () => void hearers.delete(hearer);
};

function change(next: readonly Upload[]): void {
  uploads = next;
  for (const listener of listeners) listener();
  window.onbeforeunload = next.some(isUnfinished) ? (event) => event.preventDefault() : null;
}

const isUnfinished = ({ state }: Upload) => state === 'waiting' || state === 'sending';

const patch = (id: string, changes: Partial<Upload>) =>
  change(uploads.map((one) => (one.id === id ? { ...one, ...changes } : one)));

/** The code that sends is fetched with the first upload. */
const sendWith = (by: Send) => {
  send = by;
  next();
};

let number = 0;

export function addUploads(given: readonly { file: File; place: UploadPlace; where: string }[]): void {
  const added = given.map(
    ({ file, place, where }): Upload => ({
      id: `upload-${++number}`,
      name: file.name,
      size: file.size,
      sent: 0,
      state: 'waiting',
      place,
      where,
      file,
    }),
  );
  change([...uploads.filter(({ state }) => state !== 'done'), ...added]);
  if (send) next();
  else
    void import('./send').then(
      (module) => sendWith(module.sendFile),
      () => failAll(added),
    );
}

const failAll = (added: readonly Upload[]) => {
  for (const { id } of added)
    patch(id, { state: 'failed', words: 'The upload could not begin. Check your connection.' });
};

/** Uploads of an earlier page; they wait for their files. */
export function addLost(lost: readonly Pick<Upload, 'name' | 'size' | 'sent' | 'place' | 'where'>[]): void {
  const fresh = lost.filter(({ name, size }) => !uploads.some((one) => one.name === name && one.size === size));
  if (fresh.length > 0)
    change([
      ...uploads,
      ...fresh.map((one): Upload => ({ ...one, id: `upload-${++number}`, state: 'lost', file: null })),
    ]);
}

function next(): void {
  for (const upload of uploads) {
    if (running.size >= AT_ONCE || !send) return;
    if (upload.state === 'waiting' && upload.file) void run({ ...upload, file: upload.file }, send);
  }
}

async function run(upload: Upload & { file: File }, by: Send): Promise<void> {
  const { id } = upload;
  const stop = new AbortController();
  running.set(id, stop);
  patch(id, { state: 'sending', words: undefined });
  try {
    const file = await by(upload, {
      signal: stop.signal,
      onProgress: (sent) => running.get(id) === stop && patch(id, { sent }),
    });
    const renamed = file && file.name !== upload.name && !upload.place.file_id;
    const said = [...(renamed ? [bidi`Saved as ${file.name}.`] : []), ...(file?.notes ?? [])];
    patch(id, { state: 'done', sent: upload.size, file: null, words: said.join(' ') || undefined });
    if (file) for (const hearer of hearers) hearer(file);
  } catch (error) {
    if (!stop.signal.aborted)
      patch(id, { state: 'failed', words: error instanceof Error ? error.message : 'Something went wrong.' });
  } finally {
    if (running.get(id) === stop) running.delete(id);
    next();
  }
}

function halt(id: string): void {
  running.get(id)?.abort();
  running.delete(id);
}

export function pauseUpload(id: string): void {
  halt(id);
  patch(id, { state: 'paused' });
  next();
}

/** Goes on, or begins again. `file`: chosen again for one that was lost with its page. */
export function resumeUpload(id: string, file?: File): void {
  patch(id, { state: 'waiting', words: undefined, ...(file && { file }) });
  if (send) next();
  else void import('./send').then((module) => sendWith(module.sendFile));
}

export async function cancelUpload(id: string): Promise<void> {
  const upload = uploads.find((one) => one.id === id);
  halt(id);
  change(uploads.filter((one) => one.id !== id));
  next();
  if (upload) await import('./send').then((module) => module.forget(upload));
}

export const clearFinished = () => change(uploads.filter(({ state }) => state !== 'done'));
