import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { untilWhole } from './redraws';

/** A page is drawn anew by what a server gives whole; anything else is asked for again, while the page stays. */

type Answer = (response: http.ServerResponse) => void;
const well: Answer = (response) => response.end('the whole page');
const cut: Answer = (response) => response.socket?.destroy();
const truncated: Answer = (response) => response.write('the wh', () => response.socket?.end());
const status =
  (code: number): Answer =>
  (response) =>
    response.writeHead(code).end('something else');

const REDRAW = { headers: { 'next-router-state-tree': 'tree' } };
let server: http.Server;
let origin: string;
let asked: number;
let answers: Answer[];
const page = (path: string) => new URL(path, origin);
const drawn = (path = '/board?view=1&_rsc=abc', init: RequestInit = REDRAW) =>
  untilWhole(fetch, () => page('/board?view=1'), 1)(page(path), init);

beforeEach(async () => {
  asked = 0;
  answers = [];
  server = http.createServer((_, response) => {
    asked++;
    (answers.shift() ?? well)(response);
  });
  server.listen(0, 'localhost');
  await once(server, 'listening');
  origin = `http://localhost:${(server.address() as AddressInfo).port}`;
});
afterEach(() => void server.close());

describe('A page that is drawn anew', () => {
  it('is asked for until the server is there and gives it whole', async () => {
    answers = [cut, status(502), status(503), status(500), status(429), truncated];
    const answer = await drawn();
    expect(await answer.text()).toBe('the whole page');
    expect(new URL(answer.url).pathname).toBe('/board');
    expect(asked).toBe(7);
  });

  it('takes what the server says of the page itself', async () => {
    answers = [status(404)];
    expect((await drawn()).status).toBe(404);
    expect(asked).toBe(1);
  });

  it('is asked for once, however often it was to be drawn while the server was away', async () => {
    const fetchIt = untilWhole(fetch, () => page('/board'), 1);
    const ask = () => fetchIt(page('/board?_rsc=abc'), REDRAW);
    let joined: Promise<Response>[] = [];
    answers = [
      cut,
      (response) => {
        joined = [ask(), ask()];
        cut(response);
      },
    ];
    expect(await (await ask()).text()).toBe('the whole page');
    for (const other of joined) expect(await (await other).text()).toBe('the whole page');
    expect(asked).toBe(3);
    await ask();
    expect(asked).toBe(4);
  });

  it('ends with its signal', async () => {
    answers = [status(502), (response) => void leave.abort(response)];
    const leave = new AbortController();
    await expect(drawn(undefined, { ...REDRAW, signal: leave.signal })).rejects.toThrow();
  });
});

it('Other requests, and pages that are not shown yet, are answered by what comes', async () => {
  answers = [status(502), status(502), status(502), cut];
  expect((await drawn('/board?view=2&_rsc=abc')).status).toBe(502);
  expect((await drawn('/list?view=1&_rsc=abc')).status).toBe(502);
  expect((await drawn(undefined, {})).status).toBe(502);
  await expect(drawn('/list')).rejects.toThrow();
});
