import { afterEach, beforeEach } from 'vitest';
import { page } from 'vitest/browser';

/** For files whose tests choose the rich editor: a page remembers the choice longer than one test lasts. */
export function backToMarkdown(): void {
  afterEach(() => {
    for (const button of page.getByRole('button', { name: 'Write in Markdown' }).elements())
      (button as HTMLElement).click();
  });
}

/** For files whose tests fill the description as Markdown: it begins as rich text for who has not chosen. */
export function writeInMarkdown(): void {
  beforeEach(() => localStorage.setItem('guildhall-editor', 'markdown'));
}
