'use client';

import { Pencil } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useDraft } from '@/components/draft/use-draft';
import { RenderedText } from '@/components/page/rendered-text';
import { reasonOf } from '@/components/query/api-client';
import { Button } from '@/components/ui/button';
import type { TaskDetail } from '@/lib/task/schema';
import { EditConflict } from '../task-edit';
import { ConflictBox } from './conflict-box';
import type { TaskHandle } from './use-task';

/** A draft survives leaving the page. */
export function DescriptionField({ handle, viewerId }: { handle: TaskHandle; viewerId: string }) {
  const { task, stored, change } = handle;
  const draft = useDraft(`${viewerId}:description:${task._id}`);
  const [writing, setWriting] = useState<{ text: string; base: TaskDetail } | null>(null);
  const [saving, setSaving] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [conflict, setConflict] = useState<TaskDetail | null>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const editButton = useRef<HTMLButtonElement>(null);
  const open = writing !== null;
  const [unsent, setUnsent] = useState(false);
  useEffect(() => setUnsent(draft.recall() !== ''), [draft.recall]);
  useEffect(() => {
    if (open) field.current?.focus();
  }, [open]);

  const begin = () => setWriting({ text: draft.recall() || stored.description, base: stored });
  function leave() {
    draft.keep('');
    setUnsent(false);
    setWriting(null);
    setConflict(null);
    setProblem(null);
    requestAnimationFrame(() => editButton.current?.focus());
  }
  async function save(base: TaskDetail) {
    if (!writing || saving) return;
    setSaving(true);
    setProblem(null);
    try {
      if (writing.text.trim() !== base.description) await change({ description: writing.text }, { base });
      leave();
    } catch (error) {
      if (error instanceof EditConflict) setConflict(error.current);
      else setProblem(reasonOf(error));
    } finally {
      setSaving(false);
    }
  }

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
            onClick={begin}
            className="inline-flex min-h-8 items-center gap-1.5 rounded-md px-2.5 text-sm font-medium text-text-2 hover:bg-hover hover:text-text pointer-coarse:min-h-11"
          >
            <Pencil />
            {unsent ? 'Continue editing' : 'Edit description'}
          </button>
        )}
      </div>
      {open && (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            void save(writing.base);
          }}
          className="flex flex-col gap-2"
        >
          <textarea
            ref={field}
            aria-label="Description"
            aria-describedby="description-hint"
            value={writing.text}
            maxLength={50_000}
            onChange={({ target }) => {
              setWriting({ ...writing, text: target.value });
              draft.keep(target.value === writing.base.description ? '' : target.value);
            }}
            onKeyDown={(event) => {
              if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void save(writing.base);
            }}
            className="field-sizing-content max-h-[60dvh] min-h-32 w-full resize-y rounded-sm border border-border-strong bg-surface px-2.5 py-2 text-read focus-visible:outline-offset-0 pointer-coarse:text-lg"
          />
          <p id="description-hint" className="text-xs text-text-3">
            Markdown: **bold**, *italic*, - list, [text](link). Ctrl Enter saves.
          </p>
          {problem && (
            <p role="alert" className="text-sm text-danger-text">
              {problem}
            </p>
          )}
          {conflict && (
            <ConflictBox
              what="description"
              theirs={conflict.description}
              mine={writing.text}
              onTheirs={() => {
                handle.adopt(conflict);
                leave();
              }}
              onMine={() => {
                setConflict(null);
                setWriting({ ...writing, base: conflict });
                void save(conflict);
              }}
            />
          )}
          <div className="flex gap-2">
            <Button variant="primary" type="submit" pending={saving} pendingText="Saving">
              Save
            </Button>
            <Button onClick={leave}>Cancel</Button>
          </div>
        </form>
      )}
      {!open && task.description && (
        // A pending text has no rendered HTML yet.
        <RenderedText html={task.description_html} />
      )}
      {!open && !task.description && (
        <p className="text-base text-text-3">{task.rights.edit ? 'No description yet.' : 'No description.'}</p>
      )}
    </section>
  );
}
