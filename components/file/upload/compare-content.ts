import { PIECE_BYTES, pieceSum } from '@/lib/file/vocabulary.pieces';

/** Sums of pieces that were read, by where they begin and end. */
const known = new WeakMap<File, Map<string, Promise<string>>>();

/** Whether files can be compared: browsers hash for pages with a secure address only. */
export const canCompare = (): boolean => typeof crypto.subtle !== 'undefined';

/** Sums of the pieces of the first `end` bytes, one after the other. */
export async function* sumsOf(file: File, end = file.size): AsyncGenerator<string> {
  const sums = known.get(file) ?? new Map<string, Promise<string>>();
  known.set(file, sums);
  for (let start = 0; start < end; start += PIECE_BYTES) {
    const until = Math.min(start + PIECE_BYTES, end);
    const sum = sums.get(`${start}-${until}`) ?? file.slice(start, until).arrayBuffer().then(pieceSum);
    sums.set(`${start}-${until}`, sum);
    yield await sum;
  }
}

/** Whether the first `end` bytes of a file are those that had these sums. */
export async function beginsWith(file: File, end: number, sums: readonly string[]): Promise<boolean> {
  let count = 0;
  for await (const sum of sumsOf(file, end)) if (sum !== sums[count++]) return false;
  return count > 0 && count === sums.length;
}
