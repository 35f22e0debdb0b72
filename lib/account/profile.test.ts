import sharp from 'sharp';
import { afterEach, describe, expect, test } from 'vitest';
import { pictureFile } from '@/lib/account/endpoints.examples';
import { pictureRoute } from '@/lib/account/picture-route';
import { signInWithPassword } from '@/lib/session/sign-in';
import { fixtureId, PASSWORD } from '@/lib/test/fixtures';
import { hugePng } from '@/lib/test/hostile-files';
import { ownerClient } from '@/lib/test/owner';
import { bearer, call } from '@/lib/test/wire';

const owner = ownerClient({ RATE_LIMIT_FACTOR: '1000' });
const one = async (sql: string, ...values: unknown[]) => (await owner.query(sql, values)).rows[0];
const lines = async (action: string) =>
  (await owner.query('select org_id, actor_id, target, before, after from audit where action = $1', [action])).rows;
const change = async (seat: string, body: object) => call('PUT', 'profile', { token: await bearer(seat), body });
const profile = async (seat: string) => (await call('GET', 'profile', { token: await bearer(seat) })).body.data;

describe('one’s own profile', () => {
  afterEach(async () => {
    await owner.query(`update person set name = 'Both' where email = 'both@guild.test'`);
  });

  test('keeps what is given and leaves the rest', async () => {
    const before = await profile('acme.user');
    expect(before).toMatchObject({ name: 'user@acme.test', email: 'user@acme.test', locale: 'en', time_zone: 'UTC' });
    const { status, body } = await change('acme.user', {
      locale: 'de-DE',
      time_zone: 'Asia/Tokyo',
      working_days: [5, 1],
    });
    expect(status).toBe(200);
    expect(body.data).toEqual({
      ...(before as object),
      locale: 'de-DE',
      time_zone: 'Asia/Tokyo',
      working_days: [1, 5],
    });
    await change('acme.user', { theme: 'dark', single_keys: false });
    expect(await profile('acme.user')).toMatchObject({ locale: 'de-DE', theme: 'dark', single_keys: false });
    expect(await lines('profile.renamed')).toEqual([]);
  });

  test('a name becomes that of every membership, cleaned like other names, with a line in each audit log', async () => {
    const { body } = await change('acme.both', { name: '  Ale\u0301x\u202E   Moreau ' });
    expect(body.data).toMatchObject({ name: 'Al\u00e9x Moreau' });
    for (const seat of ['acme.both', 'globex.both'])
      expect(await one('select name from member where id = $1', fixtureId(seat))).toEqual({ name: 'Aléx Moreau' });
    expect(await one(`select name from person where email = 'both@guild.test'`)).toEqual({ name: 'Aléx Moreau' });
    expect(await lines('profile.renamed')).toMatchObject([
      { org_id: fixtureId('globex'), actor_id: fixtureId('globex.both') },
      { org_id: fixtureId('acme'), actor_id: fixtureId('acme.both'), after: { name: 'Aléx Moreau' } },
    ]);
    const { docs } = (await call('GET', 'userList', { token: await bearer('globex.admin'), query: { q: 'Moreau' } }))
      .body;
    expect(docs).toMatchObject([{ name: 'Aléx Moreau' }]);
  });

  test.each([
    ['name', ''],
    ['name', '\u202E\u200B'],
    ['locale', 'tlh'],
    ['time_zone', 'Mars/Base'],
    ['working_days', []],
    ['theme', 'pink'],
    ['role', 'admin'],
    ['email', 'other@acme.test'],
  ])('refuses %s %j with words at the field, and changes nothing', async (field, value) => {
    const before = await profile('acme.leader');
    const { status, body } = await change('acme.leader', { [field]: value });
    expect([status, Object.keys(body.errors ?? {}).map((name) => name.split('.')[0])]).toEqual([422, [field]]);
    expect(await profile('acme.leader')).toEqual(before);
  });
});

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
      ...{ 'content-type': 'image/webp', 'x-content-type-options': 'nosniff' },
      ...{ 'content-security-policy': "default-src 'none'; sandbox" },
      'cache-control': expect.stringMatching(/^private, max-age=\d+, immutable$/),
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
    expect((await refused(hugePng(64, 64).subarray(0, 20)))[0]).toBe(422);
    const tiny = Buffer.from(await (await pictureFile('png', { width: 8, height: 8 })).arrayBuffer());
    expect(await refused(tiny)).toEqual([422, 'invalid', expect.stringContaining('too small')]);
  });

  test('S 30,000 by 30,000 points in few bytes are refused before they are unpacked', async () => {
    const bytes = hugePng(30_000, 30_000, 1);
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
    const me = fixtureId('acme.user2');
    for (const other of [`${me}/x`, `${me}/..webp`, '1/x.webp', `${fixtureId('acme.admin')}/x.webp`])
      expect((await served('acme.admin', `/api/picture/${other}`)).status, other).toBe(404);
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
