import type { Page } from '@playwright/test';

/**
 * Messages that come from now on stay for a minute on what the page shows now, not for five seconds: before one is
 * pressed, what it tells of is looked for here, in another browser or on the server, and that takes as long as the machine
 * needs. Those that are there leave in their time: of three that stay a fourth would wait for the first to leave.
 */
export const messagesStay = (page: Page): Promise<void> =>
  page.evaluate(() => {
    for (const message of document.querySelectorAll('.Toastify__toast')) message.setAttribute('data-leaves', '');
    const sheet = new CSSStyleSheet();
    const coming = '.Toastify__toast:not([data-leaves]) .Toastify__progress-bar--animated';
    sheet.replaceSync(`${coming} { animation-duration: 60s !important; }`);
    document.adoptedStyleSheets.push(sheet);
  });
