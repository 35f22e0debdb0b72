import { actsAsChat } from '@/components/query/acting';
import type { Upload } from './queue';

/** What is known of large uploads after a reload. Names and places only: the bytes stay with the person. */
const NAME = 'unfinished-uploads';
/** From here on an upload can go on where it stopped (bytes). */
export const RESUMABLE_FROM = 8 * 1024 * 1024;
const MOST = 20;
/** After that the server has removed what had arrived (ms). */
const LIFETIME = 23 * 3_600_000;

export type KeptUpload = Pick<Upload, 'name' | 'size' | 'sent' | 'place' | 'where'> & { at: number };

export function keptUploads(now: number): KeptUpload[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(NAME) ?? '[]');
    return Array.isArray(kept) ? (kept as KeptUpload[]).filter(({ at }) => now - at < LIFETIME) : [];
  } catch {
    return [];
  }
}

function keep(uploads: readonly KeptUpload[]): void {
  try {
    localStorage.setItem(NAME, JSON.stringify(uploads.slice(-MOST)));
  } catch {
    // Without storage an upload is begun anew after a reload.
  }
}

const isSame = (one: Pick<Upload, 'name' | 'size'>, other: Pick<Upload, 'name' | 'size'>) =>
  one.name === other.name && one.size === other.size;

function keepLarge({ name, size, sent, place, where }: Upload, now: number): void {
  const others = keptUploads(now).filter((one) => !isSame(one, { name, size }));
  keep([...others, { name, size, sent, place, where, at: now }]);
}

export const forgetLarge = (upload: Pick<Upload, 'name' | 'size'>): void =>
  keep(keptUploads(Date.now()).filter((one) => !isSame(one, upload)));

/** Arrived bytes between two notes of how far an upload is. */
const NOTE_EVERY = 8 * 1024 * 1024;

/** Notes now and then how far a large upload is. */
export function noting(upload: Upload, onProgress: (sent: number) => void): (sent: number) => void {
  let notedAt = 0;
  return (sent) => {
    onProgress(sent);
    if (upload.size <= RESUMABLE_FROM || (sent - notedAt < NOTE_EVERY && notedAt > 0)) return;
    notedAt = sent;
    keepLarge({ ...upload, sent }, Date.now());
  };
}

/** What a session of the chat uploads is a draft anyway. */
export const placeToSend = ({ draft, ...place }: Upload['place']): Record<string, string> => ({
  ...place,
  ...(draft && !actsAsChat() && { draft }),
});

/** The same file to the same place continues what has arrived. */
export const fingerprint = ({ name, size, place }: Upload, file: File): string =>
  [
    actsAsChat() ? 'guildhall-chat' : 'guildhall',
    name,
    size,
    file.lastModified,
    place.project_id,
    place.folder_id,
    place.task_id,
    place.file_id,
    place.draft,
  ].join('-');
