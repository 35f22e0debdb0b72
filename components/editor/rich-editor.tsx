'use client';

import type { Node } from '@tiptap/pm/model';
import { Selection } from '@tiptap/pm/state';
import { isInTable } from '@tiptap/pm/tables';
import { EditorContent, useEditor } from '@tiptap/react';
import { type RefObject, useEffect, useImperativeHandle, useRef } from 'react';
import { pastedFiles } from '@/components/attachment/use-file-drop';
import { mentionableQuery } from '@/components/person/assignable-query';
import { markdownOf } from './doc-markdown';
import { EXTENSIONS } from './extensions';
import { assembled } from './kept-blocks';
import { type Block, blocksOf, type DocNode } from './markdown-doc';
import { RichToolbar } from './rich-toolbar';
import { roomAround } from './room-around';
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
  handle: RefObject<PictureHandle | null>;
  /** The caret begins behind so many letters, without spaces; at the end where it is not given. */
  lettersBefore?: number;
};

/** Pictures that stand in a text while they are uploaded. */
export type PictureHandle = {
  /** At the caret. */
  put: (id: string, words: string) => void;
  /** It is the file `stored` now; null: it goes. */
  settle: (id: string, stored: string | null) => void;
};

/** The place behind so many letters, spaces not counted. */
function placeBehind(doc: Node, letters: number): number {
  let left = letters;
  let place = letters > 0 ? doc.content.size : 0;
  doc.descendants((node, at) => {
    if (left <= 0 || !node.isText) return left > 0;
    for (const [index, letter] of [...(node.text ?? '').split('')].entries()) {
      if (letter.trim() !== '') left -= 1;
      if (left > 0) continue;
      place = at + index + 1;
      break;
    }
    return false;
  });
  return place;
}

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
  handle,
  lettersBefore,
  ...on
}: RichEditorProps) {
  const kept = useRef(new WeakMap<Node, Kept>());
  const text = useRef({ lead: '', count: 0, written: '' });
  const latest = useRef(on);
  latest.current = on;
  const pointer = useRef<Record<string, string>>({});
  const root = useRef<HTMLDivElement>(null);

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
      const { doc } = editor.state;
      const place = lettersBefore === undefined ? doc.content.size : placeBehind(doc, lettersBefore);
      editor.commands.setTextSelection(Selection.near(doc.resolve(place), lettersBefore === undefined ? -1 : 1).from);
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
        // Tab leaves the editor, but for tables, where it goes from cell to cell; the keys of a list are the toolbar's.
        keydown: (view, event) => {
          if (keys.current(event)) return true;
          if (event.key === 'Escape') latest.current.onEscape?.();
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
            event.preventDefault();
            latest.current.onSubmit();
            return true;
          }
          if (event.key === 'F10' && event.altKey) {
            event.preventDefault();
            root.current?.querySelector<HTMLElement>('[role=toolbar] [tabindex="0"]')?.focus();
            return true;
          }
          return event.key === 'Tab' && !isInTable(view.state);
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
    const written = blocks.map((block, index): { node: DocNode; kept?: Kept } => ({
      node: block.node,
      kept: { ...block, index },
    }));
    for (const at of roomAround(blocks.map(({ node }) => node.type)).reverse())
      written.splice(at, 0, { node: { type: 'paragraph' } });
    into.commands.setContent({ type: 'doc', content: written.map(({ node }) => node) }, { emitUpdate: false });
    text.current = { lead, count: blocks.length, written: markdown };
    const { doc } = into.state;
    if (doc.childCount !== written.length) return;
    doc.forEach((node, _offset, index) => {
      const block = written[index]?.kept;
      if (block) kept.current.set(node, block);
    });
  }
  useEffect(() => {
    if (editor && value !== text.current.written) load(editor, value);
  });

  useImperativeHandle(handle, () => ({
    put: (file, words) => void editor?.chain().focus().insertContent({ type: 'picture', attrs: { file, words } }).run(),
    settle: (file, stored) => {
      if (!editor) return;
      const { tr, doc } = editor.state;
      doc.descendants((node, at) => {
        if (node.type.name !== 'picture' || node.attrs.file !== file) return;
        if (stored) tr.setNodeMarkup(at, undefined, { ...node.attrs, file: stored });
        else tr.delete(tr.mapping.map(at), tr.mapping.map(at + node.nodeSize));
      });
      // It is no step of what was written.
      if (tr.docChanged) editor.view.dispatch(tr.setMeta('addToHistory', false));
    },
  }));

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
    <div ref={root} className="relative min-w-0">
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
