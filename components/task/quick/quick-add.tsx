'use client';

import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useOnDemand } from '@/components/overlay/on-demand';
import { ApiError, reasonOf } from '@/components/query/api-client';
import { useConnected } from '@/components/query/connectivity';
import { pastedLines } from '@/components/ui/form/pasted-lines';
import { showToast } from '@/components/ui/overlay/toast';
import { isolated } from '@/lib/bidi';
import type { QuickFields } from './read-quick';

export type QuickTask = { title: string } & QuickFields;
export type ReadsTask = (() => Promise<QuickTask>) | null;

const loadUnderstood = () => import('./understood').then(({ Understood }) => Understood);
const loadPasted = () => import('./pasted-tasks').then(({ PastedTasks }) => PastedTasks);
/** Lines on their way that are named. */
const NAMED = 3;

/**
 * Several lines, or rows of a table, that are pasted are offered as tasks. Enter adds and stays open, Escape closes. What could not be added stays in the field. `tomorrow @anna !high #design 2h`
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
  const { Part: Pasted, press: loadOffer } = useOnDemand(loadPasted);
  const [pasted, setPasted] = useState<readonly string[]>([]);
  /** Enter came before what reads the line. */
  const waits = useRef(false);
  useEffect(() => field.current?.focus(), []);
  useEffect(() => {
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
    const words = await send(written, read ?? (async () => ({ title: written })));
    if (!words) return;
    tell(words);
    if (!input.value) fill(written);
  }

  /** @returns why it was not added; null if it was. */
  async function send(written: string, read: () => Promise<QuickTask>): Promise<string | null> {
    count.current += 1;
    const id = count.current;
    setAdding((all) => [...all, { id, title: written }]);
    try {
      const task = await read();
      if (!task.title) throw new ApiError(422, 'invalid', 'Give the task a title too.');
      await add(task);
      return null;
    } catch (failure) {
      return `“${written}” was not added. ${reasonOf(failure)}`;
    } finally {
      setAdding((all) => all.filter((one) => one.id !== id));
    }
  }
  function tell(words: string) {
    // The field was closed meanwhile, or the page left.
    if (!field.current) showToast({ kind: 'failure', text: words });
    setError(words);
  }
  function fill(written: string) {
    if (field.current) field.current.value = written;
    setText(written);
  }

  function endOffer() {
    setPasted([]);
    field.current?.focus();
  }
  /** Those that are refused are offered again. */
  async function addAll(titles: readonly string[]) {
    endOffer();
    setError(null);
    const told = await Promise.all(titles.map((title) => send(title, async () => ({ title }))));
    const refused = titles.filter((_, at) => told[at]);
    const [first] = told.filter(Boolean);
    if (!first) return;
    const more = refused.length - 1;
    tell(more ? `${first} Neither ${more === 1 ? 'was' : 'were'} ${more} more.` : first);
    setPasted(refused);
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
      {adding.slice(0, NAMED).map(({ id, title }) => (
        <p key={id} className="truncate px-1 text-xs text-text-3">
          {connected ? 'Adding' : 'Waiting for connection:'} “{isolated(title)}”
        </p>
      ))}
      {adding.length > NAMED && <p className="px-1 text-xs text-text-3">and {adding.length - NAMED} more</p>}
      <div className="flex flex-wrap gap-2">
        <input
          dir="auto"
          ref={field}
          aria-label={label}
          placeholder="Title, then Enter"
          data-limit={200}
          autoComplete="off"
          enterKeyHint="done"
          onChange={({ target }) => setText(target.value)}
          onPaste={(event) => {
            const { clipboardData } = event;
            const lines = pastedLines({ getData: (type) => clipboardData.getData(type) });
            if (lines.length < 2) return;
            event.preventDefault();
            setPasted(lines);
            loadOffer();
          }}
          onBlur={({ currentTarget, relatedTarget }) => {
            const isBeside = currentTarget.form?.contains(relatedTarget);
            if (!isBeside && !currentTarget.value && !adding.length && !error && !pasted.length) onClose();
          }}
          className="h-9 min-w-40 flex-1 rounded-md border border-border-strong bg-surface px-2.5 text-base text-text focus-visible:outline-offset-0 pointer-coarse:h-11 pointer-coarse:text-lg"
        />
        {children}
      </div>
      {pasted.length > 0 && Pasted && (
        <Pasted
          lines={pasted}
          onAdd={(titles) => void addAll(titles)}
          onJoin={(title) => {
            endOffer();
            fill([field.current?.value, title].filter(Boolean).join(' '));
          }}
          onClose={endOffer}
        />
      )}
      {projectId && Understood && <Understood text={text} projectId={projectId} reads={reads} />}
      {error && (
        <p role="alert" className="px-1 text-sm text-danger-text">
          {error}
        </p>
      )}
    </form>
  );
}
