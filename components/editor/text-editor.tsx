'use client';

import {
  type ComponentProps,
  type ComponentType,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useImperativeHandle,
  useRef,
  useState,
} from 'react';
import { flushSync } from 'react-dom';
import { mentionableQuery } from '@/components/person/assignable-query';
import { tooLong } from '@/components/ui/form/too-long';
import { showToast } from '@/components/ui/overlay/toast';
import { cn } from '@/lib/class-names';
import { pictureMarkdown, withPicture } from '@/lib/markdown/pictures';
import { beginPicture, endPicture } from './pictures';
import type { PictureHandle, RichEditorProps } from './rich-editor';
import { triggerAt } from './suggestion';
import { SuggestionList } from './suggestion-list';
import { useSuggestions } from './use-suggestions';
import { hasWordLists, wordMarkdown } from './word-lists';

export type TextEditorProps = Omit<
  ComponentProps<'textarea'>,
  'value' | 'onChange' | 'ref' | 'onKeyDown' | 'onPaste' | 'maxLength'
> & {
  value: string;
  onChange: (value: string) => void;
  /** Whose people can be named. */
  projectId: string;
  field?: RefObject<HTMLTextAreaElement | null>;
  /** Ctrl Enter. */
  onSubmit: () => void;
  onEscape?: () => void;
  onPaste?: (event: Pasted) => void;
  /** Letters that fit. */
  limit: number;
  /** Whether the way to write can be chosen: not in a field that is folded. */
  open?: boolean;
  /** On the line below the text, at its end. */
  actions?: ReactNode;
  /** Lets pasted pictures stand in the text. */
  pictures?: RefObject<Pictures | null>;
  /** How it begins for who has not chosen. */
  prefers?: 'rich' | 'markdown';
  lettersBefore?: number;
};
/** Pictures in the text: each stands there from `begin` on, and is the file that `end` names. */
export type Pictures = { begin: (file: File) => void; end: (file: File, stored: string | null) => void };
type Pasted = Pick<ClipboardEvent, 'clipboardData' | 'preventDefault'>;

const CHOICE = 'guildhall-editor';
/** Where storage is refused the choice lives as long as the page. */
let chosen: string | null = null;
function choice(): string | null {
  try {
    return localStorage.getItem(CHOICE);
  } catch {
    return chosen;
  }
}
function remember(next: 'rich' | 'markdown') {
  try {
    localStorage.setItem(CHOICE, next);
  } catch {
    chosen = next;
  }
}

/** Markdown, with suggestions of people after `@` and of tasks after `#`. */
export function TextEditor({
  value,
  onChange,
  projectId,
  field: given,
  onSubmit,
  onEscape,
  onPaste,
  onFocus,
  onBlur,
  limit,
  open = true,
  actions,
  pictures,
  prefers = 'markdown',
  lettersBefore,
  ...rest
}: TextEditorProps) {
  const [Rich, setRich] = useState<ComponentType<RichEditorProps> | null>(null);
  const [ready, setReady] = useState(false);
  const begin = () =>
    void import('./rich-editor').then(
      ({ RichEditor }) => setRich(() => RichEditor),
      () => showToast({ kind: 'failure', text: 'The rich editor could not be loaded. Check your connection.' }),
    );
  const toggle = (
    <button
      type="button"
      onClick={() => {
        remember(Rich ? 'markdown' : 'rich');
        setReady(false);
        if (Rich) setRich(null);
        else begin();
      }}
      className="mr-auto min-h-6 rounded-xs text-xs text-text-3 hover:text-text hover:underline pointer-coarse:min-h-11"
    >
      {Rich && ready ? 'Write in Markdown' : 'Rich text'}
    </button>
  );
  const own = useRef<HTMLTextAreaElement>(null);
  const field = given ?? own;
  const rich = useRef<PictureHandle>(null);
  const written = useRef(value);
  written.current = value;
  const begun = useRef(new Map<File, string>());
  const put = (next: string) => {
    written.current = next;
    onChange(next);
  };
  useImperativeHandle(pictures, () => ({
    begin: (file) => {
      const id = beginPicture(file);
      begun.current.set(file, id);
      if (ready) return rich.current?.put(id, file.name);
      const text = written.current;
      const [from, to] = [field.current?.selectionStart ?? text.length, field.current?.selectionEnd ?? text.length];
      const picture = pictureMarkdown(id, file.name);
      flushSync(() => put(`${text.slice(0, from)}${picture}${text.slice(to)}`));
      field.current?.setSelectionRange(from + picture.length, from + picture.length);
    },
    end: (file, stored) => {
      const id = begun.current.get(file);
      if (!id) return;
      begun.current.delete(file);
      endPicture(id, stored);
      if (ready) rich.current?.settle(id, stored);
      else put(withPicture(written.current, id, stored));
    },
  }));
  const suggestions = useSuggestions(
    (q) => mentionableQuery(projectId, q),
    ({ from, query }, insert) => {
      // Drawn at once: what is typed next stands behind it.
      flushSync(() => onChange(value.slice(0, from) + insert + value.slice(from + 1 + query.length)));
      const caret = from + insert.length;
      field.current?.setSelectionRange(caret, caret);
    },
  );

  function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>) {
    if (suggestions.onKey(event)) return;
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      onSubmit();
    }
    if (event.key === 'Escape') onEscape?.();
  }

  return (
    <div className="relative flex min-w-0 flex-1 flex-col">
      {Rich && (
        <div className={ready ? 'contents' : 'hidden'}>
          <Rich
            {...{ value, onChange, projectId, onSubmit, onEscape, onPaste, lettersBefore }}
            handle={rich}
            label={rest['aria-label']}
            placeholder={rest.placeholder}
            describedBy={rest['aria-describedby']}
            className={cn(
              'max-h-[60dvh] max-w-none overflow-y-auto rounded-sm border border-border-strong bg-surface px-2.5 py-2 pointer-coarse:text-lg',
              open && 'min-h-16',
            )}
            // The field takes what is typed until the editor can: it is out of sight at once, in one step with the focus.
            onReady={() => flushSync(() => setReady(true))}
          />
          {ready && tooLong(value, limit) && (
            <p role="alert" className="text-sm text-danger-text">
              {tooLong(value, limit)}
            </p>
          )}
        </div>
      )}
      {!ready && suggestions.options.length > 0 && (
        <SuggestionList
          id={suggestions.list}
          options={suggestions.options}
          active={suggestions.active}
          onChoose={suggestions.choose}
        />
      )}
      {!ready && (
        <textarea
          dir="auto"
          ref={field}
          {...rest}
          {...suggestions.field}
          data-limit={limit}
          value={value}
          onChange={({ target }) => {
            onChange(target.value);
            suggestions.look(triggerAt(target.value, target.selectionStart));
          }}
          onFocus={(event) => {
            if ((choice() ?? prefers) === 'rich') begin();
            onFocus?.(event);
          }}
          onPaste={(event) => {
            onPaste?.(event);
            const html = event.clipboardData.getData('text/html');
            if (event.defaultPrevented || !hasWordLists(html)) return;
            event.preventDefault();
            // As if it was typed, so that the browser can take it back.
            document.execCommand('insertText', false, wordMarkdown(html));
          }}
          onBlur={(event) => {
            suggestions.close();
            onBlur?.(event);
          }}
          onKeyDown={onKeyDown}
        />
      )}
      {(open || actions) && (
        <div className={cn('flex flex-wrap items-center justify-end gap-x-3 gap-y-1', open && 'pt-1')}>
          {open && toggle}
          {actions}
        </div>
      )}
    </div>
  );
}
