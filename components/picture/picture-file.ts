import { bidi } from '@/lib/bidi';
import { PICTURE_LIMIT, PICTURE_TYPES } from '@/lib/session/vocabulary';

/** In words; null if it may be one. */
export function whyNoPicture({ name, type, size }: File): string | null {
  if (!(PICTURE_TYPES as readonly string[]).includes(type))
    return bidi`${name} is not a JPEG, PNG or WebP picture. Choose another file.`;
  if (size > PICTURE_LIMIT)
    return bidi`${name} has ${(size / 1_000_000).toFixed(1)} MB, but the limit is 5 MB. Choose a smaller file.`;
  return null;
}
