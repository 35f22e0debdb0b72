import { expect, type Locator, type Page } from '@playwright/test';

export const TABLET = { viewport: { width: 1180, height: 820 }, hasTouch: true, isMobile: true };

export type Place = { x: number; y: number };

const STEPS = 16;

/** What shows that a long press has lifted something. */
const lifted = (page: Page) => page.locator('[data-ghost], [data-held]');

export async function middleOf(of: Locator): Promise<Place> {
  const box = await of.boundingBox();
  if (!box) throw new Error('Not on the screen');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** Presses until what is below is lifted, goes to each place in steps as a finger does, and lets go. */
export async function carry(page: Page, from: Place, ...to: (Place | (() => Promise<Place>))[]): Promise<void> {
  const cdp = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', at?: Place) =>
    cdp.send('Input.dispatchTouchEvent', { type, touchPoints: at ? [at] : [] });
  await touch('touchStart', from);
  await expect(lifted(page)).toHaveCount(1);
  let at = from;
  for (const one of to) {
    const next = typeof one === 'function' ? await one() : one;
    for (let step = 1; step <= STEPS; step++)
      await touch('touchMove', {
        x: at.x + ((next.x - at.x) * step) / STEPS,
        y: at.y + ((next.y - at.y) * step) / STEPS,
      });
    at = next;
  }
  await touch('touchEnd');
  await expect(lifted(page)).toHaveCount(0);
  await cdp.detach();
}

/** A finger that moves at once: all that it does is on its way together, as a pause would be a long press. */
export async function swipe(page: Page, from: Place, by: Partial<Place>): Promise<void> {
  const cdp = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: Place[]) =>
    cdp.send('Input.dispatchTouchEvent', { type, touchPoints });
  const way = Array.from({ length: STEPS }, (_, step) => ({
    x: from.x + ((by.x ?? 0) * (step + 1)) / STEPS,
    y: from.y + ((by.y ?? 0) * (step + 1)) / STEPS,
  }));
  await Promise.all([
    touch('touchStart', [from]),
    ...way.map((place) => touch('touchMove', [place])),
    touch('touchEnd', []),
  ]);
  await cdp.detach();
}
