'use client';

import { useEffect, useRef, useState } from 'react';
import { reasonOf } from '@/components/query/api-client';
import { useConnected } from '@/components/query/connectivity';
import { showToast } from '@/components/ui/overlay/toast';

/** Enter adds and stays open, Escape closes. A title that could not be added stays in the field. */
export function QuickAdd({
  label,
  add,
  onClose,
}: {
  label: string;
  add: (title: string) => Promise<void>;
  onClose: () => void;
}) {
  const field = useRef<HTMLInputElement>(null);
  const count = useRef(0);
  const [adding, setAdding] = useState<readonly { id: number; title: string }[]>([]);
  const connected = useConnected();
  const [error, setError] = useState<string | null>(null);
  useEffect(() => field.current?.focus(), []);

  async function submit() {
    const input = field.current;
    const title = input?.value.trim();
    if (!input || !title) return;
    input.value = '';
    setError(null);
    count.current += 1;
    const id = count.current;
    setAdding((all) => [...all, { id, title }]);
    try {
      await add(title);
    } catch (failure) {
      const words = `“${title}” was not added. ${reasonOf(failure)}`;
      // The field was closed meanwhile, or the page left.
      if (!field.current) showToast({ kind: 'failure', text: words });
      setError(words);
      if (!input.value) input.value = title;
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
    >
      {adding.map(({ id, title }) => (
        <p key={id} className="truncate px-1 text-xs text-text-3">
          {connected ? 'Adding' : 'Waiting for connection:'} “{title}”
        </p>
      ))}
      <input
        ref={field}
        aria-label={label}
        placeholder="Title, then Enter"
        maxLength={200}
        autoComplete="off"
        enterKeyHint="done"
        onKeyDown={(event) => {
          if (event.key === 'Escape') onClose();
        }}
        onBlur={(event) => {
          if (!event.currentTarget.value && adding.length === 0 && !error) onClose();
        }}
        className="h-9 w-full rounded-md border border-border-strong bg-surface px-2.5 text-base text-text focus-visible:outline-offset-0 pointer-coarse:h-11 pointer-coarse:text-lg"
      />
      {error && (
        <p role="alert" className="px-1 text-sm text-danger-text">
          {error}
        </p>
      )}
    </form>
  );
}
