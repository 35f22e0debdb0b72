import 'server-only';
import { constants, crc32, deflateRawSync } from 'node:zlib';
import { withAuth } from '@/lib/auth';
import type { Door } from '@/lib/contract/endpoint';
import type { RunningJob } from '@/lib/contract/job';
import { allow, DomainError, invalidField } from '@/lib/errors';
import { openBytes } from '@/lib/file/bytes/store';
import { getJob } from '@/lib/job/queries';
import type { JobRecord } from '@/lib/job/schema';
import type { Ctx } from '@/lib/org';
import { canArchive } from '@/lib/organisation-archive/policy';
import { archiveTables, type Table } from '@/lib/organisation-archive/queries.catalogue';
import {
  type ArchivedContent,
  addPieces,
  adminIds,
  archiveRows,
  centralAfter,
  contentsAfter,
  countRows,
  fillHeader,
  organisationFacts,
} from '@/lib/organisation-archive/queries.export';
import type { ArchiveManifest, ArchiveSchema, ExportOrganisation } from '@/lib/organisation-archive/schema';
import { FORMAT, FORMAT_VERSION, NOT_CARRIED } from '@/lib/organisation-archive/vocabulary';
import {
  centralHeader,
  DEFLATED,
  endOfArchive,
  localHeader,
  type Method,
  STORED,
  type ZipEntry,
} from '@/lib/organisation-archive/zip';
import { addJobs } from '@/lib/queue/jobs';
import { confirmPasswordOf, seatOf } from '@/lib/session/reauthenticate';
import { signedInSince } from '@/lib/session/sessions';

const ONLY_ADMINS = 'Only an admin can export the organisation.';
/** Whoever has just signed in has just said who they are. */
const FRESH_MINUTES = 10;

/** Prepares an archive of the whole organisation: a job, whose file `jobFile` gives. Asks for the password as other grave steps do. */
export async function exportOrganisation(door: Door, { current_password }: ExportOrganisation): Promise<JobRecord> {
  const { seat, sessionId } = await door(async (ctx) => {
    allow(canArchive(ctx.actor), ONLY_ADMINS);
    return { seat: seatOf(ctx), sessionId: ctx.sessionId };
  });
  const fresh = sessionId ? await withAuth(null, (auth) => signedInSince(auth, sessionId, FRESH_MINUTES)) : false;
  if (current_password !== undefined) await confirmPasswordOf(seat, current_password);
  else if (!fresh) throw invalidField('current_password', 'Enter your current password.');
  return door(async (ctx) => {
    allow(canArchive(ctx.actor), ONLY_ADMINS);
    const { org, actor } = ctx;
    const name = `${org.key}-${new Date().toISOString().slice(0, 10)}.zip`;
    const tables = await archiveTables(ctx.db);
    const [id] = await addJobs(ctx.db, [
      {
        kind: 'organisation.export',
        lane: 'work',
        memberId: actor.memberId,
        about: { name, needs: 'organisation.govern' },
        total: await countRows(
          ctx,
          tables.map((table) => table.name),
        ),
        payload: {},
      },
    ]);
    ctx.happened('organisation.exported', { admins: await adminIds(ctx) }, {});
    return getJob(ctx, { id: id as string });
  });
}

/** Of rows, as they are before they are packed: pieces of so many bytes are held at once, whatever the organisation has. */
const PIECE_BYTES = 2 * 2 ** 20;
/** Of one transaction. */
const ROWS_MS = 1_500;
/** Of contents in one step. */
const STEP_BYTES = 256 * 2 ** 20;
const STEP_FILES = 200;
const CENTRAL_AT_ONCE = 2_000;
/** What ends a stream of blocks that were all flushed. */
const LAST_BLOCK = Buffer.from([3, 0]);

type Entry = {
  name: string;
  method: Method;
  number: number;
  begins: number;
  crc: number;
  size: number;
  packed: number;
};
/** `table`: the one that is written, by its number; `at`: of a content that is read in parts. */
type State = {
  phase: 'rows' | 'files' | 'manifest' | 'directory';
  number: number;
  end: number;
  entries: number;
  table: number;
  after: unknown;
  entry: Entry | null;
  rows: Record<string, number>;
  file: string | null;
  at: { id: string; read: number; crc: number } | null;
  files: { count: number; bytes: number };
  central: { after: number; begins: number; size: number } | null;
};

const START: State = {
  ...{
    phase: 'rows',
    number: 0,
    end: 0,
    entries: 0,
    table: 0,
    after: null,
    entry: null,
    rows: {},
    file: null,
    at: null,
  },
  files: { count: 0, bytes: 0 },
  central: null,
};

/** Adds what follows to the archive; `state` is where it ends. */
class Writer {
  constructor(
    readonly ctx: Ctx,
    readonly jobId: string,
    readonly state: State,
  ) {}

  async bytes(bytes: Buffer, central?: Buffer): Promise<void> {
    const { state } = this;
    await addPieces(this.ctx, this.jobId, [
      { number: state.number, begins: state.end, size: bytes.length, bytes, central },
    ]);
    state.number += 1;
    state.end += bytes.length;
  }

  /** Bytes of rows, before they were packed. */
  added = 0;

  async begin(name: string, method: Method): Promise<void> {
    const { state } = this;
    state.entry = { name, method, number: state.number, begins: state.end, crc: 0, size: 0, packed: 0 };
    await this.bytes(localHeader(state.entry));
  }

  async add(text: string): Promise<void> {
    const { entry } = this.state;
    if (!entry || !text) return;
    const bytes = Buffer.from(text);
    const packed = deflateRawSync(bytes, { finishFlush: constants.Z_FULL_FLUSH });
    entry.crc = crc32(bytes, entry.crc);
    entry.size += bytes.length;
    entry.packed += packed.length;
    this.added += bytes.length;
    await this.bytes(packed);
  }

  async finish(): Promise<void> {
    const { entry } = this.state;
    if (!entry) return;
    entry.packed += LAST_BLOCK.length;
    await this.bytes(LAST_BLOCK);
    await fillHeader(this.ctx, this.jobId, entry.number, { bytes: localHeader(entry), central: centralHeader(entry) });
    this.state.entry = null;
    this.state.entries += 1;
  }

  async text(name: string, value: unknown): Promise<void> {
    await this.begin(name, DEFLATED);
    await this.add(`${JSON.stringify(value, null, 2)}\n`);
    await this.finish();
  }

  /** A content, of which the sum is known: its bytes stay where they are. */
  async content({ id, size }: ArchivedContent, crc: number): Promise<void> {
    const { state } = this;
    const entry: ZipEntry = { name: `files/${id}`, method: STORED, crc, size, packed: size, begins: state.end };
    await this.bytes(localHeader(entry), centralHeader(entry));
    if (size) {
      await addPieces(this.ctx, this.jobId, [{ number: state.number, begins: state.end, size, contentId: id }]);
      state.number += 1;
      state.end += size;
    }
    state.entries += 1;
    state.files = { count: state.files.count + 1, bytes: state.files.bytes + size };
  }
}

/** Writes the next piece of the archive; what was written stays whatever dies. True when it is whole. */
export async function exportNextPiece(job: RunningJob<unknown>): Promise<boolean> {
  const before = (job.cursor as State | null) ?? START;
  const sums = before.phase === 'files' ? await sumContents(job, before) : null;
  return job.door(async (ctx) => {
    allow(canArchive(ctx.actor), ONLY_ADMINS);
    const state = structuredClone(before);
    const writer = new Writer(ctx, job.id, state);
    const tables = await archiveTables(ctx.db);
    let done = job.progress.done;
    let isLast = false;
    if (before.phase === 'rows') {
      // Small tables together.
      const until = Date.now() + ROWS_MS;
      do done += await writeRows(writer, tables);
      while (state.phase === 'rows' && writer.added < PIECE_BYTES && Date.now() < until);
    } else if (sums) await writeContents(writer, sums);
    else if (before.phase === 'manifest') await writeManifest(writer, tables);
    else isLast = await writeDirectory(writer);
    await job.advance(ctx, { ...job.progress, done }, state);
    return isLast;
  });
}

async function writeRows(writer: Writer, tables: readonly Table[]): Promise<number> {
  const { ctx, state } = writer;
  if (state.number === 0) await writer.text('schema.json', await schemaOf(ctx, tables));
  const table = tables[state.table];
  if (!table) {
    state.phase = 'files';
    return 0;
  }
  if (!state.entry) await writer.begin(`tables/${table.name}.jsonl`, DEFLATED);
  const lines = await archiveRows(ctx, table.name, state.after, PIECE_BYTES);
  await writer.add(lines.map(({ line }) => `${line}\n`).join(''));
  state.rows[table.name] = (state.rows[table.name] ?? 0) + lines.length;
  state.after = lines.at(-1)?.key ?? null;
  if (!lines.length) {
    await writer.finish();
    state.table += 1;
  }
  return lines.length;
}

const schemaOf = async (ctx: Ctx, tables: readonly Table[]): Promise<ArchiveSchema> => ({
  format: FORMAT,
  version: FORMAT_VERSION,
  exported_at: new Date().toISOString(),
  organisation: await organisationFacts(ctx),
  tables: tables.map(({ name, columns }) => ({ name, columns: [...columns] })),
  left_out: [...NOT_CARRIED],
});

type Sums = { summed: { content: ArchivedContent; crc: number }[]; at: State['at']; isLast: boolean };

/** Reads contents through for their sums, outside of the transaction; a large one in parts. */
async function sumContents(job: RunningJob<unknown>, { file, at }: State): Promise<Sums> {
  const contents = await job.door((ctx) => {
    allow(canArchive(ctx.actor), ONLY_ADMINS);
    return contentsAfter(ctx, file, STEP_FILES);
  });
  const summed: Sums['summed'] = [];
  let left = STEP_BYTES;
  for (const content of contents) {
    const part = at?.id === content.id ? at : { id: content.id, read: 0, crc: 0 };
    const until = Math.min(content.size, part.read + left);
    const crc = until > part.read ? await sumOf(content, part, until) : part.crc;
    left -= until - part.read;
    if (until < content.size) return { summed, at: { id: content.id, read: until, crc }, isLast: false };
    summed.push({ content, crc });
    if (left <= 0) break;
  }
  return { summed, at: null, isLast: contents.length < STEP_FILES && summed.length === contents.length };
}

async function sumOf(
  content: ArchivedContent,
  { read, crc }: { read: number; crc: number },
  until: number,
): Promise<number> {
  const bytes = await openBytes(content, { start: read, end: until - 1 });
  if (!bytes)
    throw new DomainError(
      'gone',
      'The bytes of a file are missing, so no archive can be made. Tell the people who run this server.',
    );
  let sum = crc;
  for await (const chunk of bytes as unknown as AsyncIterable<Uint8Array>) sum = crc32(chunk, sum);
  return sum;
}

async function writeContents(writer: Writer, { summed, at, isLast }: Sums): Promise<void> {
  const { state } = writer;
  for (const { content, crc } of summed) await writer.content(content, crc);
  state.file = summed.at(-1)?.content.id ?? state.file;
  state.at = at;
  if (isLast) state.phase = 'manifest';
}

async function writeManifest(writer: Writer, tables: readonly Table[]): Promise<void> {
  const { state } = writer;
  const manifest: ArchiveManifest = {
    tables: tables.map(({ name }) => ({ name, rows: state.rows[name] ?? 0 })),
    files: state.files,
  };
  await writer.text('manifest.json', manifest);
  state.phase = 'directory';
  state.central = { after: -1, begins: state.end, size: 0 };
}

async function writeDirectory(writer: Writer): Promise<boolean> {
  const { ctx, state, jobId } = writer;
  const { central } = state;
  if (!central) return true;
  const lines = await centralAfter(ctx, jobId, central.after, CENTRAL_AT_ONCE);
  const bytes = Buffer.concat(lines.map((line) => line.central));
  const last = lines.at(-1);
  if (last) {
    await writer.bytes(bytes);
    state.central = { ...central, after: last.number, size: central.size + bytes.length };
    return false;
  }
  await writer.bytes(endOfArchive({ entries: state.entries, begins: central.begins, size: central.size }));
  return true;
}
