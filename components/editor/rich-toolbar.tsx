'use client';

import { type Editor, useEditorState } from '@tiptap/react';
import {
  Bold,
  Code,
  Heading,
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
} from 'lucide-react';
import { type KeyboardEvent, useRef, useState } from 'react';
import { cn } from '@/lib/class-names';

type Tool = { name: string; icon: LucideIcon; run: (editor: Editor) => void; active?: (editor: Editor) => boolean };

const chain = (editor: Editor) => editor.chain().focus();
const item = (editor: Editor) => (editor.isActive('taskItem') ? 'taskItem' : 'listItem');

const TOOLS: readonly Tool[] = [
  { name: 'Bold', icon: Bold, run: (on) => chain(on).toggleBold().run(), active: (on) => on.isActive('bold') },
  { name: 'Italic', icon: Italic, run: (on) => chain(on).toggleItalic().run(), active: (on) => on.isActive('italic') },
  {
    name: 'Strikethrough',
    icon: Strikethrough,
    run: (on) => chain(on).toggleStrike().run(),
    active: (on) => on.isActive('strike'),
  },
  { name: 'Code', icon: Code, run: (on) => chain(on).toggleCode().run(), active: (on) => on.isActive('code') },
  {
    name: 'Heading',
    icon: Heading,
    run: (on) => chain(on).toggleHeading({ level: 3 }).run(),
    active: (on) => on.isActive('heading'),
  },
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

const STEP: Record<string, number | undefined> = { ArrowRight: 1, ArrowLeft: -1 };

/** One stop for Tab; arrows, Home and End walk. */
export function RichToolbar({ editor }: { editor: Editor }) {
  const bar = useRef<HTMLDivElement>(null);
  const [at, setAt] = useState(0);
  const [href, setHref] = useState<string | null>(null);
  const active = useEditorState({
    editor,
    selector: ({ editor }) => [...TOOLS.map((tool) => tool.active?.(editor) ?? null), editor.isActive('link')],
  });

  function onKeyDown(event: KeyboardEvent) {
    const buttons = bar.current?.querySelectorAll('button') ?? [];
    const step = STEP[event.key];
    const last = buttons.length - 1;
    const next = step ? (at + step + buttons.length) % buttons.length : { Home: 0, End: last }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    setAt(next);
    buttons[next]?.focus();
  }
  const button = (name: string, Icon: LucideIcon, index: number, onClick: () => void) => (
    <button
      key={name}
      type="button"
      aria-label={name}
      title={name}
      aria-pressed={active[index] ?? undefined}
      tabIndex={index === at ? 0 : -1}
      onFocus={() => setAt(index)}
      // The selection in the text stays.
      onMouseDown={(event) => event.preventDefault()}
      onClick={onClick}
      className={cn(
        'inline-flex size-8 items-center justify-center rounded-sm text-text-2 hover:bg-hover hover:text-text pointer-coarse:size-11',
        active[index] && 'bg-selected text-text',
      )}
    >
      <Icon />
    </button>
  );
  return (
    <>
      <div ref={bar} role="toolbar" aria-label="Formatting" onKeyDown={onKeyDown} className="mb-1 flex flex-wrap">
        {TOOLS.map(({ name, icon, run }, index) => button(name, icon, index, () => run(editor)))}
        {button('Link', Link2, TOOLS.length, () => setHref(String(editor.getAttributes('link').href ?? 'https://')))}
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
