import type { Page } from '@playwright/test';
import { drawn } from './drawn';

/** Whether from now on the channels of the page's connection are moved, after which it reads all again: somebody lost a right. */
export function moving(page: Page): () => boolean {
  let moved = false;
  page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => {
      moved ||= String(payload).includes('epoch.changed');
    }),
  );
  return () => moved;
}

/**
 * Resolves as soon as the page's connection has joined a channel whose name contains `part`. Ask before the page is
 * opened: a connection that exists already is not looked at.
 */
export function joined(page: Page, part: string): Promise<void> {
  return new Promise((resolve) => {
    page.on('websocket', (socket) =>
      socket.on('framereceived', ({ payload }) => {
        const text = String(payload);
        if (text.includes('subscription_succeeded') && text.includes(part)) resolve();
      }),
    );
  });
}

/**
 * Resolves when the page has joined a channel (as `joined`) and shows what it then read from `part` of the API, as it does for
 * what it missed since it was rendered. On a busy machine it reads once before that too. Ask before the page is opened.
 */
export async function caughtUp(page: Page, channel: string, part: RegExp): Promise<void> {
  await joined(page, channel);
  const request = await page.waitForRequest((one) => part.test(one.url()));
  await (await request.response())?.finished();
  await drawn(page);
}
