'use client';

import { Pencil } from 'lucide-react';
import { type MouseEvent as ReactMouse, useEffect, useRef, useState } from 'react';
import { recallDraft } from '@/components/draft/draft-store';
import { useUndo } from '@/components/keys/use-undo';
import { Later } from '@/components/overlay/later';
import { useOnDemand } from '@/components/overlay/on-demand';
import { RenderedText } from '@/components/page/rendered-text';
import { cn } from '@/lib/class-names';
import type { TaskHandle } from './use-task';

const loadBoxes = () => import('../change/description-boxes').then(({ DescriptionBoxes }) => DescriptionBoxes);
const loadForm = () => import('./description-form').then(({ DescriptionForm }) => DescriptionForm);

/** The form begins with it unless somebody chose otherwise; it is too large to be fetched before it is likely to be used. */
const loadEditor = () => void import('@/components/editor/rich-editor').catch(() => undefined);

/** How many letters stand before the place that was pressed, spaces and the boxes of tasks not counted. */
function lettersBefore(text: Element, { clientX, clientY }: MouseEvent): number | undefined {
  const caret = document.caretPositionFromPoint?.(clientX, clientY);
  if (!caret || !text.contains(caret.offsetNode)) return;
  const range = document.createRange();
  range.setStart(text, 0);
  range.setEnd(caret.offsetNode, caret.offset);
  return range.toString().replace(/[\s☐☑]/g, '').length;
}

/** A draft survives leaving the page. */
export function DescriptionField({ handle, viewerId }: { handle: TaskHandle; viewerId: string }) {
  const { task } = handle;
  const draft = `${viewerId}:description:${task._id}`;
  const remember = useUndo();
  const { Part: Form, open, setOpen, press, prefetch } = useOnDemand(loadForm);
  const editButton = useRef<HTMLButtonElement>(null);
  const [unsent, setUnsent] = useState(false);
  const [pressedAt, setPressedAt] = useState<number>();
  useEffect(() => {
    setUnsent(false);
    return recallDraft(draft, () => setUnsent(true));
  }, [draft]);
  const left = useRef(false);
  useEffect(() => {
    if (open || !left.current) return;
    left.current = false;
    if (document.activeElement === document.body) editButton.current?.focus();
  }, [open]);

  /** A press edits, unless it is one on a link or a box, or the end of a selection. */
  function onPress(event: ReactMouse<HTMLElement>) {
    const { target, currentTarget, nativeEvent, defaultPrevented } = event;
    if (defaultPrevented || !(target instanceof Element) || target.closest('a, button, input, label')) return;
    if (!document.getSelection()?.isCollapsed) return;
    setPressedAt(lettersBefore(currentTarget, nativeEvent));
    press();
  }
  const editing = task.rights.edit ? { onClick: onPress, onPointerEnter: loadEditor } : undefined;
  const editable = task.rights.edit && 'cursor-text rounded-md hover:bg-hover -mx-2 px-2 py-1';

  return (
    <section aria-labelledby="description-title">
      <div className="flex min-h-8 items-center justify-between">
        <h2 id="description-title" className="text-sm font-semibold text-text-2">
          Description
        </h2>
        {task.rights.edit && !open && (
          <button
            ref={editButton}
            type="button"
            onPointerEnter={prefetch}
            onFocus={prefetch}
            onClick={press}
            className="inline-flex min-h-8 items-center gap-1.5 rounded-md px-2.5 text-sm font-medium text-text-2 hover:bg-hover hover:text-text pointer-coarse:min-h-11"
          >
            <Pencil />
            {unsent ? 'Continue editing' : 'Edit description'}
          </button>
        )}
      </div>
      {open && Form ? (
        <Form
          handle={handle}
          draft={draft}
          remember={remember}
          lettersBefore={pressedAt}
          onClose={() => {
            setPressedAt(undefined);
            setUnsent(false);
            left.current = true;
            setOpen(false);
          }}
        />
      ) : task.description ? (
        // A pending text has no rendered HTML yet.
        <div {...editing} className={cn(editable)}>
          <RenderedText html={task.description_html} />
          {task.rights.edit && <Later load={loadBoxes} handle={handle} remember={remember} />}
        </div>
      ) : (
        // The button above is for keys.
        <p {...editing} className={cn('text-base text-text-3', editable)}>
          {task.rights.edit ? 'No description yet.' : 'No description.'}
        </p>
      )}
    </section>
  );
}
