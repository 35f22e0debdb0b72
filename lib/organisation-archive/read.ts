import 'server-only';
import { Readable, Transform } from 'node:stream';
import { crc32, createInflateRaw } from 'node:zlib';
import { env } from '@/lib/env';
import { openBytes } from '@/lib/file/bytes/store';
import { ArchiveManifest, ArchiveSchema } from '@/lib/organisation-archive/schema';
import { FORMAT_VERSION } from '@/lib/organisation-archive/vocabulary';
import {
  contentBegins,
  DEFLATED,
  type ReadBytes,
  readDirectory,
  UnreadableArchive,
  type ZipEntry,
} from '@/lib/organisation-archive/zip';
import type { Location } from '@/lib/storage/storage';
import { cut } from '@/lib/text';

const NAME =
  /^(schema\.json|manifest\.json|tables\/[a-z][a-z0-9_]{0,62}\.jsonl|files\/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|pictures\/(logo|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})\.webp)$/;
/** No table of ours is packed to less than a hundredth; deflate alone could make it a thousandth. */
const MOST_RATIO = 200;
const SMALL = 16 * 2 ** 20;
const MOST_LINE = 8 * 2 ** 20;
const MOST_JSON = 4 * 2 ** 20;

const no = (why: string): never => {
  throw new UnreadableArchive(why);
};

type Archive = { entries: ReadonlyMap<string, ZipEntry>; read: ReadBytes; place: Location; size: number };
export type OpenArchive = Archive & { schema: ArchiveSchema; manifest: ArchiveManifest };

/**
 * Opens an archive where it lies; nothing but its directory and its two descriptions is read. Throws UnreadableArchive in
 * words for what is none, or is made to do harm.
 */
export async function openArchive(place: Location, size: number): Promise<OpenArchive> {
  const read: ReadBytes = async (start, end) => {
    if (end <= start) return Buffer.alloc(0);
    const bytes = await openBytes(place, { start, end: end - 1 });
    return bytes
      ? Buffer.from(await new Response(bytes).arrayBuffer())
      : no('The archive is no longer there. Send it again.');
  };
  const entries = new Map((await readDirectory(size, read)).map((entry) => [entry.name, entry]));
  let unpacked = 0;
  let files = 0;
  for (const { name, size: full, packed } of entries.values()) {
    if (!NAME.test(name)) no(`“${cut(name, 80, '…')}” does not belong into an archive of an organisation.`);
    if (full > SMALL && full > packed * MOST_RATIO) no(`“${name}” unpacks to far more than it holds.`);
    if (name.startsWith('files/')) files += full;
    else unpacked += full;
  }
  if (files > env.fileQuotaBytes) no('The files of this archive need more room than an organisation has here.');
  if (unpacked > SMALL + size * MOST_RATIO) no('The archive unpacks to far more than it holds.');
  const archive: Archive = { entries, read, place, size };
  const schema = ArchiveSchema.safeParse(await jsonOf(archive, 'schema.json'));
  if (!schema.success) return no('This is no archive of an organisation: its schema.json says something else.');
  if (schema.data.version > FORMAT_VERSION)
    return no('This archive was made by a newer version. Update this installation first.');
  const manifest = ArchiveManifest.safeParse(await jsonOf(archive, 'manifest.json'));
  if (!manifest.success) return no('This archive is not whole: its manifest.json cannot be read.');
  return { ...archive, schema: schema.data, manifest: manifest.data };
}

async function jsonOf(archive: Archive, name: string): Promise<unknown> {
  const entry = archive.entries.get(name) ?? no(`This is no archive of an organisation: it has no ${name}.`);
  if (entry.size > MOST_JSON) return no(`${name} is too large.`);
  const chunks: Buffer[] = [];
  for await (const chunk of await contentOf(archive, entry)) chunks.push(chunk as Buffer);
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8'));
  } catch {
    return no(`${name} is no JSON.`);
  }
}

/** The bytes of an entry, unpacked. They end in an UnreadableArchive where they are more, fewer or others than the directory says. */
export async function contentOf(archive: Pick<Archive, 'read' | 'place' | 'size'>, entry: ZipEntry): Promise<Readable> {
  const begins = await contentBegins(entry, archive.read, archive.size);
  const bytes = entry.packed
    ? await openBytes(archive.place, { start: begins, end: begins + entry.packed - 1 })
    : new Blob([]).stream();
  if (!bytes) return no('The archive is no longer there. Send it again.');
  let [size, sum] = [0, 0];
  const checked = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length;
      if (size > entry.size)
        return done(new UnreadableArchive(`“${entry.name}” unpacks to more than the directory says.`));
      sum = crc32(chunk, sum);
      done(null, chunk);
    },
    flush(done) {
      const whole = size === entry.size && sum === entry.crc;
      done(whole ? null : new UnreadableArchive(`“${entry.name}” is damaged: it is not what the directory says.`));
    },
  });
  const source = Readable.fromWeb(bytes as never);
  source.on('error', (error) => checked.destroy(error));
  // Whoever stops reading ends what reads for them.
  checked.on('close', () => source.destroy());
  if (entry.method !== DEFLATED) return source.pipe(checked);
  const inflate = createInflateRaw();
  checked.on('close', () => inflate.destroy());
  inflate.on('error', () =>
    checked.destroy(new UnreadableArchive(`“${entry.name}” is damaged: it cannot be unpacked.`)),
  );
  return source.pipe(inflate).pipe(checked);
}

/** The lines of an entry from this one on, as objects with their numbers from 1. */
export async function* linesOf(
  archive: OpenArchive,
  entry: ZipEntry,
  from: number,
): AsyncGenerator<{ line: number; row: Record<string, unknown> }> {
  let rest: Buffer[] = [];
  let held = 0;
  let line = 0;
  const take = (bytes: Buffer) => {
    line += 1;
    return line >= from ? { line, row: rowOf(bytes, entry.name, line) } : null;
  };
  const content = await contentOf(archive, entry);
  try {
    for await (const chunk of content as AsyncIterable<Buffer>) {
      let start = 0;
      for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, start)) {
        const found = take(Buffer.concat([...rest, chunk.subarray(start, end)]));
        rest = [];
        held = 0;
        start = end + 1;
        if (found) yield found;
      }
      held += chunk.length - start;
      if (held > MOST_LINE) no(`Line ${line + 1} of “${entry.name}” is too long.`);
      if (start < chunk.length) rest.push(chunk.subarray(start));
    }
    if (held) {
      const found = take(Buffer.concat(rest));
      if (found) yield found;
    }
  } finally {
    content.destroy();
  }
}

function rowOf(bytes: Buffer, name: string, line: number): Record<string, unknown> {
  try {
    const row: unknown = JSON.parse(bytes.toString('utf8'));
    if (typeof row === 'object' && row !== null && !Array.isArray(row)) return row as Record<string, unknown>;
  } catch {
    // Said below.
  }
  return no(`Line ${line} of “${name}” is no record of JSON.`);
}
