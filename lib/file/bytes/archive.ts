import 'server-only';
import { makeZip } from 'client-zip';
import type { Location } from '@/lib/storage/storage';

export type Entry = Location & { path: string; size: number; changedAt: Date };

/**
 * A zip of these files, one after the other, each opened when its turn comes. It breaks off where bytes are missing:
 * an archive that is not whole says so.
 */
export function archiveOf(
  entries: Iterable<Entry>,
  open: (one: Location) => Promise<ReadableStream<Uint8Array> | null>,
): ReadableStream<Uint8Array> {
  let reading: ReadableStreamDefaultReader<Uint8Array> | undefined;
  async function* piecesOf(reader: ReadableStreamDefaultReader<Uint8Array>) {
    for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value;
  }
  async function* files() {
    for (const { path, size, changedAt, storedIn, storageKey } of entries) {
      reading = (await open({ storedIn, storageKey }))?.getReader();
      if (!reading) throw new Error(`No bytes of ${path}`);
      yield { name: path, input: piecesOf(reading), size, lastModified: changedAt };
    }
  }
  const zip = makeZip(files(), { buffersAreUTF8: true }).getReader();
  return new ReadableStream(
    {
      async pull(pieces) {
        const { done, value } = await zip.read();
        if (done) pieces.close();
        else pieces.enqueue(value);
      },
      async cancel() {
        // Its own cancelling throws, and leaves open what it reads.
        await zip.cancel().catch(() => {});
        await reading?.cancel().catch(() => {});
      },
    },
    { highWaterMark: 0 },
  );
}
