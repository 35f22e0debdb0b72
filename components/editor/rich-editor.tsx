'use client';

import type { Node } from '@tiptap/pm/model';
import { EditorContent, useEditor } from '@tiptap/react';
import { useEffect, useRef } from 'react';
import { pastedFiles } from '@/components/attachment/use-file-drop';
import { mentionableQuery } from '@/components/person/assignable-query';
import { markdownOf } from './doc-markdown';
import { EXTENSIONS } from './extensions';
import { assembled } from './kept-blocks';
import { type Block, blocksOf } from './markdown-doc';
import { RichToolbar } from './rich-toolbar';
import { triggerAt } from './suggestion';
import { SuggestionList } from './suggestion-list';
import { useSuggestions } from './use-suggestions';
import { withLists } from './word-lists';

export type RichEditorProps = {
  /** Markdown. */
  value: string;
  onChange: (value: string) => void;
  projectId: string;
  label?: string;
  placeholder?: string;
  describedBy?: string;
  className?: string;
  onSubmit: () => void;
  onEscape?: () => void;
  onPaste?: (event: Pick<ClipboardEvent, 'clipboardData' | 'preventDefault'>) => void;
  /** It shows `value` and takes the focus right after. */
  onReady: () => void;
};

const isEmpty = ({ childCount, firstChild }: Node) =>
  childCount === 1 && firstChild?.type.name === 'paragraph' && firstChild.content.size === 0;

type Kept = Block & { index: number };

/** What nobody touches stays as it was written, to the letter: only changed blocks are written anew. */
export function RichEditor({
  value,
  onChange,
  projectId,
  label,
  placeholder,
  describedBy,
  className,
  ...on
}: RichEditorProps) {
  const kept = useRef(new WeakMap<Node, Kept>());
  const text = useRef({ lead: '', count: 0, written: '' });
  const latest = useRef(on);
  latest.current = on;
  const pointer = useRef<Record<string, string>>({});

  const editor = useEditor({
    extensions: EXTENSIONS,
    textDirection: 'auto',
    immediatelyRender: false,
    // Its styles are the application's: a style element would need a nonce.
    injectCSS: false,
    content: '',
    onCreate: ({ editor }) => {
      load(editor, value);
      latest.current.onReady();
      // The command would focus a frame later, and what is typed until then would be lost.
      editor.commands.setTextSelection(editor.state.doc.content.size);
      editor.view.focus();
    },
    onUpdate: ({ editor }) => {
      const { lead, count } = text.current;
      const pieces: { text: string; kept?: Kept }[] = [];
      editor.state.doc.forEach((node) => {
        const known = kept.current.get(node);
        pieces.push({ text: known?.source ?? markdownOf(node.toJSON(), pieces.at(-1)?.text), kept: known });
      });
      text.current.written = assembled(lead, pieces, count);
      onChange(text.current.written);
    },
    onTransaction: ({ editor }) => look(editor),
    onBlur: () => suggestions.close(),
    editorProps: {
      attributes: ({ doc }) => ({
        'aria-multiline': 'true',
        ...(label && { 'aria-label': label }),
        ...(placeholder && isEmpty(doc) && { 'aria-placeholder': placeholder }),
        ...(describedBy && { 'aria-describedby': describedBy }),
        ...pointer.current,
        class: `rendered ${className ?? ''}`,
      }),
      transformPastedHTML: withLists,
      handleDOMEvents: {
        // Tab leaves the editor; the keys of a list are the toolbar's.
        keydown: (_view, event) => {
          if (keys.current(event)) return true;
          if (event.key === 'Escape') latest.current.onEscape?.();
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
            event.preventDefault();
            latest.current.onSubmit();
            return true;
          }
          return event.key === 'Tab';
        },
        paste: (_view, event) => {
          latest.current.onPaste?.(event);
          // Files that this field does not take may be the page's.
          return event.defaultPrevented || pastedFiles(event).length > 0;
        },
      },
    },
  });
  type Editor = NonNullable<typeof editor>;

  function load(into: Editor, markdown: string) {
    const { lead, blocks } = blocksOf(markdown);
    into.commands.setContent({ type: 'doc', content: blocks.map(({ node }) => node) }, { emitUpdate: false });
    text.current = { lead, count: blocks.length, written: markdown };
    const { doc } = into.state;
    if (doc.childCount !== blocks.length) return;
    doc.forEach((node, _offset, index) => void kept.current.set(node, { ...(blocks[index] as Block), index }));
  }
  useEffect(() => {
    if (editor && value !== text.current.written) load(editor, value);
  });

  const suggestions = useSuggestions(
    (q) => mentionableQuery(projectId, q),
    ({ from, query }, insert) => {
      if (!editor) return;
      const { $from } = editor.state.selection;
      const start = $from.start() + from;
      editor
        .chain()
        .focus()
        .insertContentAt({ from: start, to: start + 1 + query.length }, insert)
        .run();
    },
  );
  pointer.current = Object.fromEntries(
    Object.entries(suggestions.field).filter((one): one is [string, string] => one[1] !== undefined),
  );
  const keys = useRef<(event: KeyboardEvent) => boolean>(() => false);
  keys.current = (event) => suggestions.onKey(event as never);

  function look({ state }: Editor) {
    const { $from, empty } = state.selection;
    const before = $from.parent.textBetween(0, $from.parentOffset, undefined, '\n');
    suggestions.look(empty && !$from.parent.type.spec.code ? triggerAt(before, before.length) : null);
  }

  return (
    <div className="relative min-w-0">
      {suggestions.options.length > 0 && (
        <SuggestionList
          id={suggestions.list}
          options={suggestions.options}
          active={suggestions.active}
          onChoose={suggestions.choose}
        />
      )}
      {editor && <RichToolbar editor={editor} />}
      <EditorContent editor={editor} />
    </div>
  );
}
