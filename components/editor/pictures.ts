import { pictureUrl } from '@/lib/markdown/pictures';

/** What is shown of pictures that this page has uploaded or is uploading. */
const previews = new Map<string, string>();
let last = 0;

/** A name for a picture until its file is stored; it is shown at once. */
export function beginPicture(file: File): string {
  last += 1;
  const id = `new-${last}`;
  previews.set(id, URL.createObjectURL(file));
  return id;
}

/** It is the file `stored` now, and still shown as it was; null: it is not needed any more. */
export function endPicture(id: string, stored: string | null): void {
  const preview = previews.get(id);
  previews.delete(id);
  if (!preview) return;
  if (stored) previews.set(stored, preview);
  else URL.revokeObjectURL(preview);
}

export const pictureSource = (id: string): string => previews.get(id) ?? pictureUrl(id);
