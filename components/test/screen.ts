import { expect } from 'vitest';
import { type Locator, page } from 'vitest/browser';

/** A message on the screen. */
export const message = (words: string | RegExp) =>
  page.getByRole('region', { name: 'Messages' }).getByText(words).last();

export const textsOf = (all: Locator) => all.elements().map(({ textContent }) => textContent);

/** Presses a button that opens a menu, and chooses there. */
export async function pickFrom(button: Locator, name: string): Promise<void> {
  await button.click();
  await page.getByRole('menuitemradio', { name }).or(page.getByRole('menuitem', { name })).click();
}

export const expectLink = (link: Locator, href: string) => expect.element(link).toHaveAttribute('href', href);
