import { Extension, Mark, mergeAttributes, Node, textblockTypeInputRule } from '@tiptap/core';
import { Blockquote } from '@tiptap/extension-blockquote';
import { Bold } from '@tiptap/extension-bold';
import { Code } from '@tiptap/extension-code';
import { CodeBlock } from '@tiptap/extension-code-block';
import { Document } from '@tiptap/extension-document';
import { HardBreak } from '@tiptap/extension-hard-break';
import { Heading } from '@tiptap/extension-heading';
import { HorizontalRule } from '@tiptap/extension-horizontal-rule';
import { Italic } from '@tiptap/extension-italic';
import { BulletList, ListItem, ListKeymap, OrderedList, TaskItem, TaskList } from '@tiptap/extension-list';
import { Paragraph } from '@tiptap/extension-paragraph';
import { Strike } from '@tiptap/extension-strike';
import { Table, TableCell, TableHeader, TableRow } from '@tiptap/extension-table';
import { Text } from '@tiptap/extension-text';
import { UndoRedo } from '@tiptap/extensions/undo-redo';
import { type EditorState, Plugin, TextSelection } from '@tiptap/pm/state';
import { isInTable, nextCell, selectionCell } from '@tiptap/pm/tables';
import { pictureSource } from './pictures';
import { roomAround } from './room-around';

/** Tiptap's own brings a search for URLs along, which the renderer does anyway, and 12 KB. */
const Link = Mark.create({
  name: 'link',
  inclusive: false,
  addAttributes: () => ({ href: { default: null } }),
  parseHTML: () => [{ tag: 'a[href^="http:"]' }, { tag: 'a[href^="https:"]' }, { tag: 'a[href^="mailto:"]' }],
  renderHTML: ({ HTMLAttributes }) => ['a', mergeAttributes(HTMLAttributes, { rel: 'noopener nofollow' }), 0],
});

const OWN_PICTURE = /^\/api\/fileContent\/([0-9a-f-]{36})$/;

/** One of a file here; those of other sites are left out when they are pasted. */
const Picture = Node.create({
  name: 'picture',
  group: 'inline',
  inline: true,
  draggable: true,
  addAttributes: () => ({
    file: {
      default: null,
      parseHTML: (element: HTMLElement) => OWN_PICTURE.exec(element.getAttribute('src') ?? '')?.[1] ?? null,
    },
    words: { default: '', parseHTML: (element: HTMLElement) => element.getAttribute('alt') ?? '' },
  }),
  parseHTML: () => [{ tag: 'img[src^="/api/fileContent/"]' }],
  renderHTML: ({ node: { attrs } }) => ['img', { src: pictureSource(attrs.file), alt: attrs.words }],
});

/** A cell is one line of words in Markdown: no list, no heading. */
const CELL = 'paragraph+';

/** A heading that is still empty is no header cell for screen readers yet. */
const HeadingCell = TableHeader.extend({
  content: CELL,
  parseHTML: () => [{ tag: 'th' }, { tag: 'td.heading', priority: 60 }],
  renderHTML: ({ HTMLAttributes }) => ['td', mergeAttributes(HTMLAttributes, { class: 'heading' }), 0],
});

/** Its level is the number of its signs in Markdown; on screen the page's own headings stand above it. */
const MarkdownHeading = Heading.extend({
  parseHTML: () =>
    [1, 2, 3, 4, 5, 6].map((level) => ({
      tag: `h${level}`,
      getAttrs: (element: HTMLElement) => ({ level: Number(element.dataset.level) || level }),
    })),
  renderHTML: ({ node, HTMLAttributes }) => {
    const level = Number(node.attrs.level);
    return [`h${Math.min(6, level + 2)}`, mergeAttributes(HTMLAttributes, { 'data-level': level }), 0];
  },
  addInputRules() {
    return [
      textblockTypeInputRule({
        find: /^(#{1,6})\s$/,
        type: this.type,
        getAttributes: ([, signs = '#']) => ({ level: signs.length }),
      }),
    ];
  },
});

/** Enter goes down the column, and behind the last row out of the table: a cell has one line in Markdown. */
function downTheColumn(state: EditorState): TextSelection | null {
  if (!isInTable(state)) return null;
  const cell = selectionCell(state);
  const below = nextCell(cell, 'vert', 1);
  const to = below ? below.pos + (below.nodeAfter?.nodeSize ?? 2) - 1 : cell.after(-1);
  const found = TextSelection.near(state.doc.resolve(to), below ? -1 : 1);
  return found instanceof TextSelection ? found : null;
}

/** What tables need beyond their own keys: a way out, a line above and below, and a first row of headings. */
const TableRoom = Extension.create({
  name: 'tableRoom',
  priority: 200,
  addKeyboardShortcuts() {
    return {
      Enter: ({ editor }) => {
        const selection = downTheColumn(editor.state);
        if (selection) editor.view.dispatch(editor.state.tr.setSelection(selection).scrollIntoView());
        return selection !== null;
      },
    };
  },
  addProseMirrorPlugins() {
    return [
      new Plugin({
        appendTransaction: (changes, _before, { doc, tr, schema }) => {
          if (!changes.some(({ docChanged }) => docChanged)) return null;
          const { paragraph, tableHeader, tableCell } = schema.nodes;
          if (!paragraph || !tableHeader || !tableCell) return null;
          doc.descendants((node, at) => {
            if (node.type !== tableHeader && node.type !== tableCell) return !node.isTextblock;
            const wanted = doc.resolve(at).index(-1) === 0 ? tableHeader : tableCell;
            if (node.type !== wanted) tr.setNodeMarkup(at, wanted, node.attrs);
            return false;
          });
          const places: number[] = [];
          doc.forEach((_node, offset) => void places.push(offset));
          const types = Array.from({ length: doc.childCount }, (_, at) => doc.child(at).type.name);
          for (const at of roomAround(types).reverse()) tr.insert(places[at] ?? doc.content.size, paragraph.create());
          return tr.docChanged ? tr : null;
        },
      }),
    ];
  },
});

/** What the renderer knows, and nothing else: what is pasted loses the rest. */
export const EXTENSIONS = [
  Document,
  Paragraph,
  Text,
  UndoRedo,
  Bold,
  Italic,
  Strike,
  Code,
  Link,
  Picture,
  MarkdownHeading.configure({ levels: [1, 2, 3, 4, 5, 6] }),
  Blockquote,
  BulletList,
  OrderedList,
  ListItem,
  ListKeymap,
  TaskList,
  TaskItem.configure({ nested: true }),
  CodeBlock,
  HardBreak,
  HorizontalRule,
  Table.configure({ resizable: false, cellMinWidth: 64 }),
  TableRow,
  HeadingCell,
  TableCell.extend({ content: CELL }),
  TableRoom,
];
