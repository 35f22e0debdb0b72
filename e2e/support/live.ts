import type { Page } from '@playwright/test';

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

/** Opens `url` in each page, and waits until their connections have joined a channel whose name contains `part`. */
export async function openLive(url: string, part: string, ...pages: Page[]): Promise<void> {
  const live = pages.map((page) => joined(page, part));
  for (const page of pages) await page.goto(url);
  await Promise.all(live);
}

/** A promise, and what keeps it. */
export function deferred() {
  let resolve = () => {};
  const promise = new Promise<void>((kept) => {
    resolve = kept;
  });
  return { promise, resolve };
}

/** Where people of a project hear of what happens in it. */
export const channelOf = (project: { _id: string }) => `private-project-${project._id}`;

/**
 * Resolves when the page shows what it read from `part` of the API once it was connected, as it does for what it missed
 * since it was rendered. Ask before the page is opened.
 */
export async function caughtUp(page: Page, part: RegExp): Promise<void> {
  const answer = await page.waitForResponse((one) => part.test(one.url()));
  await answer.finished();
  await drawn(page);
}

/**
 * Holds answers back of what `page` sends to `url` (not of what it reads): the server has done it, and says so to others,
 * and the page does not know. Answers what lets them come.
 */
export async function lateAnswers(page: Page, url: string): Promise<() => void> {
  const late = deferred();
  let coming: Promise<void> | undefined = late.promise;
  await page.route(url, async (route) => {
    if (!coming || route.request().method() === 'GET') return route.fallback();
    const response = await route.fetch();
    await coming;
    await route.fulfill({ response });
  });
  return () => {
    coming = undefined;
    late.resolve();
  };
}

/** What the page was told until now is drawn: two frames, and what they leave to do. */
export const drawn = async (page: Page): Promise<void> => {
  await page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done)))),
  );
};
