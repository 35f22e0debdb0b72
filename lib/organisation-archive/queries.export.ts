import 'server-only';
import type { Ctx } from '@/lib/org';
import { RESULT_HOURS } from '@/lib/queue/jobs';
import { type Db, recordset, sql } from '@/lib/sql';
import type { Location } from '@/lib/storage/storage';

export type Line = { name: string; key: unknown; line: string };

/** The next rows of the first table, then of those behind it, about as many as `bytes` hold; none when all were read. */
export const archiveRows = ({ db }: Ctx, tables: readonly string[], after: unknown, bytes: number): Promise<Line[]> =>
  db.$queryRaw<
    Line[]
  >`select name, key, line from archive_rows(${[...tables]}::text[], ${after ? JSON.stringify(after) : null}::jsonb, ${bytes}::int)`;

export async function countRows({ db }: Ctx, tables: readonly string[]): Promise<number> {
  const [row] = await db.$queryRaw<{ rows: number }[]>`
    select archive_count(${[...tables]}::text[])::float8 as rows`;
  return row?.rows ?? 0;
}

export type ArchivedContent = Location & { id: string; size: number };

/** Contents after this one, of files that an archive may hold. */
export const contentsAfter = ({ db }: Ctx, after: string | null, most: number): Promise<ArchivedContent[]> =>
  db.$queryRaw`
    select id, size::float8 as size, storage_key as "storageKey", stored_in as "storedIn" from archive_contents(${after}::uuid, ${most}::int)`;

export type Piece = { number: number; begins: number; size: number; central?: Buffer } & (
  | { bytes: Buffer; contentId?: undefined }
  | { contentId: string; bytes?: undefined }
);

/** Bytes travel as text. */
export async function addPieces({ db }: Ctx, jobId: string, pieces: readonly Piece[]): Promise<void> {
  if (!pieces.length) return;
  const rows = pieces.map(({ bytes, central, contentId, ...rest }) => ({
    ...rest,
    bytes: bytes?.toString('base64'),
    central: central?.toString('base64'),
    content_id: contentId,
  }));
  await db.$executeRaw`
    insert into archive_piece (job_id, number, begins, size, bytes, content_id, central)
    select ${jobId}::uuid, number, begins, size, decode(bytes, 'base64'), content_id, decode(central, 'base64')
      from ${recordset(rows, sql`number int, begins bigint, size bigint, bytes text, content_id uuid, central text`)}`;
}

/** The header of an entry, once it is known. */
export const fillHeader = (
  { db }: Ctx,
  jobId: string,
  number: number,
  { bytes, central }: { bytes: Buffer; central: Buffer },
) =>
  db.$executeRaw`update archive_piece set bytes = ${bytes}::bytea, central = ${central}::bytea
    where job_id = ${jobId}::uuid and number = ${number}::int`;

/** The directory's lines after a piece, as many as `most`. */
export const centralAfter = (
  { db }: Ctx,
  jobId: string,
  after: number,
  most: number,
): Promise<{ number: number; central: Uint8Array }[]> =>
  db.$queryRaw`select number, central from archive_piece where job_id = ${jobId}::uuid and number > ${after}::int and central is not null
    order by number limit ${most}::int`;

/** Archives go after as long as they can be fetched, and those that were never whole at once. */
export const forgetArchives = (db: Db) => db.$executeRaw`
  delete from archive_piece p using job j where j.org_id = p.org_id and j.id = p.job_id
     and (j.state in ('failed', 'cancelled') or j.finished_at < now() - make_interval(hours => ${RESULT_HOURS}::int))`;

export async function adminIds({ db }: Ctx): Promise<string[]> {
  const where = { role: 'admin', approval: 1, deactivatedAt: null };
  return (await db.member.findMany({ where, select: { id: true } })).map(({ id }) => id);
}

export async function organisationFacts({ db, org }: Ctx) {
  const [row] = await db.$queryRaw<
    {
      tint: string;
      working_days: number[];
      holidays: string[];
      time_zone: string;
      mail_quotes: boolean;
      client_requests: boolean;
    }[]
  >`select tint, working_days, holidays, time_zone, mail_quotes, client_requests from organisation where id = ${org.id}::uuid`;
  return { _id: org.id, key: org.key, name: org.name, ...(row as NonNullable<typeof row>) };
}
