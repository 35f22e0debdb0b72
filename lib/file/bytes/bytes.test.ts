import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { effortOf } from '@/lib/test/effort';
import {
  GIF_WITH_SCRIPT,
  hugePng,
  PAGE,
  PDF_WITH_PAGE,
  PROGRAM,
  photoWithPlace,
  picture,
  pngWithZip,
  SVG_WITH_SCRIPT,
} from '@/lib/test/hostile-files';
import { archiveOf, type Entry } from './archive';
import { servedAs, typeOf } from './content-type';
import { safeName, splitName, withEnding } from './names';
import { contentNotes, nameNotes } from './notes';
import { draw, hasThumbnail, sweepThumbnails, thumbnailOf } from './thumbnail';

const changedAt = new Date('2026-11-20T10:00:00Z');
const entry = (path: string, size = 3): Entry => ({ path, size, storedIn: 'local', storageKey: path, changedAt });
const streamOf = (text: string) => new Blob([text]).stream();

/** Reads the directory at its end, and checks every sum. */
function contentsOf(zip: Buffer): Record<string, string> {
  const end = zip.lastIndexOf('PK\x05\x06', undefined, 'latin1');
  const found: Record<string, string> = {};
  for (let at = zip.readUInt32LE(end + 16); zip.readUInt32LE(at) === 0x02014b50; ) {
    const [nameLength = 0, extra = 0, comment = 0] = [28, 30, 32].map((field) => zip.readUInt16LE(at + field));
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
    const zip = archiveOf(entries, async ({ storageKey }) => streamOf(texts[storageKey] ?? 'abc'));
    const contents = contentsOf(Buffer.from(await new Response(zip).arrayBuffer()));
    expect(contents).toEqual({ ...texts, 'a/文件 🎉.txt': 'abc' });
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
    const zip = archiveOf([entry('a'), entry('gone')], async ({ storageKey }) =>
      storageKey === 'gone' ? null : streamOf('abc'),
    );
    await expect(new Response(zip).arrayBuffer()).rejects.toThrow();
  });
});

const text = (words: string) => Buffer.from(words);

describe('the type of a file is what its content says', () => {
  test.each([
    ['a page called .png', PAGE, 'photo.png', 'text/html'],
    ['a page after spaces and a comment', text('\ufeff \n<!-- x --><sCrIpT>1'), 'a.txt', 'text/html'],
    ['a page that a browser would find', text('<b>x</b>'), 'a.txt', 'text/html'],
    ['a drawing with a script', SVG_WITH_SCRIPT, 'logo.png', 'image/svg+xml'],
    ['a drawing with a document type', text('<!DOCTYPE svg [<!ENTITY a "b">]><svg/>'), 'x.jpg', 'image/svg+xml'],
    ['XML', text('<?xml version="1.0"?><a/>'), 'x.txt', 'application/xml'],
    ['a page named so without saying it', text('hello'), 'x.html', 'text/html'],
    ['a GIF with a script', GIF_WITH_SCRIPT, 'x.js', 'image/gif'],
    ['a PDF with a page', PDF_WITH_PAGE, 'x.html', 'application/pdf'],
    ['a program', PROGRAM, 'photo.png', 'application/x-msdownload'],
    ['a table', text('a,b\n1,2\n'), 'x.csv', 'text/csv'],
    ['a text in an older encoding', Buffer.from('caf\xe9', 'latin1'), 'x.txt', 'text/plain'],
    ['a text whose head ends within a letter', text(`${'é'.repeat(20)}`).subarray(0, 39), 'x.md', 'text/markdown'],
    ['a text of two bytes a letter', Buffer.from('\ufeffhello', 'utf16le'), 'x.txt', 'text/plain'],
    ['bytes of no known kind', Buffer.from([0, 1, 2, 3, 255]), 'x.txt', 'application/octet-stream'],
    ['nothing', Buffer.alloc(0), 'x.txt', 'text/plain'],
    ['code', text('print("hello")'), 'x.py', 'text/plain'],
  ])('%s', async (_, bytes, name, type) => {
    expect(await typeOf(bytes, name)).toBe(type);
  });

  test('a picture with a zip behind it is a picture', async () => {
    expect(await typeOf(await pngWithZip(), 'x.zip')).toBe('image/png');
    expect(await typeOf(await picture(), 'x.html')).toBe('image/png');
  });

  test('a document is told from a zip', async () => {
    const zip = Buffer.concat([Buffer.from('PK\x03\x04\x14\0\0\0\0\0', 'latin1'), Buffer.alloc(4000)]);
    expect(await typeOf(zip, 'a.docx')).toBe('application/vnd.openxmlformats-officedocument.wordprocessingml.document');
    expect(await typeOf(zip, 'a.zip')).toBe('application/zip');
    const old = Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(600)]);
    expect(await typeOf(old, 'a.xls')).toBe('application/vnd.ms-excel');
  });

  test('nothing that could run is sent as what it is, or shown', () => {
    for (const type of ['text/html', 'image/svg+xml', 'application/xml', 'application/xhtml+xml'])
      expect(servedAs(type)).toEqual({ type: 'application/octet-stream', inline: false });
    expect(servedAs('text/javascript')).toEqual({ type: 'text/plain; charset=utf-8', inline: true });
    expect(servedAs('application/x-msdownload').inline).toBe(false);
    expect(servedAs('image/png')).toEqual({ type: 'image/png', inline: true });
  });
});

const byteCount = (text: string) => Buffer.byteLength(text);
const named = (typed: string) => safeName(typed).name;

describe('a name', () => {
  test.each([
    ['../../etc/passwd', 'passwd'],
    ['..\\..\\windows\\win.ini', 'win.ini'],
    ['/etc/shadow', 'shadow'],
    ['C:\\fakepath\\photo.jpg', 'photo.jpg'],
    ['..', 'file'],
    ['', 'file'],
    ['...   ', 'file'],
    ['.htaccess', 'htaccess'],
    ['name.exe. .', 'name.exe'],
    ['invoice\u202Efdp.exe', 'invoicefdp.exe'],
    ['pay\u200Bpal\u2066.txt', 'paypal.txt'],
    ['a\u0000b\r\nc\u007f.txt', 'abc.txt'],
    ['line\u2028break', 'linebreak'],
    ['\ufeffbom.csv', 'bom.csv'],
    ['lone\ud800.txt', 'lone.txt'],
    ['\u3164.txt', 'txt'],
    ['CON', '_CON'],
    ['nul.txt', '_nul.txt'],
    ['Lpt¹.tar.gz', '_Lpt¹.tar.gz'],
    ['COM1 .txt', '_COM1 .txt'],
    ['console.log', 'console.log'],
    ['.\u202e./.\u200b./x', 'x'],
    ['\u202e.\u202e.', 'file'],
  ])('%j becomes %j, and the change is said', (typed, safe) => {
    const { name, changed } = safeName(typed);
    expect(name).toBe(safe);
    expect(changed.length > 0).toBe(typed !== safe);
    expect(safeName(name)).toEqual({ name, changed: [] });
  });

  test('is NFC: two ways to write it are one, and so are all kinds of spaces', () => {
    expect(named('Plan\u202f\u3000A.txt')).toBe('Plan A.txt');
    expect(named('Cafe\u0301.txt')).toBe('Caf\u00e9.txt');
    expect(safeName('Cafe\u0301.txt').changed).toEqual([]);
  });

  test.each(['a', 'é', '文', '👩', 'e\u0301\u0323'])(
    'of many %s has 255 bytes at most and keeps its extension',
    (letter) => {
      const { name, changed } = safeName(`${letter.repeat(400)}.jpeg`);
      expect(byteCount(name)).toBeLessThanOrEqual(255);
      expect(byteCount(name)).toBeGreaterThan(230);
      expect(name.endsWith('.jpeg')).toBe(true);
      expect(name.isWellFormed?.() ?? true).toBe(true);
      expect(changed).toHaveLength(1);
    },
  );

  test('whose extension is long has none', () => {
    expect(byteCount(named(`a.${'b'.repeat(400)}`))).toBeLessThanOrEqual(255);
    expect(splitName('a.b c')).toEqual({ base: 'a.b c', extension: '' });
    expect(splitName('.env')).toEqual({ base: '.env', extension: '' });
  });

  test('gets a number before its extension, also when it is full', () => {
    expect(withEnding('plan.pdf', ' (2)')).toBe('plan (2).pdf');
    const full = named(`${'x'.repeat(300)}.pdf`);
    expect(byteCount(withEnding(full, ' (12)'))).toBe(255);
    expect(withEnding(full, ' (12)').endsWith('x (12).pdf')).toBe(true);
  });
});

describe('what is said of a file', () => {
  test.each([
    ['photo.png', 'image/png'],
    ['photo.PNG', 'image/jpeg'],
    ['plan.docx', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
    ['locked.docx', 'application/x-cfb'],
    ['notes.md', 'text/html'],
    ['sound.m4a', 'audio/mp4'],
    ['program.exe', 'application/x-msdownload'],
    ['png', 'text/plain'],
    ['.png', 'text/plain'],
  ])('is nothing where its name fits, or says nothing: %s, %s', (name, type) =>
    expect(contentNotes(name, type)).toEqual([]),
  );

  test.each([
    ['photo.png', 'application/x-msdownload'],
    ['photo.JPG', 'text/html'],
    ['logo.png', 'image/svg+xml'],
    ['invoice.pdf', 'application/zip'],
    ['invoice.doc', 'application/x-msdownload'],
    ['notes.txt', 'application/x-elf'],
  ])('is that its content is another: %s, %s', (name, type) =>
    expect(contentNotes(name, type)).toEqual([
      `Its name ends in ${name.slice(name.indexOf('.')).toLowerCase()}, but its content is ${type}.`,
    ]),
  );

  test('is that nobody knows what it is, where that is so', () =>
    expect(contentNotes('film.mp4', 'application/octet-stream')).toEqual([
      'Its name ends in .mp4, but its content is of an unknown kind.',
    ]));

  test('is what was done to its name, and that it got a number', () => {
    expect(nameNotes(safeName('plan.txt'), 'plan.txt')).toEqual([]);
    expect(nameNotes(safeName('a/pl\u200ban.txt'), 'plan (2).txt')).toEqual([
      'The folders before its name were left out.',
      'Characters that cannot be seen were removed.',
      'The name was taken, so it got a number.',
    ]);
  });
});

let dataDir: string;
const before = process.env.DATA_DIR;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'guildhall-thumbnails-'));
  process.env.DATA_DIR = dataDir;
});
afterAll(async () => {
  process.env.DATA_DIR = before;
  await rm(dataDir, { recursive: true, force: true });
});

const stored = (key: string, bytes: Uint8Array) => {
  const picture = {
    opened: 0,
    organisation: 'acme',
    storageKey: key,
    open: async () => {
      picture.opened++;
      return new Blob([bytes as Uint8Array<ArrayBuffer>]).stream();
    },
  };
  return picture;
};

describe('a thumbnail', () => {
  test('is a WebP of that size, never larger than the picture', async () => {
    const large = await sharp({ create: { width: 900, height: 450, channels: 3, background: '#fff' } })
      .png()
      .toBuffer();
    expect(await sharp(await draw(large, 256)).metadata()).toMatchObject({ format: 'webp', width: 256, height: 128 });
    expect(await sharp(await draw(await picture(), 256)).metadata()).toMatchObject({ width: 40, height: 30 });
  });

  test('F13 tells nothing of who took the picture where', async () => {
    const photo = await photoWithPlace();
    expect((await sharp(photo).metadata()).exif).toBeDefined();
    const made = await draw(photo, 256);
    expect(made.length).toBeGreaterThan(0);
    const { exif, xmp, iptc, icc } = await sharp(made).metadata();
    expect([exif, xmp, iptc, icc]).toEqual([undefined, undefined, undefined, undefined]);
    expect(made.includes('Maya Secret')).toBe(false);
  });

  test('is kept for a month, and drawn again then', async () => {
    const one = stored('old', await picture());
    await thumbnailOf(one, 64);
    expect(await sweepThumbnails()).toBe(0);
    await thumbnailOf(one, 64);
    expect(one.opened).toBe(1);
    expect(await sweepThumbnails(Date.now() + 31 * 24 * 3_600_000)).toBe(1);
    expect(await thumbnailOf(one, 64)).not.toBeNull();
    expect(one.opened).toBe(2);
  });

  test('F07 is not made of a picture that would unfold, and costs little then', async () => {
    for (const bomb of [hugePng(30_000, 30_000, 10), hugePng(100_000, 100_000, 1), hugePng(60_000, 900)]) {
      const effort = await effortOf(async () => expect(await draw(bomb, 256)).toHaveLength(0));
      expect(effort).toBeLessThan(25);
    }
  });

  test('is not made of what is no picture, or half of one', async () => {
    for (const bytes of [PAGE, GIF_WITH_SCRIPT, (await picture()).subarray(0, 60), Buffer.alloc(0)])
      expect(await draw(bytes, 256)).toHaveLength(0);
    for (const type of ['image/svg+xml', 'text/html', 'application/pdf'])
      expect(hasThumbnail({ type, size: 10 })).toBe(false);
  });

  test('that cannot be made is tried once, and bytes that are gone leave nothing', async () => {
    const bomb = stored('../../bomb', hugePng(30_000, 30_000, 1));
    expect([await thumbnailOf(bomb, 64), await thumbnailOf(bomb, 64), bomb.opened]).toEqual([null, null, 1]);
    expect(await thumbnailOf({ organisation: 'acme', storageKey: 'gone', open: async () => null }, 64)).toBeNull();
    expect(await readdir(dataDir)).toEqual(['files']);
  });
});
