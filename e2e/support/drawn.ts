import type { Page } from '@playwright/test';

/** What the page was told until now is drawn: two frames, and what they leave to do. */
export const drawn = async (page: Page): Promise<void> => {
  await page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done)))),
  );
};
