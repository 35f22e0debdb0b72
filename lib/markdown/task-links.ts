/** Keys of tasks in rendered text. The stored HTML is the same for all readers, so links are made for each of them. */

const KEY = /(?<![\p{L}\p{N}_/#.-])[A-Z][A-Z0-9]{1,9}-[1-9]\d{0,8}(?![\p{L}\p{N}_-])/gu;
/** In one answer. */
const MOST_KEYS = 200;

const NO_LINKS = /^<\/?(?:a|code|pre)[ >]/;

/**
 * Calls `change` with each text that is in none of the elements `silent`, by default links and code, and `between` with
 * each tag. `html`: as lib/markdown/markdown makes it.
 */
export function withTexts(
  html: string,
  change: (text: string) => string,
  { silent = NO_LINKS, between }: { silent?: RegExp; between?: (tag: string) => void } = {},
): string {
  let inside = 0;
  return html
    .split(/(<[^<>]*>)/)
    .map((part) => {
      if (!part.startsWith('<')) return inside ? part : change(part);
      if (silent.test(part)) inside += part.startsWith('</') ? -1 : 1;
      between?.(part);
      return part;
    })
    .join('');
}

/** The first 200 different ones. */
export function taskKeysIn(htmls: readonly string[]): string[] {
  const keys = new Set<string>();
  for (const html of htmls)
    if (/[A-Z0-9]-\d/.test(html))
      withTexts(html, (text) => {
        for (const [key] of text.matchAll(KEY)) if (keys.size < MOST_KEYS) keys.add(key);
        return text;
      });
  return [...keys];
}

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** `titles`: by key, of the tasks that the reader sees. Links are relative: every page of an organisation is beside the task page. */
export const withTaskLinks = (html: string, titles: ReadonlyMap<string, string>): string =>
  titles.size === 0
    ? html
    : withTexts(html, (text) =>
        text.replace(KEY, (key) => {
          const title = titles.get(key);
          return title === undefined ? key : `<a href="taskpage?task=${key}" title="${escaped(title)}">${key}</a>`;
        }),
      );

/** The same links for a page that is beside no task page, such as the chat's frame. `page`: the task page's address. */
export const withTaskPageAt = (html: string, page: string): string =>
  html.replaceAll('<a href="taskpage?', `<a href="${escaped(page)}?`);
