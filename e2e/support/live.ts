import type { Page } from '@playwright/test';

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
