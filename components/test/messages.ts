import { page } from 'vitest/browser';

/** Messages that come from now on stay until the test ends, not for five seconds: on a busy machine those are over soon. */
export function messagesStay(): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync('.Toastify__progress-bar--animated { animation-duration: 180s !important; }');
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}

/** A message on the screen. */
export const message = (words: string | RegExp) =>
  page.getByRole('region', { name: 'Messages' }).getByText(words).last();
