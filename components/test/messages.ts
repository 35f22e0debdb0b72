import { page } from 'vitest/browser';

/** A message on the screen. */
export const message = (words: string | RegExp) =>
  page.getByRole('region', { name: 'Messages' }).getByText(words).last();
