import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { storage } from '@/lib/file/bytes/store';
import { IdMap } from '@/lib/organisation-archive/ids';
import { inOrder } from '@/lib/organisation-archive/queries.catalogue';
import { contentOf, linesOf, type OpenArchive } from '@/lib/organisation-archive/read';
import { contentBegins, readDirectory, type ZipEntry } from '@/lib/organisation-archive/zip';
import { zipOf } from '@/lib/test/archives';
import { newId } from '@/lib/validation';

const column = (name: string, nullable = false) => ({ name, type: 'uuid', nullable });
const link = (name: string, target: string, nullable = false) => ({
  name,
  target,
  columns: [`${target}_id`],
  nullable,
});

test('tables come after those that they point to; only a circle is broken, where a column may be empty', () => {
  const tables = new Map([
    ['activity', [column('id'), column('task_id', true)]],
    ['audit', [column('id')]],
    ['comment', [column('id'), column('task_id'), column('comment_id', true)]],
    ['member', [column('id')]],
    ['task', [column('id'), column('member_id'), column('comment_id', true)]],
  ]);
  const links = [
    link('activity', 'task', true),
    link('comment', 'task'),
    link('comment', 'comment', true),
    link('task', 'comment', true),
    link('task', 'member'),
  ];
  expect(inOrder(tables, links).map(({ name, later }) => [name, ...later])).toEqual([
    ['member'],
    ['task', 'comment_id', 'subtask_rank'],
    ['activity'],
    ['comment', 'comment_id'],
    ['audit'],
  ]);
  expect(() =>
    inOrder(
      new Map([
        ['a', []],
        ['b', []],
      ]),
      [link('a', 'b'), link('b', 'a')],
    ),
  ).toThrow('wait for each other');
});

test('ids become others, each one of its own and in their order; what people wrote stays', () => {
  const [one, two, here] = [
    '01999999-0000-7000-8000-0000000000aa',
    '01999999-0000-7000-9000-0000000000ab',
    '01999999-0000-7000-8000-00000000ffff',
  ];
  const ids = new IdMap('0123456789ab', new Map([[two, here]]));
  const other = '01999999-0000-7000-8000-012345678901';
  expect(ids.id(one)).toBe(other);
  expect(new IdMap('0123456789ab', new Map()).id(other)).toBe(one);
  const row = {
    project_id: one,
    data: { to: [two], [one]: 1, note: `See ${one}` },
    filter: `assignee:${one},${two}`,
    body: `${one}, and ![](/api/fileContent/${one})`,
    title: one,
  };
  expect(Object.fromEntries(Object.entries(row).map(([name, value]) => [name, ids.value(value, name)]))).toEqual({
    project_id: other,
    data: { to: [here], [other]: 1, note: `See ${one}` },
    filter: `assignee:${other},${here}`,
    body: `${one}, and ![](/api/fileContent/${other})`,
    title: one,
  });
});

const reader = (bytes: Buffer) => async (start: number, end: number) => bytes.subarray(start, end);
const TWO = [
  { name: 'one', content: 'first', stored: true },
  { name: 'two', content: 'second '.repeat(50) },
] as const;
/** Two entries; `change` gets the bytes with where the directory, its end of 64 bits, and the end of all begin. */
function damaged(change: (bytes: Buffer, at: { directory: number; end64: number; end: number }) => Buffer | undefined) {
  const bytes = zipOf(TWO);
  const end = bytes.length - 22;
  const end64 = end - 20 - 56;
  return change(bytes, { directory: Number(bytes.readBigUInt64LE(end64 + 48)), end64, end }) ?? bytes;
}

test('an archive of another program is read too: with a note at its end, and with numbers of 32 bits', async () => {
  const bytes = damaged((all, { directory, end64, end }) => {
    all.writeUInt32LE(5, directory + 20);
    all.writeUInt32LE(5, directory + 24);
    all.writeUInt32LE(0, directory + 42);
    const note = Buffer.from('note!');
    all.writeUInt16LE(note.length, end + 20);
    // What says 64 bits goes: the end alone counts.
    return Buffer.concat([all.subarray(0, end64), all.subarray(end), note]);
  });
  expect(await readDirectory(bytes.length, reader(bytes))).toMatchObject([
    { name: 'one', size: 5, packed: 5, begins: 0 },
    { name: 'two', size: 350 },
  ]);
});

test.each<[string, Parameters<typeof damaged>[0], RegExp]>([
  [
    'two entries that share bytes',
    (all, { directory }) => void all.writeUInt32LE(10, directory + 146),
    /“one” and “two” overlap/,
  ],
  ['encrypted', (all, { directory }) => void all.writeUInt16LE(0x0801, directory + 8), /“one” is encrypted/],
  [
    'packed in another way',
    (all, { directory }) => void all.writeUInt16LE(12, directory + 10),
    /“one” is packed in a way/,
  ],
  [
    'of sizes that contradict each other',
    (all, { directory }) => void all.writeUInt32LE(4, directory + 24),
    /contradict/,
  ],
  ['beyond its directory', (all, { directory }) => void all.writeUInt32LE(9_999, directory + 42), /“one” lies outside/],
  [
    'an entry less than it counts',
    (all, { end64 }) => void all.writeUInt8(3, end64 + 32),
    /directory of the archive is damaged/,
  ],
  [
    'a name that goes on after the end',
    (all, { directory }) => void all.writeUInt16LE(999, directory + 28),
    /directory of the archive is damaged/,
  ],
  [
    'a number cut off',
    (all, { directory }) => void all.writeUInt16LE(16, directory + 49 + 2),
    /number of the archive is cut off/,
  ],
  ['two million entries', (all, { end64 }) => void all.writeUInt32LE(2_000_000, end64 + 32), /too many entries/],
  ['a directory of a gigabyte', (all, { end64 }) => void all.writeUInt32LE(2 ** 30, end64 + 40), /too many entries/],
  ['a directory after its end', (all, { end64 }) => void all.writeUInt32LE(9_999, end64 + 48), /no ZIP archive/],
  ['an end of 64 bits that is elsewhere', (all, { end }) => void all.writeUInt32LE(9_999, end - 12), /no ZIP archive/],
  ['an end of 64 bits that is none', (all, { end64 }) => void all.writeUInt32LE(0, end64), /no ZIP archive/],
])('an archive is not read: %s', async (_, change, words) => {
  const bytes = damaged(change);
  await expect(readDirectory(bytes.length, reader(bytes))).rejects.toThrow(words);
});

test('entries lie side by side, and begin where the directory says', async () => {
  const bytes = zipOf(TWO);
  const [one, two] = (await readDirectory(bytes.length, reader(bytes))) as [ZipEntry, ZipEntry];
  const begins = (entry: ZipEntry, size = bytes.length) => contentBegins(entry, reader(bytes), size);
  expect(bytes.subarray(await begins(one)).toString('utf8', 0, 5)).toBe('first');
  await expect(begins({ ...two, begins: two.begins + 1 })).rejects.toThrow('“two” is not where the directory says');
  await expect(begins(two, two.begins + 40)).rejects.toThrow('“two” is cut off');
});

/** An archive of these entries on the disk. */
async function onDisk(parts: Parameters<typeof zipOf>[0], change = (bytes: Buffer) => bytes) {
  const bytes = change(zipOf(parts));
  const folder = await mkdtemp(path.join(tmpdir(), 'archive-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = path.join(folder, 'a.zip');
  await writeFile(file, bytes);
  const storageKey = await storage().put({ folder: newId(), id: newId(), name: 'a.zip' }, { path: file } as never);
  // Other files of tests look through the same disk.
  onTestFinished(() => storage().delete([storageKey]));
  const read = reader(bytes);
  const entries = new Map((await readDirectory(bytes.length, read)).map((entry) => [entry.name, entry]));
  const archive = {
    entries,
    read,
    place: { storedIn: 'local', storageKey },
    size: bytes.length,
  } as unknown as OpenArchive;
  return { archive, entry: (name: string) => entries.get(name) as ZipEntry };
}
const all = async <T>(parts: AsyncIterable<T>) => {
  const found: T[] = [];
  for await (const part of parts) found.push(part);
  return found;
};

const LINES = [1, 2, 3].map((n) => JSON.stringify({ n, text: 'x'.repeat(40_000) }));

test('lines come one by one from the one that is asked for, the last also without its end', async () => {
  const { archive, entry } = await onDisk([
    { name: 'packed', content: LINES.join('\n') },
    { name: 'stored', content: `${LINES.join('\n')}\n`, stored: true },
    { name: 'empty', content: '', stored: true },
    { name: 'endless', content: ' '.repeat(9 * 2 ** 20) },
  ]);
  const numbers = async (name: string, from: number) =>
    (await all(linesOf(archive, entry(name), from))).map(({ line, row }) => [line, row.n]);
  const whole = [1, 2, 3].map((n) => [n, n]);
  expect([await numbers('packed', 1), await numbers('stored', 2), await numbers('empty', 1)]).toEqual([
    whole,
    whole.slice(1),
    [],
  ]);
  await expect(numbers('endless', 1)).rejects.toThrow('Line 1 of “endless” is too long.');
});

test.each<[string, Partial<ZipEntry> | 'torn', RegExp]>([
  ['other bytes', { crc: 1 }, /“one” is damaged: it is not what the directory says/],
  ['fewer bytes', { size: 5_000 }, /“one” is damaged: it is not what the directory says/],
  ['more bytes', { size: 5 }, /“one” unpacks to more than the directory says/],
  ['less whole bytes', 'torn', /“one” is damaged: it cannot be unpacked/],
])('an entry of %s than its directory says ends in words', async (_, change, words) => {
  const { archive, entry } = await onDisk(
    [{ name: 'one', content: 'content '.repeat(100), ...(change !== 'torn' && { change }) }],
    (bytes) => (change === 'torn' ? Buffer.from(bytes.fill(0xff, 53, 60)) : bytes),
  );
  await expect(contentOf(archive, entry('one')).then(all)).rejects.toThrow(words);
  await expect(
    contentOf({ ...archive, place: { ...archive.place, storageKey: 'gone' } }, entry('one')),
  ).rejects.toThrow('The archive is no longer there. Send it again.');
});
