import 'server-only';
import { ReadableStream } from 'node:stream/web';
import type { Door, RangedBody } from '@/lib/contract/endpoint';
import { DomainError } from '@/lib/errors';
import { openBytes } from '@/lib/file/bytes/store';
import type { Ctx } from '@/lib/org';
import type { Location } from '@/lib/storage/storage';

type PieceAt = {
  begins: number;
  size: number;
  bytes: Uint8Array | null;
  storageKey: string | null;
  storedIn: Location['storedIn'] | null;
};

/** The piece in which this byte is. */
async function pieceAt({ db }: Ctx, jobId: string, at: number): Promise<PieceAt | null> {
  const [piece] = await db.$queryRaw<PieceAt[]>`
    select begins::float8 as begins, size::float8 as size, bytes, storage_key as "storageKey", stored_in as "storedIn"
      from archive_pieces(${jobId}::uuid, ${at}::bigint, ${at}::bigint)`;
  return piece ?? null;
}

async function archiveSize({ db }: Ctx, jobId: string): Promise<{ size: number; made: Date } | null> {
  const [row] = await db.$queryRaw<{ size: number; made: Date }[]>`
    select (p.begins + p.size)::float8 as size, j.finished_at as made from archive_piece p join job j on j.org_id = p.org_id and j.id = p.job_id
     where p.job_id = ${jobId}::uuid and j.finished_at is not null order by p.number desc limit 1`;
  return row ?? null;
}

/** The bytes of an archive that a job made, of which parts can be asked for; null: the job made none. */
export async function archiveBody(door: Door, jobId: string): Promise<RangedBody | null> {
  const made = await door((ctx) => archiveSize(ctx, jobId));
  if (!made) return null;
  const { size, made: changedAt } = made;
  const open = async ({ start, end } = { start: 0, end: size - 1 }) => bytesOf(door, jobId, start, end);
  return { size, etag: jobId, changedAt, open };
}

/** One piece is held at a time; both ends inclusive. */
function bytesOf(door: Door, jobId: string, start: number, end: number): globalThis.ReadableStream<Uint8Array> {
  async function* pieces(): AsyncGenerator<Uint8Array> {
    for (let at = start; at <= end; ) {
      const piece = await door((ctx) => pieceAt(ctx, jobId, at));
      const last = piece && Math.min(end, piece.begins + piece.size - 1);
      if (!piece || last === null) throw new DomainError('gone', 'This archive is no longer available.');
      const [from, to] = [at - piece.begins, last - piece.begins];
      if (piece.bytes) yield piece.bytes.subarray(from, to + 1);
      else if (piece.storageKey && piece.storedIn) {
        const bytes = await openBytes(
          { storageKey: piece.storageKey, storedIn: piece.storedIn },
          { start: from, end: to },
        );
        if (!bytes) throw new DomainError('gone', 'The bytes of a file are missing.');
        yield* bytes as unknown as AsyncIterable<Uint8Array>;
      }
      at = last + 1;
    }
  }
  return ReadableStream.from(pieces()) as globalThis.ReadableStream<Uint8Array>;
}
