import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isReadableAction } from '@/lib/http/action-body';

/** What is let through is what React can decode: its own decoder is asked, in a process of its own as it wants to be. */

const ROOT = join(import.meta.dirname, '../..');
type Entries = [string, string][];

const DECODER = `
const { decodeReply } = require(${JSON.stringify(join(ROOT, 'node_modules/next/dist/compiled/react-server-dom-turbopack/server.node.js'))});
let text = '';
process.stdin.on('data', (some) => { text += some; }).on('end', async () => {
  const answers = [];
  for (const entries of JSON.parse(text)) {
    const form = new FormData();
    for (const [name, value] of entries) form.append(name, value);
    try {
      for (const value of await decodeReply(form, {})) await value;
      answers.push(true);
    } catch { answers.push(false); }
  }
  process.stdout.write(JSON.stringify(answers));
});`;

const decodable = (bodies: Entries[]) =>
  new Promise<boolean[]>((resolve, reject) => {
    const child = execFile(
      process.execPath,
      ['--conditions=react-server', '-e', DECODER],
      { cwd: ROOT, maxBuffer: 1e8, env: { ...process.env, NODE_ENV: 'production' } },
      (error, out) => (error ? reject(error) : resolve(JSON.parse(out))),
    );
    child.stdin?.end(JSON.stringify(bodies));
  });

const readable = (entries: Entries) => {
  const body = new FormData();
  for (const [name, value] of entries) body.append(name, value);
  return isReadableAction(
    new Request('http://localhost/acme/login', { method: 'POST', body, headers: { 'next-action': '7f' } }),
  );
};

const GOOD: Entries[] = [
  [
    ['0', '["acme",{},"$K1"]'],
    ['1_email', 'user@acme.test'],
  ],
  [['0', '["acme",null]']],
  [['0', '["acme","$undefined","$$1","$D2026-11-22T00:00:00.000Z","$NaN","$-0","$Infinity"]']],
  [
    ['0', '["$1",{"errors":"$2"}]'],
    ['1', '{"a":["b"]}'],
    ['2', '["x"]'],
  ],
  [
    ['0', '["$@1"]'],
    ['1', '["acme"]'],
  ],
  [['0', '[{"a":{"b":1}},"$0:0:a"]']],
];

const BROKEN = ['', '{', '[1,', '"', 'undefined', '"$1"', '"$2"', '["$1"]', '"$7"', '{}', '[]', '1', '"\\u0000"'];
const KINDS = [
  '',
  '@',
  'Q',
  'W',
  'i',
  'h',
  'B',
  'r',
  'R',
  'b',
  'x',
  'X',
  'A',
  'O',
  'o',
  'g',
  'M',
  'm',
  'V',
  'T',
  'n',
  'F',
  'H',
];

test('what is sent by our own pages is let through, and decodes', async () => {
  expect(await Promise.all(GOOD.map(readable))).toEqual(GOOD.map(() => true));
  expect(await decodable(GOOD)).toEqual(GOOD.map(() => true));
});

test('whatever is let through decodes, in every part', async () => {
  const bodies: Entries[] = [];
  for (const kind of KINDS)
    for (const part of BROKEN) {
      bodies.push([
        ['0', `["acme",{},"$${kind}1"]`],
        ['1', part],
      ]);
      bodies.push([
        ['0', `["$${kind}1","$K1"]`],
        ['1', part],
        ['2', part],
      ]);
      bodies.push([
        ['0', `["$1"]`],
        ['1', `{"a":"$${kind}2"}`],
        ['2', part],
      ]);
    }
  for (const path of ['7', 'x', '0:x', '__proto__', 'constructor:name', 'length', '0:0:0', '']) {
    bodies.push([['0', `["$0:${path}"]`]]);
    bodies.push([
      ['0', `["$1:${path}"]`],
      ['1', '{"a":[1]}'],
    ]);
    bodies.push([['0', `["a","$0:0:${path}"]`]]);
  }
  const [let_through, decode] = [await Promise.all(bodies.map(readable)), await decodable(bodies)];
  expect(bodies.filter((_body, at) => let_through[at] && !decode[at])).toEqual([]);
  expect(let_through.filter(Boolean).length).toBeGreaterThan(20);
});

test('no key of an object keeps a body from decoding', async () => {
  const bodies: Entries[] = [];
  for (const key of ['then', '__proto__', 'constructor', 'toJSON', 'status', 'value', '$$typeof', 'length'])
    for (const value of ['1', '"x"', '{}', '"$2"'])
      for (const reference of ['$1', '$1:a', '$@1'])
        bodies.push([
          ['0', `["${reference}"]`],
          ['1', `{"a":{"${key}":${value}},"${key}":${value}}`],
          ['2', '[]'],
        ]);
  const [let_through, decode] = [await Promise.all(bodies.map(readable)), await decodable(bodies)];
  expect(bodies.filter((_body, at) => let_through[at] && !decode[at])).toEqual([]);
  expect(let_through.filter(Boolean).length).toBeGreaterThan(20);
  expect(
    await readable([
      ['0', '["$1:a"]'],
      ['1', '{"a":{"then":1}}'],
    ]),
  ).toBe(false);
});

test('what Next or React takes only once, or only so many of, is counted', async () => {
  const many = (count: number) => JSON.stringify(Array.from({ length: count }, () => 1));
  expect([await readable([['0', many(1000)]]), await readable([['0', many(1001)]])]).toEqual([true, false]);
  const twice: Entries = [
    ['0', '["acme"]'],
    ['0', '["acme"]'],
  ];
  expect(await readable(twice)).toBe(false);
  const bound = (part: string) => {
    const body = new FormData();
    body.set('$ACTION_REF_1', '');
    body.set('$ACTION_1:0', '{"id":"7f","bound":"$@1"}');
    body.set('$ACTION_1:1', part);
    return isReadableAction(new Request('http://localhost/acme/login', { method: 'POST', body }));
  };
  expect(await Promise.all([bound(many(1000)), bound(many(1001)), bound('{}')])).toEqual([true, false, false]);
});

test('a body is read as Next reads it', async () => {
  const send = (part: string, type = 'multipart/form-data; boundary=x') =>
    isReadableAction(
      new Request('http://localhost/acme/login', {
        method: 'POST',
        body: `--x\r\n${part}\r\n--x--\r\n`,
        headers: { 'next-action': '7f', 'content-type': type },
      }),
    );
  const named = 'Content-Disposition: form-data; name="0"';
  expect(await send(`${named}\r\n\r\n["acme"]`)).toBe(true);
  expect(await send(`${named}\r\n\r\n["Content-Transfer-Encoding: base64"]`)).toBe(true);
  expect(await send(`${named}\r\n\r\n["acme"]`, 'MULTIPART/FORM-DATA; boundary=x')).toBe(false);
  for (const line of ['Content-Transfer-Encoding: base64', 'content-transfer-encoding:BASE64'])
    for (const head of [`${named}\r\n${line}`, `${line}\r\n${named}; filename="a"`])
      expect([head, await send(`${head}\r\n\r\nWzFd`)]).toEqual([head, false]);
});

test('references upon references are given up early', async () => {
  const doubling: Entries = [['0', '["$1","$1"]']];
  for (let part = 1; part < 40; part++)
    doubling.push([String(part), `["$${(part + 1).toString(16)}","$${(part + 1).toString(16)}"]`]);
  expect(await readable(doubling)).toBe(false);
});
