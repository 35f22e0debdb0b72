'use client';

import { useEffect, useId, useRef, useState } from 'react';

/** What was written and not taken, and why. */
export type Refused = { typed: string; why: string };

/** Enter and leaving save it, Escape does not. What was refused stays until it is saved or given up. */
export function TitleEditor({
  title,
  refused,
  onSave,
  onClose,
}: {
  title: string;
  refused?: Refused;
  onSave: (title: string) => void;
  onClose: () => void;
}) {
  const field = useRef<HTMLInputElement>(null);
  const id = useId();
  const [text, setText] = useState(refused?.typed ?? title);
  const [problem, setProblem] = useState(refused?.why);
  const done = useRef(false);
  useEffect(() => {
    field.current?.focus();
    field.current?.select();
  }, []);

  function close(save: boolean) {
    const wanted = text.replace(/\s+/g, ' ').trim();
    if (done.current) return;
    if (save && !wanted) return setProblem('A task needs a title.');
    done.current = true;
    if (save && wanted !== title) onSave(wanted);
    else onClose();
  }

  return (
    <span className="block w-full">
      <input
        dir="auto"
        ref={field}
        aria-label="Title"
        aria-invalid={problem ? true : undefined}
        aria-describedby={problem && id}
        data-limit={200}
        autoComplete="off"
        value={text}
        onChange={({ target }) => setText(target.value)}
        onBlur={() => {
          if (!problem) close(true);
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' && event.key !== 'Escape') return;
          event.preventDefault();
          event.stopPropagation();
          close(event.key === 'Enter');
        }}
        className="relative z-1 block h-8 w-full rounded-sm border border-border-strong bg-surface px-2 text-base font-normal focus-visible:outline-offset-0 pointer-coarse:h-11 pointer-coarse:text-lg"
      />
      {problem && (
        <span id={id} role="alert" className="relative z-1 block bg-surface text-sm whitespace-normal text-danger-text">
          {problem}
        </span>
      )}
    </span>
  );
}
