import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { effortOf } from '@/lib/test/effort';
import { GIF_WITH_SCRIPT, hugePng, PAGE, photoWithPlace, picture } from '@/lib/test/hostile-files';
import { draw, hasThumbnail, sweepThumbnails, thumbnailOf } from './thumbnail';

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
