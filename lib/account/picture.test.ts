import { deflateSync } from 'node:zlib';
import pg from 'pg';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { pictureFile } from '@/lib/account/endpoints.examples';
import { pictureRoute } from '@/lib/account/picture-route';
import { env } from '@/lib/env';
import { signInWithPassword } from '@/lib/session/sign-in';
import { fixtureId, PASSWORD } from '@/lib/test/fixtures';
import { bearer, call } from '@/lib/test/wire';

const owner = new pg.Client({ connectionString: env.databaseUrl });
beforeAll(() => {
  process.env.RATE_LIMIT_FACTOR = '1000';
  return owner.connect();
});
afterAll(() => owner.end());

const post = async (seat: string, body: object) => call('POST', 'profilePicture', { token: await bearer(seat), body });
const picOf = async (seat: string) =>
  (await owner.query('select picture from member where id = $1', [fixtureId(seat)])).rows[0].picture as string | null;
/** The picture at a URL, for somebody. */
async function served(seat: string | null, address: string, headers: Record<string, string> = {}) {
  const [, member, file] = /^\/api\/picture\/([^/]+)\/([^/]+)$/.exec(address) as unknown as [string, string, string];
  const request = new Request(`http://localhost:3000${address}`, {
    headers: { ...(seat && { Authorization: `Bearer ${await bearer(seat)}` }), ...headers },
  });
  return pictureRoute(request, member, file);
}
const file = (bytes: Uint8Array, name = 'me.png') => new File([new Uint8Array(bytes)], name, { type: 'image/png' });

/** Red at the left, blue at the right; turned by its metadata. */
async function halves(orientation: number): Promise<File> {
  const [width, height] = [200, 100];
  const blue = await sharp({ create: { width: 100, height, channels: 3, background: '#0000ff' } })
    .png()
    .toBuffer();
  const bytes = await sharp({ create: { width, height, channels: 3, background: '#ff0000' } })
    .composite([{ input: blue, left: 100, top: 0 }])
    .withMetadata({ orientation })
    .jpeg({ quality: 95 })
    .toBuffer();
  return file(bytes, 'me.jpeg');
}

/** A PNG whose head claims `side` by `side` points; all of one colour, so that few bytes are needed. */
function bomb(side: number): Uint8Array {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
    const out = Buffer.alloc(body.length + 8);
    out.writeUInt32BE(data.length, 0);
    body.copy(out, 4);
    out.writeUInt32BE(crc(body), body.length + 4);
    return out;
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(side, 0);
  head.writeUInt32BE(side, 4);
  head.set([1, 0, 0, 0, 0], 8);
  const rows = deflateSync(Buffer.alloc((Math.ceil(side / 8) + 1) * Math.min(side, 30_000)), { level: 9 });
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', head),
    chunk('IDAT', rows),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}
function crc(bytes: Uint8Array): number {
  let value = ~0;
  for (const byte of bytes) {
    value ^= byte;
    for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  }
  return ~value >>> 0;
}

describe('a picture', () => {
  test.each(['png', 'jpeg', 'webp'] as const)('of a %s is a WebP of 256 by 256 without metadata', async (format) => {
    const given = await pictureFile(format);
    expect((await sharp(Buffer.from(await given.arrayBuffer())).metadata()).exif).toBeDefined();
    const { status, body } = await post('acme.user', { file: given });
    expect([status, body.data]).toEqual([200, { pic: await picOf('acme.user') }]);
    const answer = await served('acme.user', (body.data as { pic: string }).pic);
    const bytes = Buffer.from(await answer.arrayBuffer());
    const about = await sharp(bytes).metadata();
    expect(about).toMatchObject({ format: 'webp', width: 256, height: 256 });
    for (const part of ['exif', 'xmp', 'iptc', 'icc', 'orientation'] as const) expect(about[part]).toBeUndefined();
    expect(bytes.includes('Camera of Ann')).toBe(false);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'image/webp',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cache-control': expect.stringMatching(/^private, max-age=\d+, immutable$/),
      etag: expect.stringMatching(/^"[\w-]{22}"$/),
    });
  });

  test('is turned upright before it is cropped, and the square is the one that was named', async () => {
    const colour = async (orientation: number, square: { x: number; y: number; size: number }) => {
      const { body } = await post('acme.user', { file: await halves(orientation), ...square });
      const bytes = Buffer.from(await (await served('acme.user', (body.data as { pic: string }).pic)).arrayBuffer());
      const { channels } = await sharp(bytes).stats();
      return channels.map(({ mean }) => Math.round(mean / 255));
    };
    const [red, blue] = [
      [1, 0, 0],
      [0, 0, 1],
    ];
    expect(await colour(1, { x: 0, y: 0, size: 90 })).toEqual(red);
    expect(await colour(1, { x: 110, y: 5, size: 90 })).toEqual(blue);
    // A quarter turn clockwise: 100 wide, 200 high, what was left is above.
    expect(await colour(6, { x: 0, y: 0, size: 90 })).toEqual(red);
    expect(await colour(6, { x: 5, y: 110, size: 90 })).toEqual(blue);
    expect(await colour(3, { x: 0, y: 0, size: 90 })).toEqual(blue);
  });

  test('shows in every organisation of the person, and a membership that comes later has it from the first session', async () => {
    await post('acme.both', { file: await pictureFile() });
    expect(await picOf('globex.both')).toMatch(new RegExp(`^/api/picture/${fixtureId('globex.both')}/[\\w-]+\\.webp$`));
    await owner.query('update member set picture = null where id = $1', [fixtureId('globex.both')]);
    const sign = { email: 'both@guild.test', password: PASSWORD, sub_domain: 'globex' };
    const { user } = await signInWithPassword(sign, 'bearer', {});
    expect(user.pic).toBe(await picOf('globex.both'));
    expect(user.pic).not.toBeNull();
    const { rows } = await owner.query(
      `select org_id from audit where action = 'profile.picture_changed' and target = any($1)`,
      [[fixtureId('acme.both'), fixtureId('globex.both')]],
    );
    expect(rows.map(({ org_id }) => org_id).sort()).toEqual([fixtureId('acme'), fixtureId('globex')].sort());
  });

  test('removed, the initials are left and the URL leads nowhere', async () => {
    await post('acme.user', { file: await pictureFile() });
    const address = (await picOf('acme.user')) as string;
    const { body } = await call('DELETE', 'profilePicture', { token: await bearer('acme.user') });
    expect([body.data, await picOf('acme.user')]).toEqual([{ pic: null }, null]);
    expect((await served('acme.user', address)).status).toBe(404);
    expect(
      (await owner.query('select from person_picture where person_id = $1', [fixtureId('acme.user')])).rowCount,
    ).toBe(0);
  });
});

describe('a file that is none, or too much', () => {
  const refused = async (bytes: Uint8Array, fields: object = {}) => {
    const before = await picOf('acme.leader');
    const { status, body } = await post('acme.leader', { file: file(bytes), ...fields });
    expect(await picOf('acme.leader')).toBe(before);
    return [status, body.code, body.message];
  };

  test('keeps the picture there is, and says why', async () => {
    await post('acme.leader', { file: await pictureFile() });
    expect(await picOf('acme.leader')).not.toBeNull();
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>');
    const other = [415, 'type', 'Choose a JPEG, PNG or WebP picture.'];
    expect(await refused(svg)).toEqual(other);
    expect(await refused(Buffer.from('GIF89a\x01\x00\x01\x00', 'latin1'))).toEqual(other);
    expect(await refused(Buffer.from('RIFF____WAVEfmt '))).toEqual(other);
    expect(await refused(Buffer.from('<html>'))).toEqual(other);
    expect((await refused(new Uint8Array()))[0]).toBe(422);
    expect((await refused(new Uint8Array(5_000_001)))[0]).toBe(413);
    const whole = Buffer.from(await (await pictureFile('jpeg', { width: 400, height: 400 })).arrayBuffer());
    expect(await refused(whole.subarray(0, whole.length / 2))).toEqual([
      422,
      'invalid',
      expect.stringContaining('cannot be read'),
    ]);
    // A PNG by its first bytes, nothing behind them.
    expect((await refused(bomb(64).subarray(0, 20)))[0]).toBe(422);
    const tiny = Buffer.from(await (await pictureFile('png', { width: 8, height: 8 })).arrayBuffer());
    expect(await refused(tiny)).toEqual([422, 'invalid', expect.stringContaining('too small')]);
  });

  test('S 30,000 by 30,000 points in few bytes are refused before they are unpacked', async () => {
    const bytes = bomb(30_000);
    expect(bytes.byteLength).toBeLessThan(1_000_000);
    const from = process.memoryUsage().rss;
    expect(await refused(bytes)).toEqual([422, 'invalid', expect.stringContaining('30000 by 30000')]);
    expect(process.memoryUsage().rss - from).toBeLessThan(100_000_000);
  });

  test('a square outside the picture, or half of one, is refused', async () => {
    const bytes = Buffer.from(await (await pictureFile()).arrayBuffer());
    for (const square of [
      { x: 0, y: 0, size: 61 },
      { x: 30, y: 0, size: 60 },
      { x: 0, y: 0, size: 2 },
      { x: 1 },
      { x: -1, y: 0, size: 20 },
    ])
      expect((await refused(bytes, square))[0], JSON.stringify(square)).toBe(422);
  });
});

describe('who sees a picture', () => {
  test('is who sees the person, in their own organisation, and nobody else', async () => {
    await post('acme.user2', { file: await pictureFile() });
    const address = (await picOf('acme.user2')) as string;
    const status = async (seat: string | null) => (await served(seat, address)).status;
    for (const seat of ['acme.admin', 'acme.observer', 'acme.leader', 'acme.user', 'acme.user2'])
      expect(await status(seat), seat).toBe(200);
    // The client sees its contacts, and user2 is none; the outsider shares no project.
    for (const seat of ['acme.client', 'acme.outsider', 'globex.admin', 'globex.user2'])
      expect(await status(seat), seat).toBe(404);
    expect(await status(null)).toBe(401);
    for (const [seat, code] of [
      ['acme.client', 'not_found'],
      [null, 'unauthenticated'],
    ] as const) {
      const answer = await served(seat, address);
      expect(answer.headers.get('content-type')).toBe('application/json');
      expect(await answer.json()).toMatchObject({
        status: answer.status,
        code,
        message: expect.stringMatching(/\w/),
        request_id: expect.any(String),
      });
    }
  });

  test('a URL that is none leads nowhere', async () => {
    const me = fixtureId('acme.user2');
    for (const address of [
      `/api/picture/${me}/x`,
      `/api/picture/${me}/..webp`,
      '/api/picture/1/x.webp',
      `/api/picture/${fixtureId('acme.admin')}/x.webp`,
    ])
      expect((await served('acme.admin', address)).status, address).toBe(404);
  });

  test('the same picture again is 304, an older version answers with the present one and is not kept', async () => {
    await post('acme.user2', { file: await pictureFile() });
    const old = (await picOf('acme.user2')) as string;
    await post('acme.user2', { file: await pictureFile() });
    const now = (await picOf('acme.user2')) as string;
    const first = await served('acme.admin', now);
    const tag = first.headers.get('etag') as string;
    expect((await served('acme.admin', now, { 'If-None-Match': tag })).status).toBe(304);
    expect((await served('acme.outsider', now, { 'If-None-Match': tag })).status).toBe(404);
    const older = await served('acme.admin', old);
    expect([older.status, older.headers.get('etag'), older.headers.get('cache-control')]).toEqual([
      200,
      tag,
      'private, no-cache',
    ]);
  });
});
