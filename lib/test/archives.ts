import { constants, crc32, deflateRawSync, inflateRawSync } from 'node:zlib';
import { FORMAT, FORMAT_VERSION } from '@/lib/organisation-archive/vocabulary';
import {
  centralHeader,
  contentBegins,
  DEFLATED,
  endOfArchive,
  localHeader,
  readDirectory,
  STORED,
  type ZipEntry,
} from '@/lib/organisation-archive/zip';
import { fixtureId } from '@/lib/test/fixtures';

/** Archives of organisations that tests write by hand, and what is in those that the product made. */

export type Part = { name: string; content: string | Buffer; stored?: true; change?: Partial<ZipEntry> };

/** `change`: what the directory says of an entry although it is not so. */
export function zipOf(parts: readonly Part[]): Buffer {
  const pieces: Buffer[] = [];
  const central: Buffer[] = [];
  let at = 0;
  for (const { name, content, stored, change } of parts) {
    const bytes = Buffer.from(content);
    const packed = stored ? bytes : deflateRawSync(bytes, { finishFlush: constants.Z_FINISH });
    const method = stored ? STORED : DEFLATED;
    const [crc, size] = [crc32(bytes), bytes.length];
    const entry: ZipEntry = { name, method, crc, size, packed: packed.length, begins: at, ...change };
    const head = localHeader(entry);
    pieces.push(head, packed);
    central.push(centralHeader(entry));
    at += head.length + packed.length;
  }
  const directory = Buffer.concat(central);
  const end = endOfArchive({ entries: parts.length, begins: at, size: directory.length });
  return Buffer.concat([...pieces, directory, end]);
}

const SOURCE = fixtureId('acme');

type Rows = Record<string, object[]>;

/** An archive of these rows; each is of the organisation of the archive unless it says otherwise. */
export function archiveParts(tables: Rows = {}, change: object = {}): Part[] {
  const given = Object.entries(tables);
  const schema = {
    ...{ format: FORMAT, version: FORMAT_VERSION, exported_at: '2026-11-24T08:00:00.000Z', left_out: [] },
    organisation: {
      ...{ _id: SOURCE, key: 'acme', name: 'Acme', tint: 'c2', working_days: [1, 2, 3], holidays: [] },
      ...{ time_zone: 'Europe/Berlin', mail_quotes: true },
    },
    tables: given.map(([name, rows]) => {
      const columns = [...new Set(rows.flatMap((row) => ['org_id', ...Object.keys(row)]))];
      return { name, columns: columns.map((column) => ({ name: column, type: 'text', nullable: true })) };
    }),
    ...change,
  };
  const manifest = {
    tables: given.map(([name, rows]) => ({ name, rows: rows.length })),
    files: { count: 0, bytes: 0 },
  };
  return [
    { name: 'schema.json', content: JSON.stringify(schema) },
    ...given.map(([name, rows]) => ({
      name: `tables/${name}.jsonl`,
      content: rows.map((row) => `${JSON.stringify({ org_id: SOURCE, ...row })}\n`).join(''),
    })),
    { name: 'manifest.json', content: JSON.stringify(manifest) },
  ];
}

export const archiveFile = (parts: readonly Part[], name = 'acme.zip') =>
  new File([new Uint8Array(zipOf(parts))], name, { type: 'application/zip' });

/** All of an archive: the entries by name, unpacked. */
export async function contentsOf(bytes: Buffer): Promise<Map<string, Buffer>> {
  const read = async (start: number, end: number) => bytes.subarray(start, end);
  const found = new Map<string, Buffer>();
  for (const entry of await readDirectory(bytes.length, read)) {
    const at = await contentBegins(entry, read, bytes.length);
    const packed = bytes.subarray(at, at + entry.packed);
    const whole = entry.method === DEFLATED ? inflateRawSync(packed) : packed;
    if (whole.length !== entry.size || crc32(whole) !== entry.crc) throw new Error(`${entry.name} is damaged`);
    found.set(entry.name, whole);
  }
  return found;
}
