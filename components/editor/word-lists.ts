/** Lists as Word and Outlook put them into the clipboard: paragraphs that say their level, with their marks as text. */

const LEVEL = /mso-list:[^;]*\blevel(\d)/i;
const NUMBER = /^\(?(?:\d+|[a-z]|[ivxlc]+)[.)]/i;

const levelOf = (one: Element): number => Number(LEVEL.exec(one.getAttribute('style') ?? '')?.[1] ?? 0);
const isMark = (one: Element) => /mso-list:\s*ignore/i.test(one.getAttribute('style') ?? '');

/** Whether it is one of theirs, and has such a list. */
export const hasWordLists = (html: string): boolean => LEVEL.test(html);

/** With real lists. Everything else stays. */
export function withLists(html: string): string {
  if (!hasWordLists(html)) return html;
  const page = new DOMParser().parseFromString(html, 'text/html');
  /** Those that go on, from the outermost. */
  let open: { level: number; list: Element }[] = [];
  for (const line of page.body.querySelectorAll('p, h1, h2, h3, h4, h5, h6')) {
    const level = levelOf(line);
    if (!level) continue;
    const mark = [...line.querySelectorAll('span')].find(isMark);
    const sign = mark?.textContent?.trim() ?? '';
    mark?.remove();
    if (line.previousElementSibling !== open[0]?.list) open = [];
    const tag = NUMBER.test(sign) ? 'ol' : 'ul';
    open = open.filter((one) => one.level < level || (one.level === level && one.list.localName === tag));
    if (open.at(-1)?.level !== level) {
      const list = page.createElement(tag);
      if (tag === 'ol' && Number.parseInt(sign, 10) > 1) list.setAttribute('start', `${Number.parseInt(sign, 10)}`);
      const around = open.at(-1)?.list.lastElementChild;
      if (around) around.append(list);
      else line.before(list);
      open.push({ level, list });
    }
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
