import type { Upload } from './queue';

/** What is known of large uploads after a reload. Names and places only: the bytes stay with the person. */
const NAME = 'unfinished-uploads';
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

export function keepLarge({ name, size, sent, place, where }: Upload, now: number): void {
  const others = keptUploads(now).filter((one) => !isSame(one, { name, size }));
  keep([...others, { name, size, sent, place, where, at: now }]);
}

export const forgetLarge = (upload: Pick<Upload, 'name' | 'size'>): void =>
  keep(keptUploads(Date.now()).filter((one) => !isSame(one, upload)));
