import { expect, type Locator, type Page } from '@playwright/test';

export const column = (page: Page, status: string): Locator => page.getByRole('region', { name: status, exact: true });

/** A card by its key, in a column or anywhere on the board. */
export const card = (page: Page, key: string, status?: string): Locator =>
  (status ? column(page, status) : page).getByRole('listitem').filter({ has: page.getByText(key, { exact: true }) });

export const boardUrl = (org: string, projectKey: string) => `/${org}/task?view=board&project=${projectKey}`;

export const canBeDragged = (of: Locator): Promise<void> => expect(of).toHaveAttribute('draggable', 'true');

/** Presses the mouse on one thing, moves over another in steps as a hand does, and lets go. */
export async function drag(page: Page, from: Locator, to: Locator): Promise<void> {
  // What drags is fetched when the board is drawn.
  if (await from.evaluate((card) => card.matches('.task-card-movable'))) await canBeDragged(from);
  await from.scrollIntoViewIfNeeded();
  const [start, end] = [await from.boundingBox(), await to.boundingBox()];
  if (!start || !end) throw new Error('What is to be dragged, or where to, is not on the screen');
  // Not on the title: that is a link, and links have a drag of their own.
  await page.mouse.move(start.x + start.width / 2, start.y + start.height - 6);
  await page.mouse.down();
  const [x, y] = [end.x + end.width / 2, end.y + Math.min(end.height / 2, 160)];
  await page.mouse.move(start.x + start.width / 2 + 12, start.y + start.height, { steps: 3 });
  await page.mouse.move(x, y, { steps: 12 });
  await page.mouse.move(x + 2, y + 2, { steps: 2 });
  await page.mouse.up();
}

/** The board is there; what drags waits for its own code (`drag`). */
export async function boardIsReady(page: Page): Promise<void> {
  await expect(column(page, 'Backlogs')).toBeVisible();
}
