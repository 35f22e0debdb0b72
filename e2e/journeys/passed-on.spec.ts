import { type BrowserContext, expect, type Page } from '@playwright/test';
import { test } from '../fixtures';
import { PHONE, WIDE } from '../support/axe';

/** Tests pass their browsers on (e2e/support/passed-on.ts): what one leaves there the next does not see. */

test.describe.configure({ mode: 'default' });

const given = new Map<string, BrowserContext>();

/** Where a page may keep something, with what it has kept. */
const kept = (page: Page) =>
  page.evaluate(async () => ({
    local: localStorage.getItem('left'),
    session: sessionStorage.getItem('left'),
    cookie: /left=\w+/.exec(document.cookie)?.[0] ?? null,
    databases: (await indexedDB.databases()).map(({ name }) => name).filter((name) => name === 'left'),
    caches: await caches.has('left'),
    file: await (await navigator.storage.getDirectory()).getFileHandle('left').then(
      () => true,
      () => false,
    ),
    workers: (await navigator.serviceWorker.getRegistrations()).length,
    clipboard: (await navigator.permissions.query({ name: 'clipboard-read' as PermissionName })).state,
    name: window.name,
    width: innerWidth,
    planted: 'planted' in window,
    online: navigator.onLine,
  }));
const NOTHING = {
  ...{ local: null, session: null, cookie: null, databases: [], caches: false, file: false, workers: 0 },
  ...{ clipboard: 'prompt', name: '', width: WIDE.width, planted: false, online: true },
};

test('a test leaves what it can', async ({ as, console }) => {
  // Whatever the page asks for once its session is taken, and then the connection.
  console.expectError(/401|ERR_INTERNET_DISCONNECTED/);
  const page = await as('observer', 'globex');
  const context = page.context();
  given.set('observer', context);
  await page.goto('/globex/settings');
  expect(await kept(page)).toEqual(NOTHING);
  await context.grantPermissions(['clipboard-read']);
  await page.route('**/api/userList*', (route) => route.fulfill({ status: 500, body: 'routed' }));
  await page.evaluate(async () => {
    localStorage.setItem('left', 'left');
    sessionStorage.setItem('left', 'left');
    window.name = 'left';
    // biome-ignore lint/suspicious/noDocumentCookie: as the application keeps choices
    document.cookie = 'left=yes; Path=/; Max-Age=1000';
    await new Promise((done) => Object.assign(indexedDB.open('left'), { onsuccess: done }));
    await caches.open('left');
    await (await navigator.storage.getDirectory()).getFileHandle('left', { create: true });
  });
  await page.setViewportSize(PHONE);
  expect(await kept(page)).toEqual({
    ...{ local: 'left', session: 'left', cookie: 'left=yes', databases: ['left'], caches: true, file: true },
    ...{ workers: 0, clipboard: 'granted', name: 'left', width: PHONE.width, planted: false, online: true },
  });
  await context.newPage();
  await context.clearCookies({ name: /session/ });
  await context.setOffline(true);
});

test('the next one has the same browser and finds nothing of it', async ({ as, console }) => {
  console.expectError(/401/);
  const page = await as('observer', 'globex');
  const context = page.context();
  expect(context).toBe(given.get('observer'));
  await page.goto('/globex/settings');
  await expect(page).toHaveURL('/globex/settings');
  expect(await kept(page)).toEqual(NOTHING);
  expect(await page.evaluate(async () => (await fetch('/api/userList?limit=1')).status)).toBe(200);
  await context.addInitScript(() => Object.assign(window, { planted: true }));
  await page.reload();
  expect(await kept(page)).toEqual({ ...NOTHING, planted: true });
});

test('a browser that was told something for good is not passed on, nor is one to somebody else', async ({ as }) => {
  const page = await as('observer', 'globex');
  const context = page.context();
  expect(context).not.toBe(given.get('observer'));
  given.set('with a worker', context);
  await page.goto('/globex/settings');
  expect(await kept(page)).toEqual(NOTHING);
  expect((await as('observer', 'globex')).context()).not.toBe(context);
  expect((await as('client', 'globex')).context()).not.toBe(context);
  await context.route('**/worker-of-a-test.js', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: 'onfetch = () => undefined' }),
  );
  await page.evaluate(async () => {
    await navigator.serviceWorker.register('/worker-of-a-test.js');
    await navigator.serviceWorker.ready;
  });
  expect(await kept(page)).toEqual({ ...NOTHING, workers: 1 });
});

test('nor is one with a worker of a page’s; what a page says is told once, to the test that has it', async ({
  as,
  console,
}) => {
  const page = await as('observer', 'globex');
  expect(page.context()).not.toBe(given.get('with a worker'));
  await page.goto('/globex/settings');
  expect(await kept(page)).toEqual(NOTHING);
  console.expectError(/said here/);
  await page.evaluate(() => window.console.error('said here'));
  await expect.poll(() => console.said.filter((line) => line.includes('said here'))).toHaveLength(1);
});
