/**
 * As much of the ZIP format (APPNOTE 6.3) as an archive of ours needs: entries that are stored or deflated, with ZIP64 where
 * numbers are large. Written in pieces whose places are known, so that any part of an archive can be sent again.
 */
import { cut } from '@/lib/text';

const LOCAL = 0x04034b50;
const CENTRAL = 0x02014b50;
const END = 0x06054b50;
const END64 = 0x06064b50;
const END64_LOCATOR = 0x07064b50;
const UTF8_NAME = 0x0800;
const ENCRYPTED = 0x0001;
const VERSION_64 = 45;
const MOST_32 = 0xffffffff;
const MOST_16 = 0xffff;
/** 1 January 1980, as MS-DOS counts: when an entry was made is said inside. */
const DATE = 0x0021;

export const STORED = 0 as const;
export const DEFLATED = 8 as const;
export type Method = typeof STORED | typeof DEFLATED;
/** `packed`: as many bytes as lie in the archive. `begins`: where its header does. */
export type ZipEntry = { name: string; method: Method; crc: number; size: number; packed: number; begins: number };

/** Numbers of 64 bits for both sizes, whatever they are: a header has one length, which is known before its sizes are. */
const sizesExtra = ({ size, packed }: Pick<ZipEntry, 'size' | 'packed'>, begins?: number): Buffer => {
  const extra = Buffer.alloc(4 + (begins === undefined ? 16 : 24));
  extra.writeUInt16LE(1, 0);
  extra.writeUInt16LE(extra.length - 4, 2);
  extra.writeBigUInt64LE(BigInt(size), 4);
  extra.writeBigUInt64LE(BigInt(packed), 12);
  if (begins !== undefined) extra.writeBigUInt64LE(BigInt(begins), 20);
  return extra;
};

export function localHeader(entry: Omit<ZipEntry, 'begins'>): Buffer {
  const name = Buffer.from(entry.name);
  const extra = sizesExtra(entry);
  const head = Buffer.alloc(30);
  head.writeUInt32LE(LOCAL, 0);
  head.writeUInt16LE(VERSION_64, 4);
  head.writeUInt16LE(UTF8_NAME, 6);
  head.writeUInt16LE(entry.method, 8);
  head.writeUInt16LE(DATE, 12);
  head.writeUInt32LE(entry.crc, 14);
  head.writeUInt32LE(MOST_32, 18);
  head.writeUInt32LE(MOST_32, 22);
  head.writeUInt16LE(name.length, 26);
  head.writeUInt16LE(extra.length, 28);
  return Buffer.concat([head, name, extra]);
}

export function centralHeader(entry: ZipEntry): Buffer {
  const name = Buffer.from(entry.name);
  const extra = sizesExtra(entry, entry.begins);
  const head = Buffer.alloc(46);
  head.writeUInt32LE(CENTRAL, 0);
  head.writeUInt16LE(VERSION_64, 4);
  head.writeUInt16LE(VERSION_64, 6);
  head.writeUInt16LE(UTF8_NAME, 8);
  head.writeUInt16LE(entry.method, 10);
  head.writeUInt16LE(DATE, 14);
  head.writeUInt32LE(entry.crc, 16);
  head.writeUInt32LE(MOST_32, 20);
  head.writeUInt32LE(MOST_32, 24);
  head.writeUInt16LE(name.length, 28);
  head.writeUInt16LE(extra.length, 30);
  head.writeUInt32LE(MOST_32, 42);
  return Buffer.concat([head, name, extra]);
}

/** What ends an archive. `begins` and `size` of its directory. */
export function endOfArchive({ entries, begins, size }: { entries: number; begins: number; size: number }): Buffer {
  const end64 = Buffer.alloc(56);
  end64.writeUInt32LE(END64, 0);
  end64.writeBigUInt64LE(44n, 4);
  end64.writeUInt16LE(VERSION_64, 12);
  end64.writeUInt16LE(VERSION_64, 14);
  end64.writeBigUInt64LE(BigInt(entries), 24);
  end64.writeBigUInt64LE(BigInt(entries), 32);
  end64.writeBigUInt64LE(BigInt(size), 40);
  end64.writeBigUInt64LE(BigInt(begins), 48);
  const locator = Buffer.alloc(20);
  locator.writeUInt32LE(END64_LOCATOR, 0);
  locator.writeBigUInt64LE(BigInt(begins + size), 8);
  locator.writeUInt32LE(1, 16);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(END, 0);
  end.writeUInt16LE(Math.min(entries, MOST_16), 8);
  end.writeUInt16LE(Math.min(entries, MOST_16), 10);
  end.writeUInt32LE(Math.min(size, MOST_32), 12);
  end.writeUInt32LE(Math.min(begins, MOST_32), 16);
  return Buffer.concat([end64, locator, end]);
}

/** Why a file is no archive of ours, in words. */
export class UnreadableArchive extends Error {}
const unreadable = (why: string): never => {
  throw new UnreadableArchive(why);
};

/** Bytes from `start` to `end`, the latter not included. */
export type ReadBytes = (start: number, end: number) => Promise<Buffer>;

const MOST_ENTRIES = 1_000_000;
const MOST_DIRECTORY = 256 * 2 ** 20;
const NOT_WHOLE = 'This is no ZIP archive, or its end is missing.';

/** The number in a ZIP64 extra field that stands for one that is all ones, and where the next one is. */
function wideNumbers(extra: Buffer, wanted: readonly number[]): number[] {
  const found = [...wanted];
  for (let at = 0; at + 4 <= extra.length; ) {
    const [id, length] = [extra.readUInt16LE(at), extra.readUInt16LE(at + 2)];
    if (id === 1) {
      let next = at + 4;
      for (const [index, value] of wanted.entries()) {
        if (value !== MOST_32) continue;
        if (next + 8 > at + 4 + length || next + 8 > extra.length)
          return unreadable('A number of the archive is cut off.');
        found[index] = Number(extra.readBigUInt64LE(next));
        next += 8;
      }
    }
    at += 4 + length;
  }
  return found;
}

/**
 * The entries of an archive, as its directory has them. Throws UnreadableArchive for what is none, and for one that is made to
 * do harm: entries that overlap, of one name, encrypted or packed in another way, or more than there may be.
 */
export async function readDirectory(size: number, read: ReadBytes): Promise<ZipEntry[]> {
  const tail = await read(Math.max(0, size - 22 - MOST_16), size);
  let at = tail.length - 22;
  while (at >= 0 && !(tail.readUInt32LE(at) === END && at + 22 + tail.readUInt16LE(at + 20) === tail.length)) at--;
  if (at < 0) return unreadable(NOT_WHOLE);
  let [count, length, begins] = [tail.readUInt16LE(at + 10), tail.readUInt32LE(at + 12), tail.readUInt32LE(at + 16)];
  const endsAt = size - tail.length + at;
  const locator = endsAt >= 20 ? await read(endsAt - 20, endsAt) : Buffer.alloc(0);
  if (locator.length === 20 && locator.readUInt32LE(0) === END64_LOCATOR) {
    const place = Number(locator.readBigUInt64LE(8));
    if (place + 56 > endsAt) return unreadable(NOT_WHOLE);
    const end64 = await read(place, place + 56);
    if (end64.readUInt32LE(0) !== END64) return unreadable(NOT_WHOLE);
    count = Number(end64.readBigUInt64LE(32));
    length = Number(end64.readBigUInt64LE(40));
    begins = Number(end64.readBigUInt64LE(48));
  }
  if (count > MOST_ENTRIES || length > MOST_DIRECTORY) return unreadable('The archive has too many entries.');
  if (begins + length > endsAt) return unreadable(NOT_WHOLE);
  const directory = await read(begins, begins + length);
  const entries: ZipEntry[] = [];
  const names = new Set<string>();
  for (let from = 0; entries.length < count; ) {
    if (from + 46 > directory.length || directory.readUInt32LE(from) !== CENTRAL)
      return unreadable('The directory of the archive is damaged.');
    const [nameLength, extraLength, noteLength] = [28, 30, 32].map((field) => directory.readUInt16LE(from + field)) as [
      number,
      number,
      number,
    ];
    const next = from + 46 + nameLength + extraLength + noteLength;
    if (next > directory.length) return unreadable('The directory of the archive is damaged.');
    const name = directory.subarray(from + 46, from + 46 + nameLength).toString('utf8');
    const method = directory.readUInt16LE(from + 10);
    if (directory.readUInt16LE(from + 8) & ENCRYPTED) return unreadable(`“${shown(name)}” is encrypted.`);
    if (method !== STORED && method !== DEFLATED)
      return unreadable(`“${shown(name)}” is packed in a way that is not read here.`);
    if (names.has(name)) return unreadable(`“${shown(name)}” is there twice.`);
    names.add(name);
    const extra = directory.subarray(from + 46 + nameLength, from + 46 + nameLength + extraLength);
    const [full, packed, place] = wideNumbers(
      extra,
      [24, 20, 42].map((field) => directory.readUInt32LE(from + field)),
    ) as [number, number, number];
    if (place + 30 + packed > begins || !Number.isSafeInteger(full))
      return unreadable(`“${shown(name)}” lies outside of the archive.`);
    if (method === STORED && full !== packed) return unreadable(`The sizes of “${shown(name)}” contradict each other.`);
    entries.push({ name, method, crc: directory.readUInt32LE(from + 16), size: full, packed, begins: place });
    from = next;
  }
  const inOrder = [...entries].sort((one, other) => one.begins - other.begins);
  for (const [index, entry] of inOrder.entries()) {
    const after = inOrder[index + 1];
    if (after && entry.begins + 30 + entry.packed > after.begins)
      return unreadable(`“${shown(entry.name)}” and “${shown(after.name)}” overlap.`);
  }
  return entries;
}

const shown = (name: string) => cut(name, 80, '…');

/** Where the bytes of an entry begin: its own header may be longer than the directory's. */
export async function contentBegins(
  { begins, name, packed }: ZipEntry,
  read: ReadBytes,
  size: number,
): Promise<number> {
  const head = await read(begins, begins + 30);
  if (head.length < 30 || head.readUInt32LE(0) !== LOCAL)
    return unreadable(`“${shown(name)}” is not where the directory says.`);
  const at = begins + 30 + head.readUInt16LE(26) + head.readUInt16LE(28);
  if (at + packed > size) return unreadable(`“${shown(name)}” is cut off.`);
  return at;
}
