import type { BrowserContextOptions, Page } from '@playwright/test';

/**
 * `page`, whose `goto` and `reload` end when the page listens to keys and presses: what is drawn on the server is in
 * sight before that. Whoever names `waitUntil` looks at the moments before.
 */
export function thatListens(page: Page, { javaScriptEnabled = true }: BrowserContextOptions = {}): Page {
  if (!javaScriptEnabled) return page;
  const goto = page.goto.bind(page);
  const reload = page.reload.bind(page);
  page.goto = async (url, options) => {
    const answer = await goto(url, options);
    if (!options?.waitUntil) await untilItListens(page);
    return answer;
  };
  page.reload = async (options) => {
    const answer = await reload(options);
    if (!options?.waitUntil) await untilItListens(page);
    return answer;
  };
  return page;
}

/** Asks React itself: its root and all boundaries are hydrated, and the effects of that have run. */
async function untilItListens(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    type Fiber = {
      child: Fiber | null;
      sibling: Fiber | null;
      memoizedState: { isDehydrated?: boolean; dehydrated?: unknown } | null;
      stateNode: { current: Fiber };
    };
    if (!document.querySelector('script[src*="/_next/static/"]')) return true;
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
    return true;
  });
  await page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done)))),
  );
}
