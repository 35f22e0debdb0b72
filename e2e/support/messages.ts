import type { Page } from '@playwright/test';

/**
 * Messages stay for a minute on what the page shows now, not for five seconds: before one is pressed, what it tells of is
 * looked for here, in another browser or on the server, and that takes as long as the machine needs.
 */
export const messagesStay = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('.Toastify__progress-bar--animated { animation-duration: 60s !important; }');
    document.adoptedStyleSheets.push(sheet);
  });
