import { expect, type Page } from '@playwright/test';
import { drawn } from './drawn';

export type Overlay = {
  name: string;
  path: string;
  /** Goes further in, to where several of them open. */
  enter?: (page: Page) => Promise<void>;
  /** Opens it; resolves when it is there. */
  open: (page: Page) => Promise<void>;
  phone?: true;
};

/** Of a step that is looked at on a phone as well. */
export const WIDTHS: readonly Pick<Overlay, 'phone'>[] = [{}, { phone: true }];

export const press = async (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first().click();
export const seen = (page: Page, role: 'dialog' | 'alertdialog' | 'menu', name?: string | RegExp) =>
  expect(page.getByRole(role, name ? { name } : {}).first()).toBeVisible();

/** What the page shows, with its address and what is typed into it. */
export const contentOf = (page: Page): Promise<string> => page.evaluate(content);

const content = () =>
  JSON.stringify([
    location.href,
    // biome-ignore lint/performance/useDomNodeTextContent: what is hidden does not count
    document.body.innerText,
    [...document.querySelectorAll('input, select, textarea')].map((one) => {
      const { value, checked } = one as HTMLInputElement;
      return [value, checked];
    }),
  ]);

const ESCAPES = 3;

/** Leaves what is open as Escape does. @returns whether the page shows what it did `before`; else it is to be loaded anew */
export async function leavesAs(page: Page, before: string): Promise<boolean> {
  for (let times = 0; times < ESCAPES; times++) {
    await page.keyboard.press('Escape');
    // What is closed is gone with the second frame.
    await drawn(page);
    if ((await contentOf(page)) === before) return true;
  }
  return false;
}
