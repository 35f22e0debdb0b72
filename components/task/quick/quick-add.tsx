'use client';

import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useOnDemand } from '@/components/overlay/on-demand';
import { ApiError, reasonOf } from '@/components/query/api-client';
import { useConnected } from '@/components/query/connectivity';
import { showToast } from '@/components/ui/overlay/toast';
import type { QuickFields } from './read-quick';

export type QuickTask = { title: string } & QuickFields;
export type ReadsTask = (() => Promise<QuickTask>) | null;

const loadUnderstood = () => import('./understood').then(({ Understood }) => Understood);

/**
 * Enter adds and stays open, Escape closes. What could not be added stays in the field. `tomorrow @anna !high #design 2h`
 * after the title is understood, and shown.
 */
export function QuickAdd({
  label,
  projectId,
  add,
  onClose,
  children,
}: {
  label: string;
  /** Where it will be; without it nothing but a title is understood. */
  projectId?: string;
  add: (task: QuickTask) => Promise<void>;
  onClose: () => void;
  /** What is chosen beside the line. */
  children?: ReactNode;
}) {
  const field = useRef<HTMLInputElement>(null);
  const count = useRef(0);
  const [adding, setAdding] = useState<readonly { id: number; title: string }[]>([]);
  const connected = useConnected();
  const [error, setError] = useState<string | null>(null);
  const [text, setText] = useState('');
  const reads = useRef<ReadsTask>(null);
  const { Part: Understood, press: load } = useOnDemand(loadUnderstood);
  /** Enter came before what reads the line. */
  const waits = useRef(false);
  useEffect(() => {
    field.current?.focus();
    if (projectId) load();
  }, [load, projectId]);

  useEffect(() => {
    if (!Understood || !waits.current) return;
    waits.current = false;
    void submit();
  });

  /** `asTitle`: what reads the line cannot be fetched. */
  async function submit(asTitle = false) {
    const input = field.current;
    const written = input?.value.trim();
    if (!input || !written) return;
    const read = reads.current;
    if (projectId && !read && !asTitle) {
      waits.current = true;
      load();
      loadUnderstood().catch(() => {
        if (waits.current) void submit(true);
        waits.current = false;
      });
      return;
    }
    input.value = '';
    setText('');
    setError(null);
    count.current += 1;
    const id = count.current;
    setAdding((all) => [...all, { id, title: written }]);
    try {
      const task = read ? await read() : { title: written };
      if (!task.title) throw new ApiError(422, 'invalid', 'Give the task a title too.');
      await add(task);
    } catch (failure) {
      const words = `“${written}” was not added. ${reasonOf(failure)}`;
      // The field was closed meanwhile, or the page left.
      if (!field.current) showToast({ kind: 'failure', text: words });
      setError(words);
      if (!input.value) {
        input.value = written;
        setText(written);
      }
    } finally {
      setAdding((all) => all.filter((one) => one.id !== id));
    }
  }

  return (
    <form
      className="flex flex-col gap-1"
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose();
      }}
    >
      {adding.map(({ id, title }) => (
        <p key={id} className="truncate px-1 text-xs text-text-3">
          {connected ? 'Adding' : 'Waiting for connection:'} “{title}”
        </p>
      ))}
      <div className="flex flex-wrap gap-2">
        <input
          ref={field}
          aria-label={label}
          placeholder="Title, then Enter"
          maxLength={200}
          autoComplete="off"
          enterKeyHint="done"
          onChange={({ target }) => setText(target.value)}
          onBlur={({ currentTarget, relatedTarget }) => {
            const isBeside = currentTarget.form?.contains(relatedTarget);
            if (!isBeside && !currentTarget.value && adding.length === 0 && !error) onClose();
          }}
          className="h-9 min-w-40 flex-1 rounded-md border border-border-strong bg-surface px-2.5 text-base text-text focus-visible:outline-offset-0 pointer-coarse:h-11 pointer-coarse:text-lg"
        />
        {children}
      </div>
      {projectId && Understood && <Understood text={text} projectId={projectId} reads={reads} />}
      {error && (
        <p role="alert" className="px-1 text-sm text-danger-text">
          {error}
        </p>
      )}
    </form>
  );
}
