import { tokensOf } from '@/lib/markdown/markdown';

/** A node of the rich editor, as plain data. */
export type DocNode = {
  type: string;
  attrs?: Record<string, unknown>;
  content?: DocNode[];
  text?: string;
  marks?: { type: string; attrs?: Record<string, unknown> }[];
};

/** `source`: as it was written; `gap`: what stands between it and the next block, definitions of links among it. */
export type Block = { node: DocNode; source: string; gap: string };

type Token = ReturnType<typeof tokensOf>[number];
type Mark = NonNullable<DocNode['marks']>[number];

const MARKS: Record<string, string> = { strong: 'bold', em: 'italic', s: 'strike' };
const TASK = /^\[([ xX])\] /;

/** The blocks of a text; `lead` stands before the first one. Lead, sources and gaps together are the text. */
export function blocksOf(text: string): { lead: string; blocks: Block[] } {
  const tokens = tokensOf(text);
  const lines = text.split('\n');
  const starts = [0];
  for (const line of lines) starts.push((starts.at(-1) ?? 0) + line.length + 1);
  const at = (line: number) => Math.min(starts[line] ?? text.length, text.length);

  const found: { node: DocNode; from: number; to: number }[] = [];
  for (const group of groupsOf(tokens)) {
    const [from = 0, to = 0] = group[0]?.map ?? [];
    for (const node of nodesOf(group)) found.push({ node, from: at(from), to: at(to) });
  }
  const blocks = found.map(({ node, from, to }, index) => {
    const source = text.slice(from, to).trimEnd();
    return { node, source, gap: text.slice(from + source.length, found[index + 1]?.from ?? text.length) };
  });
  return { lead: text.slice(0, found[0]?.from ?? text.length), blocks };
}

/** Each block with all that is inside it. */
function groupsOf(tokens: readonly Token[]): Token[][] {
  const groups: Token[][] = [];
  let depth = 0;
  for (const token of tokens) {
    if (depth === 0) groups.push([]);
    groups.at(-1)?.push(token);
    depth += token.nesting;
  }
  return groups;
}

const nodesOf = (tokens: readonly Token[]): DocNode[] =>
  groupsOf(tokens).flatMap((group) => nodeOf(group[0] as Token, group.slice(1, -1)) ?? []);

const withParagraph = (content: DocNode[], first = false): DocNode[] =>
  content.length === 0 || (first && content[0]?.type !== 'paragraph') ? [{ type: 'paragraph' }, ...content] : content;

function nodeOf(token: Token, inside: readonly Token[]): DocNode | null {
  switch (token.type) {
    case 'paragraph_open':
      return filled({ type: 'paragraph' }, inlineOf(inside[0]));
    case 'heading_open':
      return filled({ type: 'heading', attrs: { level: levelOf(token.markup) } }, inlineOf(inside[0]));
    case 'blockquote_open':
      return { type: 'blockquote', content: withParagraph(nodesOf(inside)) };
    case 'bullet_list_open':
      return listOf(inside);
    case 'ordered_list_open':
      return { type: 'orderedList', attrs: { start: Number(token.attrGet('start') ?? 1) }, content: itemsOf(inside) };
    case 'fence':
    case 'code_block': {
      const language = token.info.trim().split(/\s+/)[0] || null;
      const text = token.content.replace(/\n$/, '');
      return filled({ type: 'codeBlock', attrs: { language } }, text ? [{ type: 'text', text }] : []);
    }
    case 'hr':
      return { type: 'horizontalRule' };
    case 'table_open':
      return { type: 'table', content: rowsOf(inside) };
    default:
      return null;
  }
}

/** A line of `=` or `-` below the words makes a heading too. */
const levelOf = (markup: string) => (markup === '=' ? 1 : markup === '-' ? 2 : markup.length);

const filled = (node: DocNode, content: DocNode[]): DocNode => (content.length ? { ...node, content } : node);

const itemsOf = (tokens: readonly Token[]): DocNode[] =>
  groupsOf(tokens).map((group) => ({ type: 'listItem', content: withParagraph(nodesOf(group.slice(1, -1)), true) }));

const taskOf = ({ content }: DocNode) => TASK.exec(content?.[0]?.content?.[0]?.text ?? '');

/** A list of tasks where each of its items is one. */
function listOf(tokens: readonly Token[]): DocNode {
  const items = itemsOf(tokens);
  if (!items.every(taskOf)) return { type: 'bulletList', content: items };
  return {
    type: 'taskList',
    content: items.map((item) => {
      const [first, ...rest] = item.content ?? [];
      const [begin, ...more] = first?.content ?? [];
      const text = begin?.text?.replace(TASK, '') ?? '';
      const inline = [...(text ? [{ ...begin, text } as DocNode] : []), ...more];
      return {
        type: 'taskItem',
        attrs: { checked: taskOf(item)?.[1] !== ' ' },
        content: [filled({ type: 'paragraph' }, inline), ...rest],
      };
    }),
  };
}

function rowsOf(tokens: readonly Token[]): DocNode[] {
  return groupsOf(tokens)
    .flatMap((part) => groupsOf(part.slice(1, -1)))
    .map((row) => ({
      type: 'tableRow',
      content: groupsOf(row.slice(1, -1)).map(([open, inline]) => ({
        type: open?.tag === 'th' ? 'tableHeader' : 'tableCell',
        attrs: { align: /text-align:(\w+)/.exec(String(open?.attrGet('style') ?? ''))?.[1] ?? null },
        content: [filled({ type: 'paragraph' }, inlineOf(inline))],
      })),
    }));
}

function inlineOf(inline: Token | undefined): DocNode[] {
  const content: DocNode[] = [];
  let marks: Mark[] = [];
  const add = (node: DocNode, more: Mark[] = []) =>
    content.push(marks.length + more.length ? { ...node, marks: [...marks, ...more] } : node);
  for (const token of inline?.children ?? []) {
    const mark = MARKS[token.type.replace(/_(?:open|close)$/, '')];
    if (mark) marks = token.nesting > 0 ? [...marks, { type: mark }] : marks.filter(({ type }) => type !== mark);
    else if (token.type === 'link_open') marks = [...marks, { type: 'link', attrs: { href: token.attrGet('href') } }];
    else if (token.type === 'link_close') marks = marks.filter(({ type }) => type !== 'link');
    else if (token.type === 'softbreak' || token.type === 'hardbreak') add({ type: 'hardBreak' });
    else if (token.type === 'picture')
      content.push({ type: 'picture', attrs: { file: token.attrGet('file'), words: token.content } });
    else if (token.content)
      add({ type: 'text', text: token.content }, token.type === 'code_inline' ? [{ type: 'code' }] : []);
  }
  return content;
}
