import { describe, expect, test } from 'vitest';
import type { FileAnswer } from '@/lib/contract/endpoint';
import { fileResponse, rangeOf } from './file-response';

const BYTES = Buffer.from('0123456789');
const CHANGED = new Date('2026-11-20T10:00:00.500Z');
const asked: unknown[] = [];
const file = (more: Partial<FileAnswer> = {}): FileAnswer => ({
  name: 'plan.txt',
  type: 'text/plain; charset=utf-8',
  body: {
    size: BYTES.length,
    etag: 'abc',
    changedAt: CHANGED,
    open: async (range) => {
      asked.push(range);
      return new Blob([range ? BYTES.subarray(range.start, range.end + 1) : BYTES]).stream();
    },
  },
  ...more,
});
async function get(headers: Record<string, string> = {}, method = 'GET', answer = file()) {
  const request = new Request('http://localhost/', { method, headers });
  const response = await fileResponse(answer, { status: 200 }, request);
  return {
    response,
    status: response.status,
    text: await response.text(),
    header: (name: string) => response.headers.get(name),
  };
}

describe('a file', () => {
  test('F04 is sent so that nothing in it can run', async () => {
    const { header, text, status } = await get();
    expect([status, text, header('content-length')]).toEqual([200, '0123456789', '10']);
    expect(header('x-content-type-options')).toBe('nosniff');
    expect(header('content-security-policy')).toBe("sandbox; default-src 'none'");
    expect(header('content-disposition')).toBe('attachment; filename="plan.txt"');
    expect(header('cache-control')).toBe('private, no-cache, no-transform');
    expect(header('accept-ranges')).toBe('bytes');
  });

  test('is called what it is called, in any script and without a way out of the header', async () => {
    const nameOf = async (name: string) =>
      (await get({}, 'GET', file({ name, inline: true }))).header('content-disposition');
    expect(await nameOf('文件 "a".txt')).toBe(
      `inline; filename="?? \\"a\\".txt"; filename*=UTF-8''%E6%96%87%E4%BB%B6%20%22a%22.txt`,
    );
    expect(await nameOf('a";x="b')).toBe('inline; filename="a\\";x=\\"b"');
    expect(await nameOf('a;filename=b.html')).toBe('inline; filename="a;filename=b.html"');
  });

  test.each([
    ['bytes=0-0', '0', 'bytes 0-0/10'],
    ['bytes=2-5', '2345', 'bytes 2-5/10'],
    ['bytes=7-', '789', 'bytes 7-9/10'],
    ['bytes=-3', '789', 'bytes 7-9/10'],
    ['bytes=-100', '0123456789', 'bytes 0-9/10'],
    ['bytes=5-999999999999999999999', '56789', 'bytes 5-9/10'],
    ['BYTES = 1 - 2', '12', 'bytes 1-2/10'],
  ])('answers %s', async (Range, text, range) => {
    const answer = await get({ Range });
    expect([answer.status, answer.text, answer.header('content-range'), answer.header('content-length')]).toEqual([
      206,
      text,
      range,
      String(text.length),
    ]);
  });

  test.each(['bytes=10-', 'bytes=10-20', 'bytes=-0', 'bytes=99999999999999999999-'])(
    'has nothing at %s',
    async (Range) => {
      const { status, text, header } = await get({ Range });
      expect([status, text, header('content-range')]).toEqual([416, '', 'bytes */10']);
    },
  );

  test.each(['bytes=0-1,3-4', 'bytes=5-2', 'bytes=-', 'bytes=a-b', 'items=0-1', 'bytes=1', '0-1'])(
    'is answered whole for %s',
    async (Range) => {
      const { status, text } = await get({ Range });
      expect([status, text]).toEqual([200, '0123456789']);
    },
  );

  test('HEAD tells the same and opens nothing', async () => {
    asked.length = 0;
    const { status, text, header } = await get({ Range: 'bytes=2-5' }, 'HEAD');
    expect([status, text, header('content-length'), header('content-range')]).toEqual([206, '', '4', 'bytes 2-5/10']);
    expect(asked).toEqual([]);
  });

  test('that the caller has is not sent again', async () => {
    for (const headers of [
      { 'If-None-Match': '"x", "abc"' },
      { 'If-None-Match': 'W/"abc"' },
      { 'If-None-Match': '*' },
      { 'If-Modified-Since': CHANGED.toUTCString() },
    ] as Record<string, string>[])
      expect((await get(headers)).status, JSON.stringify(headers)).toBe(304);
    expect((await get({ 'If-None-Match': '"x"', 'If-Modified-Since': CHANGED.toUTCString() })).status).toBe(200);
  });

  test('that has changed is sent whole to whoever has a part of the one before', async () => {
    const Range = 'bytes=5-';
    expect((await get({ Range, 'If-Range': '"abc"' })).status).toBe(206);
    expect((await get({ Range, 'If-Range': CHANGED.toUTCString() })).status).toBe(206);
    for (const before of ['"other"', 'W/"abc"', new Date(0).toUTCString(), 'nonsense'])
      expect((await get({ Range, 'If-Range': before })).status, before).toBe(200);
  });

  test('that is empty has no ranges', async () => {
    const empty = file({ body: { size: 0, etag: 'e', changedAt: CHANGED, open: async () => null } });
    expect((await get({}, 'GET', empty)).status).toBe(200);
    expect(rangeOf('bytes=0-', 0)).toBe('unsatisfiable');
    expect(rangeOf('bytes=-1', 0)).toBe('unsatisfiable');
  });

  test('whose bytes lie elsewhere is there all the same', async () => {
    const gone = file({ body: { size: 3, etag: 'e', changedAt: CHANGED, open: async () => null } });
    await expect(get({}, 'GET', gone)).rejects.toMatchObject({ code: 'unavailable' });
  });
});
