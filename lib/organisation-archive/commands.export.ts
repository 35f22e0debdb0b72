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
  type Piece,
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
import { projectPictures } from '@/lib/project/queries.picture';
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
/** Of contents in one step. */
const STEP_BYTES = 256 * 2 ** 20;
const STEP_FILES = 200;
const CENTRAL_AT_ONCE = 2_000;
const PICTURES_AT_ONCE = 100;
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
  phase: 'rows' | 'files' | 'pictures' | 'manifest' | 'directory';
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

  /** Not written yet. */
  #pieces: Piece[] = [];

  #put(piece: { size: number } & ({ bytes: Buffer; central?: Buffer } | { contentId: string })): void {
    const { state } = this;
    this.#pieces.push({ ...piece, number: state.number, begins: state.end });
    state.number += 1;
    state.end += piece.size;
  }

  bytes(bytes: Buffer, central?: Buffer): void {
    this.#put({ size: bytes.length, bytes, central });
  }

  async flush(): Promise<void> {
    const pieces = this.#pieces;
    this.#pieces = [];
    await addPieces(this.ctx, this.jobId, pieces);
  }

  begin(name: string, method: Method): void {
    const { state } = this;
    state.entry = { name, method, number: state.number, begins: state.end, crc: 0, size: 0, packed: 0 };
    this.bytes(localHeader(state.entry));
  }

  add(text: string): void {
    const { entry } = this.state;
    if (!entry || !text) return;
    const bytes = Buffer.from(text);
    const packed = deflateRawSync(bytes, { finishFlush: constants.Z_FULL_FLUSH });
    entry.crc = crc32(bytes, entry.crc);
    entry.size += bytes.length;
    entry.packed += packed.length;
    this.bytes(packed);
  }

  async finish(): Promise<void> {
    const { entry } = this.state;
    if (!entry) return;
    entry.packed += LAST_BLOCK.length;
    this.bytes(LAST_BLOCK);
    const header = { bytes: localHeader(entry), central: centralHeader(entry) };
    const at = this.#pieces.findIndex(({ number }) => number === entry.number);
    if (at < 0) await fillHeader(this.ctx, this.jobId, entry.number, header);
    else this.#pieces[at] = { number: entry.number, begins: entry.begins, size: header.bytes.length, ...header };
    this.state.entry = null;
    this.state.entries += 1;
  }

  async text(name: string, value: unknown): Promise<void> {
    this.begin(name, DEFLATED);
    this.add(`${JSON.stringify(value, null, 2)}\n`);
    await this.finish();
  }

  picture(of: string, bytes: Buffer): void {
    const { state } = this;
    const [size, crc] = [bytes.length, crc32(bytes)];
    const entry: ZipEntry = { name: `pictures/${of}.webp`, method: STORED, crc, size, packed: size, begins: state.end };
    this.bytes(localHeader(entry), centralHeader(entry));
    this.bytes(bytes);
    state.entries += 1;
  }

  /** A content, of which the sum is known: its bytes stay where they are. */
  content({ id, size }: ArchivedContent, crc: number): void {
    const { state } = this;
    const entry: ZipEntry = { name: `files/${id}`, method: STORED, crc, size, packed: size, begins: state.end };
    this.bytes(localHeader(entry), centralHeader(entry));
    if (size) this.#put({ size, contentId: id });
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
    if (before.phase === 'rows') done += await writeRows(writer, tables);
    else if (sums) writeContents(writer, sums);
    else if (before.phase === 'pictures') await writePictures(writer);
    else if (before.phase === 'manifest') await writeManifest(writer, tables);
    else isLast = await writeDirectory(writer);
    await writer.flush();
    await job.advance(ctx, { ...job.progress, done }, state);
    return isLast;
  });
}

async function writeRows(writer: Writer, tables: readonly Table[]): Promise<number> {
  const { ctx, state } = writer;
  if (state.number === 0) await writer.text('schema.json', await schemaOf(ctx, tables));
  const left = tables.slice(state.table);
  const lines = await archiveRows(
    ctx,
    left.map(({ name }) => name),
    state.after,
    PIECE_BYTES,
  );
  const last = lines.at(-1);
  for (const { name } of left) {
    if (!state.entry) writer.begin(`tables/${name}.jsonl`, DEFLATED);
    const own = lines.filter((one) => one.name === name);
    writer.add(own.map(({ line }) => `${line}\n`).join(''));
    state.rows[name] = (state.rows[name] ?? 0) + own.length;
    // Of this one there may be more.
    if (name === last?.name) {
      state.after = last.key;
      return lines.length;
    }
    await writer.finish();
    state.table += 1;
    state.after = null;
  }
  state.phase = 'files';
  return 0;
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

function writeContents(writer: Writer, { summed, at, isLast }: Sums): void {
  const { state } = writer;
  for (const { content, crc } of summed) writer.content(content, crc);
  state.file = summed.at(-1)?.content.id ?? state.file;
  state.at = at;
  if (isLast) Object.assign(state, { phase: 'pictures', file: null });
}

/** The logo first, then those of projects. */
async function writePictures(writer: Writer): Promise<void> {
  const { ctx, state } = writer;
  const logo = state.file === null ? await ctx.db.organisationLogo.findFirst({ select: { webp: true } }) : null;
  if (logo) writer.picture('logo', Buffer.from(logo.webp));
  const pictures = await projectPictures(ctx, state.file, PICTURES_AT_ONCE);
  for (const { projectId, bytes } of pictures) writer.picture(projectId, Buffer.from(bytes));
  if (pictures.length < PICTURES_AT_ONCE) state.phase = 'manifest';
  else state.file = pictures.at(-1)?.projectId ?? null;
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
    writer.bytes(bytes);
    state.central = { ...central, after: last.number, size: central.size + bytes.length };
    return false;
  }
  writer.bytes(endOfArchive({ entries: state.entries, begins: central.begins, size: central.size }));
  return true;
}
