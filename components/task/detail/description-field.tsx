'use client';

import { Pencil } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { recallDraft } from '@/components/draft/draft-store';
import { useUndo } from '@/components/keys/use-undo';
import { Later } from '@/components/overlay/later';
import { useOnDemand } from '@/components/overlay/on-demand';
import { RenderedText } from '@/components/page/rendered-text';
import type { TaskHandle } from './use-task';

const loadBoxes = () => import('../change/description-boxes').then(({ DescriptionBoxes }) => DescriptionBoxes);
const loadForm = () => import('./description-form').then(({ DescriptionForm }) => DescriptionForm);

/** A draft survives leaving the page. */
export function DescriptionField({ handle, viewerId }: { handle: TaskHandle; viewerId: string }) {
  const { task } = handle;
  const draft = `${viewerId}:description:${task._id}`;
  const remember = useUndo();
  const { Part: Form, open, setOpen, press, prefetch } = useOnDemand(loadForm);
  const editButton = useRef<HTMLButtonElement>(null);
  const [unsent, setUnsent] = useState(false);
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
          onClose={() => {
            setUnsent(false);
            left.current = true;
            setOpen(false);
          }}
        />
      ) : task.description ? (
        // A pending text has no rendered HTML yet.
        <>
          <RenderedText html={task.description_html} />
          {task.rights.edit && <Later load={loadBoxes} handle={handle} remember={remember} />}
        </>
      ) : (
        <p className="text-base text-text-3">{task.rights.edit ? 'No description yet.' : 'No description.'}</p>
      )}
    </section>
  );
}
