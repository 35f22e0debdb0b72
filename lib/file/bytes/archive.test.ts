import { crc32 } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { archiveOf, type Entry } from './archive';

const changedAt = new Date('2026-11-20T10:00:00Z');
const entry = (path: string, size = 3): Entry => ({ path, size, storageKey: path, changedAt });
const bytes = (text: string) => new Blob([text]).stream();

/** Reads the directory at its end, and checks every sum. */
function contentsOf(zip: Buffer): Record<string, string> {
  const end = zip.lastIndexOf('PK\x05\x06', undefined, 'latin1');
  const found: Record<string, string> = {};
  for (let at = zip.readUInt32LE(end + 16); zip.readUInt32LE(at) === 0x02014b50; ) {
    const [nameLength, extra, comment] = [
      zip.readUInt16LE(at + 28),
      zip.readUInt16LE(at + 30),
      zip.readUInt16LE(at + 32),
    ];
    const name = zip.toString('utf8', at + 46, at + 46 + nameLength);
    const place = zip.readUInt32LE(at + 42);
    const start = place + 30 + zip.readUInt16LE(place + 26) + zip.readUInt16LE(place + 28);
    const content = zip.subarray(start, start + zip.readUInt32LE(at + 24));
    expect(crc32(content)).toBe(zip.readUInt32LE(at + 16));
    found[name] = content.toString();
    at += 46 + nameLength + extra + comment;
  }
  return found;
}

describe('an archive', () => {
  test('holds every file under its path, whole', async () => {
    const entries = [entry('a/plan.txt', 10), entry('a/文件 🎉.txt'), entry('empty', 0)];
    const texts: Record<string, string> = { empty: '', 'a/plan.txt': '0123456789' };
    const zip = archiveOf(entries, async (key) => bytes(texts[key] ?? 'abc'));
    expect(contentsOf(Buffer.from(await new Response(zip).arrayBuffer()))).toEqual({
      'a/plan.txt': '0123456789',
      'a/文件 🎉.txt': 'abc',
      empty: '',
    });
  });

  test('begins before its files are opened, and opens one at a time', async () => {
    const opened: string[] = [];
    const zip = archiveOf(
      Array.from({ length: 1000 }, (_, at) => entry(`${at}.txt`, 100_000)),
      async (key) => {
        opened.push(key);
        return bytes('x'.repeat(100_000));
      },
    );
    const reader = zip.getReader();
    expect((await reader.read()).value?.byteLength).toBeGreaterThan(0);
    expect(opened.length).toBeLessThan(5);
    await reader.cancel();
    expect(opened.length).toBeLessThan(5);
  });

  test('closes what it reads when nobody listens any more', async () => {
    let cancelled = false;
    const endless = () =>
      new ReadableStream<Uint8Array>({
        pull: (pieces) => pieces.enqueue(new Uint8Array(65_536)),
        cancel() {
          cancelled = true;
        },
      });
    const reader = archiveOf([entry('endless', 1e9)], async () => endless()).getReader();
    for (let piece = 0; piece < 4; piece++) await reader.read();
    await reader.cancel();
    expect(cancelled).toBe(true);
  });

  test('breaks off where bytes are missing', async () => {
    const zip = archiveOf([entry('a'), entry('gone')], async (key) => (key === 'gone' ? null : bytes('abc')));
    await expect(new Response(zip).arrayBuffer()).rejects.toThrow();
  });
});
