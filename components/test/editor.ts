import { afterEach } from 'vitest';
import { page } from 'vitest/browser';

/** For files whose tests choose the rich editor: a page remembers the choice longer than one test lasts. */
export function backToMarkdown(): void {
  afterEach(() => {
    for (const button of page.getByRole('button', { name: 'Write in Markdown' }).elements())
      (button as HTMLElement).click();
  });
}
