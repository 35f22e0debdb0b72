import 'server-only';
import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import type { Acceptance, Door, StoredFile } from '@/lib/contract/endpoint';
import type { RunningJob } from '@/lib/contract/job';
import { env } from '@/lib/env';
import { allow, DomainError, invalidField, toFailure } from '@/lib/errors';
import { mayBe } from '@/lib/file/bytes/content-type';
import { deleteBytes, storeFile } from '@/lib/file/bytes/store';
import { storeContent } from '@/lib/file/queries.write';
import { isTimeZone } from '@/lib/formats';
import { getJob } from '@/lib/job/queries';
import type { JobRecord } from '@/lib/job/schema';
import { log } from '@/lib/log';
import type { Ctx } from '@/lib/org';
import { keepLogo } from '@/lib/organisation/commands';
import { takeSettings } from '@/lib/organisation/queries';
import { IdMap } from '@/lib/organisation-archive/ids';
import { canArchive } from '@/lib/organisation-archive/policy';
import { archiveTables, fillable, isOf, type Table } from '@/lib/organisation-archive/queries.catalogue';
import { adminIds } from '@/lib/organisation-archive/queries.export';
import {
  endImport,
  hasProjects,
  type Import,
  importUnderWay,
  insertImport,
  namedHere,
  presentKeys,
  type Refused,
  restoreRows,
  saveImport,
  unrestoreRows,
} from '@/lib/organisation-archive/queries.import';
import { contentOf, linesOf, type OpenArchive, openArchive } from '@/lib/organisation-archive/read';
import type { ImportOrganisation } from '@/lib/organisation-archive/schema';
import { MAY_BE_THERE, MOST_LACKS, MOST_THERE, NOT_CARRIED } from '@/lib/organisation-archive/vocabulary';
import { UnreadableArchive } from '@/lib/organisation-archive/zip';
import { encodeLogo } from '@/lib/picture/logo-picture';
import { squarePicture } from '@/lib/picture/picture';
import { storeProjectPicture } from '@/lib/project/queries.picture';
import { addJobs } from '@/lib/queue/jobs';
import { email } from '@/lib/session/schema';
import { receive } from '@/lib/storage/receive';
import { cut } from '@/lib/text';
import { newId, properName } from '@/lib/validation';

const ONLY_ADMINS = 'Only an admin can import an organisation.';
const IN_USE = 'This organisation has projects already. Import into one that has none.';

/** Before the archive is received. */
export async function acceptArchive(ctx: Ctx): Promise<Acceptance> {
  allow(canArchive(ctx.actor), ONLY_ADMINS);
  if (await hasProjects(ctx)) throw new DomainError('conflict', IN_USE);
  const most = Math.max(env.fileMaxBytes, env.fileQuotaBytes);
  return {
    most,
    left: most,
    beyond: new DomainError('too_large', 'This archive is larger than what this installation takes.'),
  };
}

/** In words what no archive is taken for. */
async function opened(place: Pick<StoredFile, 'storedIn' | 'storageKey' | 'size'>): Promise<OpenArchive> {
  return openArchive({ storedIn: place.storedIn, storageKey: place.storageKey }, place.size).catch((error) => {
    throw error instanceof UnreadableArchive ? invalidField('file', error.message) : error;
  });
}

/**
 * Begins to import an archive into an organisation without projects: a job. Throws `invalid` in words for what is no archive,
 * or is made to do harm; `conflict` where the organisation is in use.
 */
export async function importOrganisation(door: Door, { file }: ImportOrganisation): Promise<JobRecord> {
  await door(async (ctx) => {
    allow(canArchive(ctx.actor), ONLY_ADMINS);
    await mustBeFree(ctx);
  });
  const archive = await opened(file);
  const rows = archive.manifest.tables.reduce((sum, table) => sum + table.rows, 0);
  const begun = await door(async (ctx) => {
    const { db, actor } = ctx;
    allow(canArchive(actor), ONLY_ADMINS);
    await mustBeFree(ctx);
    const tables = await archiveTables(db);
    const id = newId();
    await insertImport(ctx, {
      ...{ id, fileName: cut(file.name, 200), size: file.size, storageKey: file.storageKey, storedIn: file.storedIn },
      mask: randomBytes(6).toString('hex'),
      kept: await keptHere(ctx, tables),
      known: { [archive.schema.organisation._id]: ctx.org.id },
      lacks: [...NOT_CARRIED, ...unknownParts(archive, tables)].slice(0, MOST_LACKS),
    });
    await addJobs(db, [
      {
        id,
        kind: 'organisation.import',
        lane: 'work',
        memberId: actor.memberId,
        about: { name: cut(file.name, 200) },
        total: rows + archive.manifest.files.count,
        payload: { id },
      },
    ]);
    ctx.happened('organisation.import_begun', { admins: [] }, { file: cut(file.name, 200) });
    return getJob(ctx, { id });
  });
  file.kept = true;
  return begun;
}

async function mustBeFree(ctx: Ctx): Promise<void> {
  if (await importUnderWay(ctx)) throw new DomainError('conflict', 'An import is under way already.');
  if (await hasProjects(ctx)) throw new DomainError('conflict', IN_USE);
}

/** What is here stays, whatever becomes of the import. Throws `conflict` where the organisation is in use. */
async function keptHere(ctx: Ctx, tables: readonly Table[]): Promise<Import['kept']> {
  const kept: Import['kept'] = {};
  let count = 0;
  const present = await presentKeys(
    ctx,
    tables.map(({ name }) => name),
  );
  for (const [name, keys] of present) {
    // Of the log only what was imported is ever taken back.
    if (name === 'audit' || !keys.length) continue;
    count += keys.length;
    if (!MAY_BE_THERE.has(name) || count > MOST_THERE)
      throw new DomainError(
        'conflict',
        `This organisation is in use already: it has rows of “${name.replaceAll('_', ' ')}”. Import into a new one.`,
      );
    kept[name] = keys;
  }
  return kept;
}

/** What this installation does not know, or the archive does not have. */
function unknownParts({ schema, entries }: OpenArchive, tables: readonly Table[]): string[] {
  const lacks: string[] = [];
  for (const { name, columns } of schema.tables) {
    const here = tables.find((table) => table.name === name);
    if (!here) lacks.push(`“${name}” is not known here and was left out.`);
    else
      for (const column of columns)
        if (!here.columns.some((one) => one.name === column.name))
          lacks.push(`“${column.name}” of “${name}” is not known here and was left out.`);
  }
  for (const { name } of tables)
    if (!entries.has(`tables/${name}.jsonl`))
      lacks.push(`The archive has no “${name}”: it was made by a version that had none.`);
  return lacks;
}

/** Rows of one transaction. */
const ROWS = 200;
const ROWS_BYTES = 2 * 2 ** 20;
/** One step goes on for so long; the next one begins where it ended. */
const STEP_MS = 15_000;
const BACK_ROWS = 2_000;

/** Where it is. `line`: of the table, the next one; `back`: all is taken back, for this reason. */
type State = {
  phase: 'files' | 'rows' | 'later' | 'pictures' | 'settings';
  table: number;
  line: number;
  /** By content: what the bytes are, which a file may not say itself. */
  types: Record<string, string>;
  back: string | null;
  /** How often it failed here, one time after the other, for no reason that the archive gives. */
  failures: number;
};
const START: State = { phase: 'files', table: 0, line: 1, types: {}, back: null, failures: 0 };
/** Each is tried again after up to a minute. */
const MOST_FAILURES = 20;

/** A step of an import. `kept`: where it is, as the database knows. */
type Run = {
  job: RunningJob<{ id: string }>;
  batch: Import;
  archive: OpenArchive;
  tables: readonly Table[];
  kept: { state: State; done: number };
  until: number;
};

/** One transaction: what `work` does, and where the import is then. */
async function keep(run: Run, state: State, work?: (ctx: Ctx) => Promise<number>): Promise<void> {
  const { job, batch } = run;
  const next = structuredClone({ ...state, failures: 0 });
  const done = await job.door(async (ctx) => {
    allow(canArchive(ctx.actor), ONLY_ADMINS);
    const done = run.kept.done + ((await work?.(ctx)) ?? 0);
    await saveImport(ctx, batch);
    await job.advance(ctx, { done, total: job.progress.total }, next);
    return done;
  });
  run.kept = { state: next, done };
}

/** The next piece of an import; true when it is whole. What cannot be taken as it is ends in nothing: all is taken back. */
export async function importNextPiece(job: RunningJob<{ id: string }>): Promise<boolean> {
  const state = structuredClone((job.cursor as State | null) ?? START);
  const batch = await job.door(async (ctx) => {
    allow(canArchive(ctx.actor), ONLY_ADMINS);
    return importUnderWay(ctx, job.payload.id);
  });
  if (!batch) throw new DomainError('gone', 'This import has ended.');
  if (state.back !== null) return takeBack(job, batch, state);
  let kept: Run['kept'] = { state, done: job.progress.done };
  try {
    const archive = await opened(batch);
    const tables = await job.door((ctx) => archiveTables(ctx.db));
    const run: Run = { job, batch, archive, tables, kept, until: Date.now() + STEP_MS };
    try {
      for (; Date.now() < run.until; ) {
        const { phase } = run.kept.state;
        if (phase === 'settings') return await finish(run);
        await (phase === 'files' ? takeFiles(run) : phase === 'pictures' ? takePictures(run) : takeRows(run));
      }
      return false;
    } finally {
      kept = run.kept;
    }
  } catch (error) {
    const failures = kept.state.failures + 1;
    const reason =
      error instanceof UnreadableArchive
        ? error.message
        : (refusal(error) ?? (failures > MOST_FAILURES ? 'Something went wrong on our side, again and again.' : null));
    const progress = { done: kept.done, total: job.progress.total };
    await job.door((ctx) => job.advance(ctx, progress, { ...kept.state, back: reason, failures } satisfies State));
    if (reason !== null) return false;
    log('warn', 'organisation import', { error });
    throw new DomainError('unavailable', 'Something went wrong on our side.');
  }
}

/** Why the archive cannot be taken as it is; null for what may pass. */
function refusal(error: unknown): string | null {
  const { code, message } = toFailure(error);
  return ['invalid', 'full', 'too_large', 'not_found'].includes(code) ? message : null;
}

/** Contents first, as files name them: each is checked by its hash, and is of the type that its bytes are. */
async function takeFiles(run: Run): Promise<void> {
  const { job, batch, archive, until } = run;
  const { state } = structuredClone(run.kept);
  const entry = archive.entries.get('tables/file_content.jsonl');
  const ids = new IdMap(batch.mask, new Map(Object.entries(batch.known)));
  if (entry)
    for await (const { line, row } of linesOf(archive, entry, state.line)) {
      const { id, sha256, size } = row;
      if (typeof id !== 'string' || typeof sha256 !== 'string')
        throw new UnreadableArchive(`Line ${line} of “file content” is no content.`);
      const bytes = archive.entries.get(`files/${id}`);
      if (!bytes) lack(batch, `The bytes of the content ${id} are missing.`);
      else {
        const received = await receive((await contentOf(archive, bytes)) as AsyncIterable<Uint8Array>, bytes.size);
        if (received.sha256 !== sha256 || received.size !== Number(size)) {
          await received.discard();
          throw new UnreadableArchive(`The content ${id} is not what its hash says.`);
        }
        const stored = await storeFile(received, 'file', await job.door(async ({ org }) => org.id));
        const type = typeof row.type === 'string' && mayBe(stored.type, row.type) ? row.type : stored.type;
        let taken: { id: string; stored: boolean } | null = null;
        state.line = line + 1;
        if (type !== row.type) state.types[ids.id(id)] = type;
        await keep(run, state, async (ctx) => {
          taken = await storeContent(ctx, { ...stored, type, id: ids.id(id) });
          if (taken && taken.id !== ids.id(id)) batch.known[id] = taken.id;
          return 1;
        });
        // Narrowed away: it is set in the transaction.
        const content = taken as { stored: boolean } | null;
        if (!content?.stored) await deleteBytes([stored]);
        if (!content) throw new DomainError('full', 'There is no room for the files of this archive.');
      }
      if (Date.now() > until) return;
    }
  await keep(run, { ...state, phase: 'rows', table: 0, line: 1 });
}

function lack(batch: Import, words: string): void {
  if (batch.lacks.length < MOST_LACKS && !batch.lacks.includes(words)) batch.lacks.push(words);
}

/** Bytes of files are taken by themselves. */
const isTaken = (name: string) => name === 'file_content';

async function takeRows(run: Run): Promise<void> {
  const { batch, archive, tables, until } = run;
  const { state } = structuredClone(run.kept);
  const again = state.phase === 'later';
  const entryOf = ({ name, later }: Table) => {
    const entry = archive.entries.get(`tables/${name}.jsonl`);
    // Empty parts are passed over, unless their checksum says that they were not empty.
    return (entry?.size || entry?.crc) && !isTaken(name) && (!again || later.length) ? entry : undefined;
  };
  const at = tables.findIndex((one, index) => index >= state.table && entryOf(one));
  const table = tables[at];
  const entry = table && entryOf(table);
  if (!table || !entry) return keep(run, { ...state, phase: again ? 'pictures' : 'later', table: 0, line: 1 });
  if (at !== state.table) Object.assign(state, { table: at, line: 1 });
  const next = { ...state, table: at + 1, line: 1 };
  const prepare = await preparer(run, table);
  let rows: { line: number; row: Record<string, unknown> }[] = [];
  let bytes = 0;
  let seen = state.line - 1;
  const write = async () => {
    const written = rows;
    const before = batch.counts[table.name] ?? 0;
    rows = [];
    bytes = 0;
    await keep(run, { ...state, line: seen + 1 }, async (ctx) => {
      const given = written.map(({ row }) => row);
      const refused = await restoreRows(ctx, table.name, given, { later: table.later, again });
      judge(batch, table.name, written, refused);
      if (again) return 0;
      batch.counts[table.name] = before + written.length - refused.length;
      return written.length;
    });
  };
  for await (const { line, row } of linesOf(archive, entry, state.line)) {
    seen = line;
    const prepared = prepare(row, line);
    if (prepared && (!again || table.later.some((column) => (prepared[column] ?? null) !== null))) {
      rows.push({ line, row: prepared });
      bytes += JSON.stringify(prepared).length;
    }
    if (rows.length < ROWS && bytes < ROWS_BYTES) continue;
    await write();
    if (Date.now() > until) return;
  }
  if (rows.length) await write();
  await keep(run, next);
}

/** A row that points to what is not there is left out, and that is said; anything else that is refused ends the import. */
function judge(batch: Import, table: string, written: readonly { line: number }[], refused: readonly Refused[]): void {
  for (const { at, state, reason } of refused) {
    const line = written[at]?.line ?? 0;
    if (state !== '23503') throw new UnreadableArchive(`Line ${line} of “${table}” cannot be stored: ${reason}.`);
    lack(batch, `Line ${line} of “${table}” was left out: it belongs to something that the archive does not hold.`);
  }
}

/** Of these there may be one of the same name here. */
const NAMED: ReadonlySet<string> = new Set(['member', 'category', 'label', 'room']);

type Prepare = (row: Record<string, unknown>, line: number) => Record<string, unknown> | null;

/** A row as it is written here: with its new ids, and with the columns that this installation has. Null: it is here already. */
async function preparer({ job, batch, archive, kept }: Run, table: Table): Promise<Prepare> {
  const { types } = kept.state;
  const known = new Map(Object.entries(batch.known));
  const ids = new IdMap(batch.mask, known);
  const inArchive = new Set(
    archive.schema.tables.find(({ name }) => name === table.name)?.columns.map(({ name }) => name) ?? [],
  );
  const carried = fillable(table).filter(({ name }) => inArchive.has(name));
  const named = NAMED.has(table.name) ? await job.door(namedHere) : [];
  const here = new Map(named.filter(({ kind }) => kind === table.name).map(({ name, id }) => [name, id]));
  const own = archive.schema.organisation._id;
  return (row, line) => {
    if (!isOf(row, own)) throw new UnreadableArchive(`Line ${line} of “${table.name}” is of another organisation.`);
    if (table.name === 'member' && !(email.safeParse(row.email).success && properName(80).safeParse(row.name).success))
      throw new UnreadableArchive(
        `Line ${line} of “member” has a name or an email address that nobody could have here.`,
      );
    const name = nameOf(table.name, row);
    const present = name === null || typeof row.id !== 'string' ? undefined : here.get(name);
    if (present !== undefined && typeof row.id === 'string') {
      batch.known[row.id] = present;
      known.set(row.id, present);
      // The room of all goes on where it was in the archive; a person, a category or a label is here as it is.
      if (table.name !== 'room') return null;
    }
    const prepared = Object.fromEntries(carried.map(({ name }) => [name, ids.value(row[name] ?? null, name)]));
    const content = prepared.content_id;
    if (typeof content === 'string' && types[content]) prepared.type = types[content];
    return prepared;
  };
}

function nameOf(table: string, row: Record<string, unknown>): string | null {
  if (table === 'member') return String(row.email).toLowerCase();
  if (table === 'category' || (table === 'label' && row.deleted_at === null)) return String(row.name);
  return table === 'room' ? String(row.kind) : null;
}

const PICTURE = /^pictures\/([0-9a-f-]{36})\.webp$/;
/** None that was made here has as much. */
const MOST_PICTURE = 2 ** 20;

/** Pixels alone are taken: whoever made the archive may have put anything there. Null: it is no picture. */
async function pixelsOf<T>(
  { archive }: Run,
  name: string,
  encode: (bytes: Buffer) => Promise<T>,
): Promise<T | null | undefined> {
  const entry = archive.entries.get(name);
  if (!entry) return undefined;
  if (entry.size > MOST_PICTURE) return null;
  const bytes = Buffer.from(await new Response(Readable.toWeb(await contentOf(archive, entry)) as never).arrayBuffer());
  return encode(bytes).catch((error) => {
    if (error instanceof DomainError && error.code !== 'unavailable') return null;
    throw error;
  });
}

async function takePictures(run: Run): Promise<void> {
  const { batch, archive, until } = run;
  const { state } = structuredClone(run.kept);
  const ids = new IdMap(batch.mask, new Map(Object.entries(batch.known)));
  const names = [...archive.entries.keys()].filter((name) => PICTURE.test(name)).sort();
  for (const [at, name] of names.entries()) {
    if (at + 1 < state.line) continue;
    const bytes = await pixelsOf(run, name, (read) => squarePicture(batch.id, read));
    if (!bytes) lack(batch, 'The picture of a project could not be read.');
    await keep(run, { ...state, line: at + 2 }, async (ctx) => {
      const id = ids.id(PICTURE.exec(name)?.[1] ?? '');
      if (bytes && (await ctx.db.project.count({ where: { id } }))) await storeProjectPicture(ctx, id, bytes);
      return 0;
    });
    if (Date.now() > until) return;
  }
  await keep(run, { ...state, phase: 'settings', line: 1 });
}

async function finish(run: Run): Promise<boolean> {
  const { job, batch, archive } = run;
  const { organisation } = archive.schema;
  const logo = await pixelsOf(run, 'pictures/logo.webp', (read) => encodeLogo(batch.id, read, MOST_PICTURE));
  await job.door(async (ctx) => {
    allow(canArchive(ctx.actor), ONLY_ADMINS);
    const zone = isTimeZone(organisation.time_zone) ? organisation.time_zone : 'UTC';
    await takeSettings(ctx, {
      ...organisation,
      tint: /^c[1-8]$/.test(organisation.tint) ? organisation.tint : 'c1',
      time_zone: zone,
    });
    if (logo) await keepLogo(ctx, logo);
    if (logo === null) {
      lack(batch, 'The logo could not be read.');
      await saveImport(ctx, batch);
    }
    await endImport(ctx, batch.id, null);
    const rows = Object.values(batch.counts).reduce((sum, count) => sum + count, 0);
    ctx.happened('organisation.imported', { admins: await adminIds(ctx) }, { file: batch.fileName, rows });
    await job.advance(ctx, { done: job.progress.total, total: job.progress.total }, null);
  });
  await deleteBytes([batch]);
  return true;
}

/** Takes back what was written, newest tables first; then the job ends with the reason. */
async function takeBack(job: RunningJob<{ id: string }>, batch: Import, state: State): Promise<boolean> {
  const tables = [...(await job.door((ctx) => archiveTables(ctx.db)))].reverse();
  const until = Date.now() + STEP_MS;
  for (let at = 0; at < tables.length; ) {
    at = await job.door(async (ctx) => {
      let next = at;
      // Tables that have little to take back together.
      for (let rows = 0; next < tables.length && rows < BACK_ROWS; ) {
        const { name, later } = tables[next] as Table;
        const gone = isTaken(name) ? 0 : await unrestoreRows(ctx, name, batch.kept[name] ?? [], later, BACK_ROWS);
        rows += gone;
        if (!gone) next += 1;
      }
      await job.advance(ctx, job.progress, state);
      return next;
    });
    if (Date.now() > until) return false;
  }
  await job.door((ctx) => endImport(ctx, batch.id, state.back));
  await deleteBytes([batch]);
  throw new DomainError('invalid', `Nothing was imported. ${state.back}`);
}
