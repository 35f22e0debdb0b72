'use client';

import { type Editor, useEditorState } from '@tiptap/react';
import {
  BetweenHorizontalEnd,
  BetweenHorizontalStart,
  BetweenVerticalEnd,
  BetweenVerticalStart,
  Bold,
  Code,
  Heading1,
  Heading2,
  IndentDecrease,
  IndentIncrease,
  Italic,
  Link2,
  List,
  ListChecks,
  ListOrdered,
  type LucideIcon,
  SquareCode,
  Strikethrough,
  Table,
  TextQuote,
  Trash2,
} from 'lucide-react';
import { type KeyboardEvent, useRef, useState } from 'react';
import { cn } from '@/lib/class-names';

type Tool = {
  name: string;
  icon: LucideIcon;
  /** Shown beside the icon; the end of its name. */
  word?: string;
  run: (editor: Editor) => void;
  active?: (editor: Editor) => boolean;
};

const chain = (editor: Editor) => editor.chain().focus();
const item = (editor: Editor) => (editor.isActive('taskItem') ? 'taskItem' : 'listItem');

const WORDS: readonly Tool[] = [
  { name: 'Bold', icon: Bold, run: (on) => chain(on).toggleBold().run(), active: (on) => on.isActive('bold') },
  { name: 'Italic', icon: Italic, run: (on) => chain(on).toggleItalic().run(), active: (on) => on.isActive('italic') },
  {
    name: 'Strikethrough',
    icon: Strikethrough,
    run: (on) => chain(on).toggleStrike().run(),
    active: (on) => on.isActive('strike'),
  },
  { name: 'Code', icon: Code, run: (on) => chain(on).toggleCode().run(), active: (on) => on.isActive('code') },
];
const heading = (name: string, icon: LucideIcon, level: 1 | 2): Tool => ({
  name,
  icon,
  run: (on) => chain(on).toggleHeading({ level }).run(),
  active: (on) => on.isActive('heading', { level }),
});
const BLOCKS: readonly Tool[] = [
  heading('Heading', Heading1, 1),
  heading('Subheading', Heading2, 2),
  {
    name: 'Bulleted list',
    icon: List,
    run: (on) => chain(on).toggleBulletList().run(),
    active: (on) => on.isActive('bulletList'),
  },
  {
    name: 'Numbered list',
    icon: ListOrdered,
    run: (on) => chain(on).toggleOrderedList().run(),
    active: (on) => on.isActive('orderedList'),
  },
  {
    name: 'Task list',
    icon: ListChecks,
    run: (on) => chain(on).toggleTaskList().run(),
    active: (on) => on.isActive('taskList'),
  },
  { name: 'Indent', icon: IndentIncrease, run: (on) => chain(on).sinkListItem(item(on)).run() },
  { name: 'Outdent', icon: IndentDecrease, run: (on) => chain(on).liftListItem(item(on)).run() },
  {
    name: 'Quote',
    icon: TextQuote,
    run: (on) => chain(on).toggleBlockquote().run(),
    active: (on) => on.isActive('blockquote'),
  },
  {
    name: 'Code block',
    icon: SquareCode,
    run: (on) => chain(on).toggleCodeBlock().run(),
    active: (on) => on.isActive('codeBlock'),
  },
  { name: 'Table', icon: Table, run: (on) => chain(on).insertTable({ rows: 3, cols: 3, withHeaderRow: true }).run() },
];
/** They stand where those of blocks do: a cell is one line of words. */
const CELLS: readonly Tool[] = [
  { name: 'Add row above', icon: BetweenHorizontalStart, run: (on) => chain(on).addRowBefore().run() },
  { name: 'Add row below', icon: BetweenHorizontalEnd, run: (on) => chain(on).addRowAfter().run() },
  { name: 'Add column before', icon: BetweenVerticalStart, run: (on) => chain(on).addColumnBefore().run() },
  { name: 'Add column after', icon: BetweenVerticalEnd, run: (on) => chain(on).addColumnAfter().run() },
  {
    name: 'Delete row',
    word: 'row',
    icon: Trash2,
    run: (on) => chain(on).deleteRow().run() || chain(on).deleteTable().run(),
  },
  {
    name: 'Delete column',
    word: 'column',
    icon: Trash2,
    run: (on) => chain(on).deleteColumn().run() || chain(on).deleteTable().run(),
  },
  { name: 'Delete table', word: 'table', icon: Trash2, run: (on) => chain(on).deleteTable().run() },
];
const TOOLS = { text: [...WORDS, ...BLOCKS], table: [...WORDS, ...CELLS] };

const STEP: Record<string, number | undefined> = { ArrowRight: 1, ArrowLeft: -1 };

/** One stop for Tab; arrows, Home and End walk, Escape goes back to the text. In a table its rows and columns are changed. */
export function RichToolbar({ editor }: { editor: Editor }) {
  const bar = useRef<HTMLDivElement>(null);
  const [chosen, setAt] = useState(0);
  const [href, setHref] = useState<string | null>(null);
  const { place, active } = useEditorState({
    editor,
    selector: ({ editor }) => {
      const place: keyof typeof TOOLS = editor.isActive('table') ? 'table' : 'text';
      return {
        place,
        active: [...TOOLS[place].map((tool) => tool.active?.(editor) ?? null), editor.isActive('link')],
      };
    },
  });
  const tools = TOOLS[place];
  const at = Math.min(chosen, tools.length);

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Escape') {
      event.preventDefault();
      event.stopPropagation();
      editor.view.focus();
      return;
    }
    const buttons = bar.current?.querySelectorAll('button') ?? [];
    const step = STEP[event.key];
    const last = buttons.length - 1;
    const next = step ? (at + step + buttons.length) % buttons.length : { Home: 0, End: last }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    setAt(next);
    buttons[next]?.focus();
  }
  const button = ({ name, icon: Icon, word }: Omit<Tool, 'run'>, index: number, onClick: () => void) => (
    <button
      key={name}
      type="button"
      aria-label={word ? undefined : name}
      title={name}
      aria-pressed={active[index] ?? undefined}
      tabIndex={index === at ? 0 : -1}
      onFocus={() => setAt(index)}
      // The selection in the text stays.
      onMouseDown={(event) => event.preventDefault()}
      onClick={onClick}
      className={cn(
        'inline-flex h-8 min-w-8 items-center justify-center gap-1 rounded-sm text-sm text-text-2 hover:bg-hover hover:text-text pointer-coarse:h-11 pointer-coarse:min-w-11',
        word && 'px-1.5',
        active[index] && 'bg-selected text-text',
      )}
    >
      <Icon />
      {word && (
        <span>
          <span className="sr-only">{name.slice(0, -word.length)}</span>
          {word}
        </span>
      )}
    </button>
  );
  return (
    <>
      <div
        ref={bar}
        role="toolbar"
        aria-label="Formatting"
        data-closes-first
        onKeyDown={onKeyDown}
        className="mb-1 flex flex-wrap"
      >
        {tools.map((tool, index) => button(tool, index, () => tool.run(editor)))}
        {button({ name: 'Link', icon: Link2 }, tools.length, () =>
          setHref(String(editor.getAttributes('link').href ?? 'https://')),
        )}
      </div>
      {href !== null && (
        <input
          dir="ltr"
          aria-label="URL of the link"
          // biome-ignore lint/a11y/noAutofocus: it was asked for
          autoFocus
          value={href}
          onChange={({ target }) => setHref(target.value)}
          onBlur={() => setHref(null)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' && event.key !== 'Escape') return;
            event.preventDefault();
            event.stopPropagation();
            setHref(null);
            const on = chain(editor).extendMarkRange('link');
            if (event.key === 'Escape') on.run();
            else if (/^(?:https?:\/\/|mailto:)./i.test(href)) on.setMark('link', { href }).run();
            else on.unsetMark('link').run();
          }}
          className="mb-1 block w-full rounded-sm border border-border-strong bg-surface px-2.5 py-1 text-base"
        />
      )}
    </>
  );
}
