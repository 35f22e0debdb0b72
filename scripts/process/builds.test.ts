import fs from 'node:fs';
import http from 'node:http';
import type net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { currentBuild, holdBuild, madeFromIn, publishBuild, sweepBuilds } from './builds.mjs';
import { answerForOtherBuilds } from './other-builds.mjs';

const base = fs.mkdtempSync(path.join(os.tmpdir(), 'guildhall-builds-'));
afterAll(() => fs.rmSync(base, { recursive: true, force: true }));
beforeEach(() => {
  for (const name of fs.readdirSync(base)) fs.rmSync(path.join(base, name), { recursive: true });
});

const MINUTE = 60_000;
const DAY = 86_400_000;
const inBuild = (id: string, file = '.') => path.join(base, '.builds', id, file);

/** As `next build` leaves it: everything but the cache is new. */
function build(id: string) {
  const built = path.join(base, '.next');
  fs.rmSync(built, { recursive: true, force: true });
  for (const folder of ['static/chunks', 'server', 'cache', 'node_modules'])
    fs.mkdirSync(path.join(built, folder), { recursive: true });
  fs.writeFileSync(path.join(built, 'BUILD_ID'), id);
  fs.writeFileSync(path.join(built, 'static/chunks', `${id}.js`), `chunk of ${id}`);
  fs.writeFileSync(path.join(built, 'server/page.js'), `page of ${id}`);
  fs.writeFileSync(path.join(built, 'cache/large'), '');
  fs.symlinkSync('../../node_modules/pg', path.join(built, 'node_modules/pg-0'));
}

function publish(id: string) {
  build(id);
  publishBuild(base);
}

describe('a build', () => {
  test('stays whole while the next one is made, and the next one counts once it is complete', () => {
    publish('one');
    const { folder } = holdBuild(base);
    expect(folder).toBe(inBuild('one'));
    build('two');
    expect(fs.readFileSync(path.join(folder, '.next/server/page.js'), 'utf8')).toBe('page of one');
    expect(currentBuild(base)).toBe(inBuild('one'));
    publishBuild(base);
    expect(currentBuild(base)).toBe(inBuild('two'));
    expect(fs.readFileSync(path.join(folder, '.next/server/page.js'), 'utf8')).toBe('page of one');
    expect(fs.existsSync(inBuild('two', '.next/cache'))).toBe(false);
  });

  test('finds its packages from where it runs', () => {
    fs.mkdirSync(path.join(base, 'node_modules/pg'), { recursive: true });
    publish('one');
    const found = fs.realpathSync(inBuild('one', '.next/node_modules/pg-0'));
    expect(found).toBe(fs.realpathSync(path.join(base, 'node_modules/pg')));
  });

  test('has the settings of the sources, with what they import', async () => {
    fs.writeFileSync(path.join(base, 'settings.mjs'), 'export const compress = false;');
    fs.writeFileSync(path.join(base, 'next.config.mjs'), `export { compress as default } from './settings.mjs';`);
    publish('one');
    expect((await import(inBuild('one', 'next.config.mjs'))).default).toBe(false);
  });

  test('that was made elsewhere and brought here counts; one that is still being made does not', () => {
    publish('one');
    build('two');
    expect(currentBuild(base)).toBe(inBuild('one'));
    fs.writeFileSync(madeFromIn(base), 'hash');
    expect(currentBuild(base)).toBe(inBuild('two'));
  });

  test('made by Next alone is run where it is', () => {
    expect(currentBuild(base)).toBeNull();
    build('one');
    expect(currentBuild(base)).toBe(base);
  });
});

describe('an older build', () => {
  test('that nobody runs keeps its static files alone, for two weeks', () => {
    publish('one');
    publish('two');
    sweepBuilds(base, Date.now() + MINUTE);
    expect(fs.existsSync(inBuild('one', '.next/server'))).toBe(true);
    sweepBuilds(base, Date.now() + 11 * MINUTE);
    expect(fs.readdirSync(inBuild('one'))).toEqual(['.next']);
    expect(fs.readdirSync(inBuild('one', '.next'))).toEqual(['static']);
    sweepBuilds(base, Date.now() + 13 * DAY);
    expect(fs.existsSync(inBuild('one', '.next/static/chunks/one.js'))).toBe(true);
    sweepBuilds(base, Date.now() + 15 * DAY);
    expect(fs.existsSync(inBuild('one'))).toBe(false);
    expect(currentBuild(base)).toBe(inBuild('two'));
  });

  test('that a process runs stays, until it is let go; a holder that was killed does not count', () => {
    publish('one');
    const { release } = holdBuild(base);
    fs.writeFileSync(inBuild('one', 'held-by/999999999-1'), 'another start');
    publish('two');
    sweepBuilds(base, Date.now() + DAY);
    expect(fs.existsSync(inBuild('one', '.next/server'))).toBe(true);
    release();
    sweepBuilds(base, Date.now() + DAY);
    expect(fs.existsSync(inBuild('one', '.next/server'))).toBe(false);
  });
});

test('a process answers with static files of the builds before and after its own, and with nothing else of them', async () => {
  publish('one');
  publish('two');
  fs.writeFileSync(inBuild('two', '.next/secret.js'), 'not for browsers');
  answerForOtherBuilds(inBuild('one'));
  const server = http.createServer((_, response) => response.end('by itself')).listen(0, 'localhost');
  await new Promise((resolve) => server.once('listening', resolve));
  const url = `http://localhost:${(server.address() as net.AddressInfo).port}/_next/static`;
  const get = async (file: string) => {
    const answer = await fetch(`${url}/${file}`);
    return [await answer.text(), answer.headers.get('cache-control')];
  };
  expect(await get('chunks/two.js?dpl=1')).toEqual(['chunk of two', 'public, max-age=31536000, immutable']);
  for (const other of [
    'chunks/one.js',
    'chunks/three.js',
    '..%2fsecret.js',
    'chunks/..%2f..%2fsecret.js',
    'chunks',
    '%ff',
  ])
    expect(await get(other)).toEqual(['by itself', null]);
  server.close();
});
