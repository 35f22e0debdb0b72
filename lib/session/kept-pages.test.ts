import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { asAuth } from '@/lib/db';
import { type Ctx, withOrg } from '@/lib/org';
import { currentReading, loadedNow, mayBeKept } from '@/lib/reading/reading';
import { keptPages } from '@/lib/session/kept-pages';
import { signInWithPassword } from '@/lib/session/sign-in';
import { sessionCookieName, sessionTokensIn, verifyToken } from '@/lib/session-token';
import { fixtureId, PASSWORD } from '@/lib/test/fixtures';
import { freshWorld, owner } from '@/lib/test/sign-up-calls';

freshWorld();

const WEB = fixtureId('acme.WEB');
type Page = (ctx: Ctx) => Promise<unknown>;
const projectName: Page = async ({ db, actor }) => {
  mayBeKept(actor);
  const [row] = await db.$queryRaw<{ name: string }[]>`select name from project where id = ${WEB}::uuid`;
  return `${row?.name} for ${actor.name} in ${actor.timeZone}, "loadedAt":${loadedNow()}`;
};

let page: Page;
let header: Record<string, string>;
let rendered = 0;
const server = http.createServer((request, response) => {
  const pass = async () => {
    rendered++;
    const [token = ''] = sessionTokensIn(request.headers.cookie ?? null);
    const { sid, org } = await verifyToken(token);
    currentReading()?.through({ orgKey: 'acme', allowedDuring: [] });
    const text = await withOrg({ sid, org }, 'acme', page, [], { framed: true }).catch((error) => error.message);
    const nonce = btoa(crypto.randomUUID());
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.setHeader('content-security-policy', `script-src 'nonce-${nonce}'`);
    for (const [name, value] of Object.entries(header)) response.setHeader(name, value);
    response.write(`<script nonce="${nonce}">1</script>`);
    response.end(`<p>${text}</p>`);
  };
  if (keptPages.picks(request)) keptPages.answer(request, response, pass);
  else void pass();
});
let base: string;
const cookies: Record<string, string> = {};

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
beforeEach(async () => {
  for (const who of ['user', 'leader']) {
    const input = { email: `${who}@acme.test`, password: PASSWORD, sub_domain: 'acme' };
    cookies[who] = `${sessionCookieName()}=${(await signInWithPassword(input, 'browser', {})).token}`;
  }
  rendered = 0;
  page = projectName;
  header = {};
});
afterAll(() => server.close());

const read = async (who = 'user', headers: Record<string, string> = {}, path = '/acme/task?project=WEB') => {
  const answer = await fetch(base + path, { headers: { cookie: cookies[who] as string, ...headers } });
  const text = await answer.text();
  const nonce = /nonce="([^"]+)"/.exec(text)?.[1];
  expect(answer.headers.get('content-security-policy')).toContain(`'nonce-${nonce}'`);
  const shown = /<p>(.*), "loadedAt":/.exec(text)?.[1];
  return { text, nonce, shown, loadedAt: Number(/"loadedAt":(\d+)/.exec(text)?.[1]) };
};

test('a page is rendered once while what it shows is unchanged; each copy has its own nonce and moment', async () => {
  const before = Date.now();
  const first = await read();
  const [second] = await Promise.all([read(), read(), read(), read()]);
  expect(rendered).toBe(1);
  expect(second.shown).toBe(first.shown);
  expect(second.nonce).not.toBe(first.nonce);
  expect(first.loadedAt).toBeGreaterThanOrEqual(before);
  expect(second.loadedAt).toBeGreaterThanOrEqual(first.loadedAt);
});

test.each([
  ['the record', `update project set name = 'Renamed' where id = '${WEB}'`, /^Renamed/],
  [
    'the right to see it',
    `delete from project_member where project_id = '${WEB}' and member_id = '${fixtureId('acme.user')}'`,
    /^undefined/,
  ],
  ['the person', `update person set time_zone = 'Asia/Tokyo' where email = 'user@acme.test'`, /Tokyo$/],
])('a change of %s is shown at once', async (_name, change, shown) => {
  await read();
  await owner.query(change);
  expect((await read()).shown).toMatch(shown);
  expect(rendered).toBe(2);
});

test('nobody gets what is kept of another, and an ended session gets nothing', async () => {
  const mine = await read();
  const theirs = await read('leader');
  expect(rendered).toBe(2);
  expect(theirs.shown).not.toBe(mine.shown);
  await owner.query(`delete from session where member_id = $1`, [fixtureId('acme.user')]);
  expect((await read()).text).toContain('Your session has ended');
  expect(rendered).toBe(3);
});

test.each([
  ['device', { 'user-agent': 'another' }],
  ['cookie', { cookie: 'also=this' }],
  ['way there', { rsc: '1', 'next-router-state-tree': 'x' }],
])('another %s has a page of its own', async (_name, { cookie, ...headers }: Record<string, string>) => {
  await read();
  await read('user', { ...headers, ...(cookie && { cookie: `${cookies.user}; ${cookie}` }) });
  expect(rendered).toBe(2);
});

test('the next day has a page of its own, and so has the time to renew the token', async () => {
  await read();
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 86_400_000 / 2 });
  await read();
  vi.useRealTimers();
  expect(rendered).toBe(2);
});

test.each<[string, Page]>([
  ['did not say so', async ({ db }) => db.$queryRaw`select 1`],
  ['shows words that age', async (ctx) => [currentReading()?.spoil(), await projectName(ctx)]],
  ['reads through another door', async (ctx) => [await asAuth(async () => 1), await projectName(ctx)]],
  [
    'writes',
    async (ctx) => [await ctx.db.$executeRaw`update task set title = title where false`, await projectName(ctx)],
  ],
  ['locks', async (ctx) => [await ctx.db.$queryRaw`select id from task for update`, await projectName(ctx)]],
  ['opens the bin', async (ctx) => [await ctx.openBin(), await projectName(ctx)]],
  ['failed in a part', async (ctx) => `${await projectName(ctx)}<template data-dgst="1"></template>`],
])('a page that %s is rendered each time', async (_name, given) => {
  page = given;
  for (let time = 0; time < 3; time++) await read('leader');
  expect(rendered).toBe(3);
});

test('an answer with a cookie is not kept, nor is any of an address that is not a page', async () => {
  await read('user', {}, '/acme/task/x');
  await read('user', {}, '/acme/task/x');
  header = { 'set-cookie': 'a=b' };
  await read();
  await read();
  expect(rendered).toBe(4);
});
