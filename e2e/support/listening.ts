import type { Browser, BrowserContextOptions, Page } from '@playwright/test';

/** `browser`, whose pages all listen (`thatListens`), also those that a test opens by itself. */
export function whosePagesListen(browser: Browser): Browser {
  const newContext = browser.newContext.bind(browser);
  browser.newContext = async (options) => {
    const context = await newContext(options);
    const newPage = context.newPage.bind(context);
    context.newPage = async () => thatListens(await newPage(), options);
    return context;
  };
  return browser;
}

/**
 * `page`, which a navigation leaves when the new one listens to keys and presses: what is drawn on the server is in
 * sight before that. Whoever names `waitUntil` looks at the moments before.
 */
function thatListens(page: Page, { javaScriptEnabled = true }: BrowserContextOptions = {}): Page {
  if (!javaScriptEnabled) return page;
  for (const name of ['goto', 'reload', 'goBack', 'goForward'] as const) {
    const go = page[name] as (...words: unknown[]) => Promise<unknown>;
    const navigate = async (...words: unknown[]) => {
      const answer = await go.apply(page, words);
      const options = words.at(-1);
      if (!(typeof options === 'object' && options && 'waitUntil' in options)) await untilItListens(page);
      return answer;
    };
    Object.assign(page, { [name]: navigate });
  }
  return page;
}

/**
 * Asks React itself: its root and all boundaries are hydrated, and the effects of that have run. For pages that load
 * anew by something else than a navigation of the test, such as a press that leads to another organisation.
 */
export async function untilItListens(page: Page): Promise<void> {
  await page.waitForFunction(listensEverywhere);
}

/** False, or a promise that the effects have run. Sent to the page, so it names nothing outside. */
export function listensEverywhere(): false | Promise<boolean> {
  type Fiber = {
    child: Fiber | null;
    sibling: Fiber | null;
    memoizedState: { isDehydrated?: boolean; dehydrated?: unknown } | null;
    stateNode: { current: Fiber };
  };
  if (document.querySelector('script[src*="/_next/static/"]')) {
    const name = Object.keys(document).find((key) => key.startsWith('__reactContainer$'));
    const container = name && (document as unknown as Record<string, Fiber>)[name];
    const root = container ? container.stateNode.current : undefined;
    if (!root || root.memoizedState?.isDehydrated) return false;
    const waiting = [root];
    for (let fiber = waiting.pop(); fiber; fiber = waiting.pop()) {
      if (fiber.memoizedState?.dehydrated) return false;
      if (fiber.sibling) waiting.push(fiber.sibling);
      if (fiber.child) waiting.push(fiber.child);
    }
  }
  // In the same page: one that is left meanwhile is asked for again.
  return new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 0, true))));
}
