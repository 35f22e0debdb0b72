import { pictureMarkdown } from '@/lib/markdown/pictures';
import type { DocNode } from './markdown-doc';

const SIGNS: Record<string, string> = { bold: '**', italic: '*', strike: '~~' };
/** The outermost first. */
const ORDER = ['link', 'bold', 'italic', 'strike'];

/** One block of the rich editor as Markdown; empty for an empty paragraph. `before`: what stands before it, from which a list differs. */
export function markdownOf(node: DocNode, before = ''): string {
  const { type, attrs = {}, content = [] } = node;
  switch (type) {
    case 'paragraph':
      return inline(content);
    case 'heading':
      return `${'#'.repeat(Number(attrs.level ?? 1))} ${inline(content)
        .replace(/\\?\n/g, ' ')
        .replace(/(\s)(#+)$/, '$1\\$2')}`;
    case 'blockquote':
      return prefixed(joined(content), '> ', '> ');
    case 'bulletList':
    case 'taskList': {
      const marker = before.startsWith('-') ? '* ' : '- ';
      const box = (item: DocNode) => (type === 'bulletList' ? '' : item.attrs?.checked ? '[x] ' : '[ ] ');
      return content.map((item) => listItem(item, marker, box(item))).join('\n');
    }
    case 'orderedList': {
      const sign = /^\d+\./.test(before) ? ')' : '.';
      return content.map((item, at) => listItem(item, `${Number(attrs.start ?? 1) + at}${sign} `)).join('\n');
    }
    case 'codeBlock': {
      const text = content.map((one) => one.text ?? '').join('');
      const longest = Math.max(2, ...(text.match(/`+/g) ?? []).map(({ length }) => length));
      const fence = '`'.repeat(longest + 1);
      return `${fence}${attrs.language ?? ''}\n${text}${text && '\n'}${fence}`;
    }
    case 'horizontalRule':
      return '---';
    case 'table':
      return table(content);
    default:
      return joined(content);
  }
}

const joined = (nodes: readonly DocNode[]): string => {
  const texts: string[] = [];
  for (const node of nodes) {
    const text = markdownOf(node, texts.at(-1));
    if (text) texts.push(text);
  }
  return texts.join('\n\n');
};

const prefixed = (text: string, first: string, rest: string) =>
  text
    .split('\n')
    .map((line, at) => `${at ? rest : first}${line}`.trimEnd())
    .join('\n');

function listItem({ content = [] }: DocNode, marker: string, box = ''): string {
  const [first, ...rest] = content;
  const begin = first ? markdownOf(first) : '';
  // A list below it needs no empty line between.
  const text = rest.reduce(
    (before, node) => `${before}${/List$/.test(node.type) ? '\n' : '\n\n'}${markdownOf(node)}`,
    `${box}${begin}`,
  );
  return prefixed(begin || box ? text : text.trimStart(), marker, ' '.repeat(marker.length)) || marker.trimEnd();
}

const RULES: Record<string, string> = { left: ':--', center: ':-:', right: '--:' };

function table(rows: readonly DocNode[]): string {
  const cells = rows.map(({ content = [] }) =>
    content.map((cell) =>
      joined(cell.content ?? [])
        .replace(/\\?\n+/g, ' ')
        .replaceAll('|', '\\|'),
    ),
  );
  const [head = []] = cells;
  const line = (texts: readonly string[]) => `| ${texts.join(' | ')} |`;
  const rule = (rows[0]?.content ?? []).map(({ attrs }) => RULES[String(attrs?.align)] ?? '---');
  return [line(head), line(rule), ...cells.slice(1).map(line)].join('\n');
}

/** What would mean something else when it is read again. */
function escaped(text: string): string {
  return text
    .replace(/[\\`*[\]]/g, '\\$&')
    .replace(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, '\\_')
    .replace(/~(?=~)|(?<=~)~/g, '\\~')
    .replace(/<(?=[a-z!/?])/gi, '\\<')
    .replace(/&(?=#?\w+;)/g, '\\&');
}

/** At the beginning of a line. */
const guarded = (line: string): string =>
  line
    .replace(/^\\\[([ xX])\\\] /, '[$1] ')
    .replace(/^(\s*)(#{1,6}(?=\s|$)|>|[-+](?=\s|$)|[-=]+(?=\s*$)|[|:-][|: -]*$)/, '$1\\$2')
    .replace(/^(\s*\d{1,9})([.)])(?=\s|$)/, '$1\\$2');

function code(text: string): string {
  const longest = Math.max(0, ...(text.match(/`+/g) ?? []).map(({ length }) => length));
  const fence = '`'.repeat(longest + 1);
  const space = /^`|`$|^ .* $/.test(text) ? ' ' : '';
  return `${fence}${space}${text}${space}${fence}`;
}

type Open = { type: string; href: string };

function inline(nodes: readonly DocNode[]): string {
  let out = '';
  let open: Open[] = [];
  const close = (keep: number) => {
    for (const one of open.slice(keep).reverse()) {
      // Signs stand against the words they belong to.
      const spaces = out.slice(out.trimEnd().length);
      out = `${out.slice(0, out.length - spaces.length)}${one.type === 'link' ? `](${target(one.href)})` : SIGNS[one.type]}${spaces}`;
    }
    open = open.slice(0, keep);
  };
  for (const [at, node] of nodes.entries()) {
    if (node.type === 'hardBreak') {
      const next = nodes[at + 1];
      if (!next) break;
      out += next.type === 'hardBreak' || out === '' || out.endsWith('\n') ? '\\\n' : '\n';
      continue;
    }
    if (node.type === 'picture') {
      close(0);
      out += pictureMarkdown(String(node.attrs?.file), String(node.attrs?.words ?? ''));
      continue;
    }
    const text = node.text ?? '';
    const marks = node.marks ?? [];
    const link = marks.find(({ type }) => type === 'link');
    const href = String(link?.attrs?.href ?? '');
    const isCode = marks.some(({ type }) => type === 'code');
    if (link && !isCode && (text === href || `mailto:${text}` === href || `http://${text}` === href)) {
      close(0);
      out += text;
      continue;
    }
    const wanted = ORDER.filter((type) => marks.some((mark) => mark.type === type)).map((type) => ({
      type,
      href: type === 'link' ? href : '',
    }));
    const differs = open.findIndex(
      (one, index) => one.type !== wanted[index]?.type || one.href !== wanted[index]?.href,
    );
    close(differs < 0 ? open.length : differs);
    const words = isCode ? code(text) : escaped(text);
    const more = wanted.slice(open.length);
    const spaces = more.length ? (/^\s*/.exec(words)?.[0] ?? '') : '';
    out += spaces + more.map(({ type }) => (type === 'link' ? '[' : SIGNS[type])).join('') + words.slice(spaces.length);
    open = wanted;
  }
  close(0);
  return out
    .split('\n')
    .map((line) => guarded(line.replace(/^[ \t]+/, '')))
    .join('\n')
    .replace(/(?<![ \t])[ \t]+$/gm, '');
}

const target = (href: string) => (/[\s()<>]/.test(href) ? `<${href.replace(/[<>\s]/g, encodeURIComponent)}>` : href);
