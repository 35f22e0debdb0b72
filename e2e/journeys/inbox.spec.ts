import { createHash, randomUUID } from 'node:crypto';
import { expect, type Page, type Worker } from '@playwright/test';
import { test } from '../fixtures';
import { joined, openLive } from '../support/live';
import { nameOf } from '../support/organisation';

test('the inbox: what comes is snoozed and archived by keys, another tab follows, and Today does, too', async ({
  org,
}) => {
  const { leader, project } = await org.project('Printing', [nameOf('user')]);
  const mine = { assignee_ids: [org.memberId('user')] };
  const first = await leader.newTask(project._id, 'Order the paper', mine);
  const page = await org.as('user');
  await openLive(org.url('notifications'), 'private-user-', page);
  const row = (task: { key: string }, on = page) =>
    on.getByRole('main').getByRole('listitem').filter({ hasText: task.key });
  await expect(row(first)).toContainText(`You are assigned to ${first.key}`);
  const second = await leader.newTask(project._id, 'Book the printer', mine);
  await expect(row(second)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Notifications, 3 unread' })).toBeVisible();

  await row(first).getByRole('link').focus();
  await page.keyboard.press('h');
  await page.getByRole('menuitem', { name: 'Tomorrow' }).press('Enter');
  await expect(row(first)).toHaveCount(0);
  const tabs = page.getByRole('navigation', { name: 'Notifications' });
  await tabs.getByRole('link', { name: 'Snoozed' }).press('Enter');
  await expect(row(first)).toContainText('Back on');

  const other = await page.context().newPage();
  await openLive('/today', 'private-user-', other);
  const part = other
    .locator('section')
    .filter({ has: other.getByRole('heading', { name: /^Inbox/ }) })
    .last();
  const there = part.getByRole('listitem').filter({ hasText: second.key });
  await expect(there).toBeVisible();
  await tabs.getByRole('link', { name: 'Inbox' }).press('Enter');
  await row(second).getByRole('link').focus();
  await page.keyboard.press('u');
  await expect(row(second)).not.toContainText('Unread');
  await expect(there).toHaveCount(0);
  const third = await leader.newTask(project._id, 'Glue the sheets', mine);
  const came = part.getByRole('listitem').filter({ hasText: third.key });
  await came.getByRole('link').focus();
  await other.keyboard.press('e');
  await expect(came).toHaveCount(0);
  await expect(row(third)).toHaveCount(0);
  await tabs.getByRole('link', { name: 'Archived' }).press('Enter');
  await expect(row(third)).toBeVisible();
});

/**
 * The service worker in a real browser. The browser of these tests lets no page show notifications and reaches no push
 * service: both are stood in for, inside the worker.
 */
async function workerOf(page: Page): Promise<Worker> {
  await page.evaluate(async () => {
    await navigator.serviceWorker.register('/push.js', { scope: '/' });
    await navigator.serviceWorker.ready;
  });
  const worker = page.context().serviceWorkers()[0] ?? (await page.context().waitForEvent('serviceworker'));
  await worker.evaluate(() => {
    const scope = globalThis as unknown as Record<string, { prototype: Record<string, unknown> }> & {
      shown: unknown[];
    };
    scope.shown = [];
    (scope.ServiceWorkerRegistration as { prototype: Record<string, unknown> }).prototype.showNotification = async (
      title: string,
      { body, tag, data }: NotificationOptions,
    ) => void scope.shown.push({ title, body, tag, data });
    // Only a person's click may bring a window to the front.
    (scope.WindowClient as { prototype: Record<string, unknown> }).prototype.focus = async () => undefined;
  });
  return worker;
}

/** Hands a message to the worker as a push service would. */
async function push(page: Page, message: object): Promise<void> {
  const cdp = await page.context().newCDPSession(page);
  const registered = new Promise<string>((resolve) =>
    cdp.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const one = registrations.find(({ isDeleted }) => !isDeleted);
      if (one) resolve(one.registrationId);
    }),
  );
  await cdp.send('ServiceWorker.enable');
  const { origin } = new URL(page.url());
  const data = JSON.stringify(message);
  await cdp.send('ServiceWorker.deliverPushMessage', { origin, registrationId: await registered, data });
  await cdp.detach();
}

const shownBy = (worker: Worker) => worker.evaluate(() => (globalThis as unknown as { shown: unknown[] }).shown);

test('a push is shown, leads to its page, and goes from the screen when what it tells of was read elsewhere', async ({
  org,
}) => {
  const [leader, user] = [await org.program('leader'), await org.program('user')];
  const project = await leader.newProject('Pushed and read', [nameOf('user')]);
  const mine = { assignee_ids: [org.memberId('user')] };
  const [read, left] = [
    await leader.newTask(project._id, 'Read elsewhere', mine),
    await leader.newTask(project._id, 'Not read', mine),
  ];
  const page = await org.as('user');
  await page.goto(org.url('dashboard'));
  const worker = await workerOf(page);
  const url = org.url(`taskpage?task=${left.key}`);
  const words = { title: 'Negotiate the hosting contract', body: 'Daniel Osei mentioned you', tag: randomUUID() };
  await push(page, { ...words, url });
  await expect.poll(() => shownBy(worker)).toEqual([{ ...words, data: { url } }]);
  const click = (to: string) =>
    worker.evaluate((to) => {
      const notification = { close: () => undefined, data: { url: to } };
      const event = Object.assign(new Event('notificationclick'), { notification, waitUntil: () => undefined });
      dispatchEvent(event);
    }, to);
  await click(`https://elsewhere.example/${org.key}/dashboard`);
  await click(url);
  await expect(page).toHaveURL(url);

  // The page asks for what is shown: it is stood in for, as this browser shows nothing.
  await page.addInitScript(
    ({ tags, url }) => {
      const given = tags.map((tag) => ({
        ...{ tag, data: { url } },
        close: () =>
          document.documentElement.setAttribute(
            'data-closed',
            `${document.documentElement.dataset.closed ?? ''} ${tag}`,
          ),
      }));
      ServiceWorkerRegistration.prototype.getNotifications = async () => given as unknown as Notification[];
    },
    { tags: [read._id, left._id], url },
  );
  const heard = joined(page, 'private-user-');
  await page.reload();
  await heard;
  const { docs } = await user.ask('GET', 'notificationList?limit=200');
  const { _id } = docs.find(({ task }) => (task as { _id: string } | null)?._id === read._id) ?? {};
  await user.ask('POST', 'markNotifications', { ids: [_id] });
  await expect(page.locator('html')).toHaveAttribute('data-closed', new RegExp(String(read._id)));
  await expect(page.locator('html')).not.toHaveAttribute('data-closed', new RegExp(String(left._id)));
});

test('a browser that gets another address goes on being told there, if it was told before', async ({ org }) => {
  const page = await org.as('leader');
  await page.goto(org.url('dashboard'));
  const worker = await workerOf(page);
  const place = () => `https://push.example.org/${randomUUID()}`;
  const [old, fresh, never] = [place(), place(), place()];
  const keys = { p256dh: `B${'A'.repeat(86)}`, auth: 'A'.repeat(22) };
  const known = () =>
    page.evaluate(async () => (await (await fetch('/api/notificationSettings')).json()).data.push_browsers as string[]);
  const nameOf = (endpoint: string) => createHash('sha256').update(endpoint).digest('hex');
  await page.evaluate(
    (body) => fetch('/api/pushSubscription', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body }),
    JSON.stringify({ endpoint: old, keys }),
  );
  expect(await known()).toContain(nameOf(old));

  const change = (from: string, to: string) =>
    worker.evaluate(
      async ({ from, to, keys }) => {
        let dropped = false;
        const newSubscription = {
          toJSON: () => ({ endpoint: to, expirationTime: null, keys }),
          unsubscribe: async () => {
            dropped = true;
          },
        };
        const oldSubscription = { endpoint: from, options: {} };
        const done: Promise<unknown>[] = [];
        const waitUntil = (work: Promise<unknown>) => void done.push(work);
        dispatchEvent(
          Object.assign(new Event('pushsubscriptionchange'), { oldSubscription, newSubscription, waitUntil }),
        );
        await Promise.all(done);
        return dropped;
      },
      { from, to, keys },
    );
  expect(await change(old, fresh)).toBe(false);
  const now = await known();
  expect(now).toContain(nameOf(fresh));
  expect(now).not.toContain(nameOf(old));
  expect(await change(old, never)).toBe(true);
  expect(await known()).not.toContain(nameOf(never));
  await page.evaluate(
    (endpoint) => fetch(`/api/pushSubscription?${new URLSearchParams({ endpoint })}`, { method: 'DELETE' }),
    fresh,
  );
  expect(await known()).not.toContain(nameOf(fresh));
});
