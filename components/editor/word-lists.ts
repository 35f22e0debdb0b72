/**
 * Lists as word processors put them into the clipboard. Word and Outlook: paragraphs that say their level, with their marks
 * as text; Word on the web and Google Docs: items that say their level, in lists of which none is within another's item.
 */

const LEVEL = /mso-list:[^;]*\blevel(\d)/i;
const NUMBER = /^\(?(?:\d+|[a-z]|[ivxlc]+)[.)]/i;

const levelOf = (one: Element): number => Number(LEVEL.exec(one.getAttribute('style') ?? '')?.[1] ?? 0);
const isMark = (one: Element) => /mso-list:\s*ignore/i.test(one.getAttribute('style') ?? '');

const FLAT = /<li\b[^<>]{0,500}aria-level=/i;
const flatLevelOf = (item: Element) =>
  Number(item.getAttribute('data-aria-level') ?? item.getAttribute('aria-level')) || 1;

/** Whether it is one of theirs, and has such a list. */
export const hasWordLists = (html: string): boolean => LEVEL.test(html) || FLAT.test(html);

type Open = { level: number; list: Element }[];

/** Where an item of a level goes, among the lists that go on, from the outermost; `begin` puts the first one into the page. */
function listFor(
  open: Open,
  { level, tag, start }: { level: number; tag: string; start: number },
  begin: (list: Element) => void,
): Open {
  const left = open.filter((one) => one.level < level || (one.level === level && one.list.localName === tag));
  if (left.at(-1)?.level === level) return left;
  const list = document.createElement(tag);
  if (tag === 'ol' && start > 1) list.setAttribute('start', `${start}`);
  const around = left.at(-1)?.list.lastElementChild;
  if (around) around.append(list);
  else begin(list);
  return [...left, { level, list }];
}

/** The outermost list of an item, with what Word on the web puts around each. */
function boxOf(item: Element): Element {
  let box = item;
  while (box.parentElement?.matches('ul, ol, .ListContainerWrapper')) box = box.parentElement;
  return box;
}

function nestFlatLists(page: Document): void {
  let open: Open = [];
  let last: Element | undefined;
  const boxes = new Set<Element>();
  for (const item of page.body.querySelectorAll('li[data-aria-level], li[aria-level]')) {
    const inner = item.parentElement;
    if (!inner || inner.closest('li')) continue;
    const box = boxOf(item);
    if (box !== last && box.previousElementSibling !== last) open = [];
    last = box;
    boxes.add(box);
    const start = Number(item.getAttribute('data-aria-posinset') ?? inner.getAttribute('start') ?? 1);
    open = listFor(open, { level: flatLevelOf(item), tag: inner.localName === 'ol' ? 'ol' : 'ul', start }, (list) =>
      box.before(list),
    );
    open.at(-1)?.list.append(item);
  }
  for (const box of boxes) box.remove();
}

/** With real lists. Everything else stays. */
export function withLists(html: string): string {
  if (!hasWordLists(html)) return html;
  const page = new DOMParser().parseFromString(html, 'text/html');
  nestFlatLists(page);
  let open: Open = [];
  for (const line of page.body.querySelectorAll('p, h1, h2, h3, h4, h5, h6')) {
    const level = levelOf(line);
    if (!level) continue;
    const mark = [...line.querySelectorAll('span')].find(isMark);
    const sign = mark?.textContent?.trim() ?? '';
    mark?.remove();
    if (line.previousElementSibling !== open[0]?.list) open = [];
    const tag = NUMBER.test(sign) ? 'ol' : 'ul';
    open = listFor(open, { level, tag, start: Number.parseInt(sign, 10) || 1 }, (list) => line.before(list));
    const item = page.createElement('li');
    item.append(...line.childNodes);
    open.at(-1)?.list.append(item);
    line.remove();
  }
  return page.body.innerHTML;
}

/** The same as Markdown, for a field of plain text. */
export function wordMarkdown(html: string): string {
  const page = new DOMParser().parseFromString(withLists(html), 'text/html');
  const lines: string[] = [];
  const plain = (text: string) => text.replace(/\s+/g, ' ').trim();
  const ofList = (list: Element, indent: string): void => {
    let number = Number(list.getAttribute('start') ?? 1);
    for (const item of list.children) {
      const mark = list.localName === 'ol' ? `${number++}. ` : '- ';
      const inner = [...item.children].filter(({ localName }) => localName === 'ul' || localName === 'ol');
      for (const one of inner) one.remove();
      lines.push(`${indent}${mark}${plain(item.textContent ?? '')}`);
      for (const one of inner) ofList(one, indent + ' '.repeat(mark.length));
    }
  };
  const blocks = page.body.querySelectorAll('p, h1, h2, h3, h4, h5, h6, ul, ol, tr, pre');
  for (const block of blocks) {
    // Inner lists are read, and taken out, with the outermost.
    if (!block.isConnected || block.parentElement?.closest('li, tr')) continue;
    if (lines.length) lines.push('');
    if (block.matches('ul, ol')) ofList(block, '');
    else lines.push(plain(block.textContent ?? ''));
  }
  return lines.join('\n');
}
