import { Mark, mergeAttributes } from '@tiptap/core';
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

/** Tiptap's own brings a search for URLs along, which the renderer does anyway, and 12 KB. */
const Link = Mark.create({
  name: 'link',
  inclusive: false,
  addAttributes: () => ({ href: { default: null } }),
  parseHTML: () => [{ tag: 'a[href^="http:"]' }, { tag: 'a[href^="https:"]' }, { tag: 'a[href^="mailto:"]' }],
  renderHTML: ({ HTMLAttributes }) => ['a', mergeAttributes(HTMLAttributes, { rel: 'noopener nofollow' }), 0],
});

/** A heading that is still empty is no header cell for screen readers yet. */
const HeadingCell = TableHeader.extend({
  parseHTML: () => [{ tag: 'th' }, { tag: 'td.heading', priority: 60 }],
  renderHTML: ({ HTMLAttributes }) => ['td', mergeAttributes(HTMLAttributes, { class: 'heading' }), 0],
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
  Heading.configure({ levels: [3, 4, 5, 6] }),
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
  Table.configure({ resizable: false }),
  TableRow,
  HeadingCell,
  TableCell,
];
