'use client';

import { X } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { IconButton } from '@/components/ui/icon-button';
import { bidi } from '@/lib/bidi';

/** Beside the conversation; over it on narrow screens. Takes the focus, and gives it back when it goes. */
export function SidePanel({ title, onClose, children }: { title: string; onClose: () => void; children: ReactNode }) {
  const panel = useRef<HTMLElement>(null);
  // Before a field in it takes the focus.
  const [before] = useState(() => document.activeElement);
  useEffect(() => {
    const { current: whole } = panel;
    if (!whole?.contains(document.activeElement)) whole?.focus();
    return () => {
      const now = document.activeElement;
      if (before instanceof HTMLElement && (now === document.body || whole?.contains(now))) before.focus();
    };
  }, [before]);
  return (
    <section
      ref={panel}
      tabIndex={-1}
      aria-label={title}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return;
        event.stopPropagation();
        onClose();
      }}
      className="flex w-full max-w-[400px] min-w-0 flex-col border-l border-border bg-surface outline-none @max-3xl:absolute @max-3xl:inset-0 @max-3xl:z-1 @max-3xl:max-w-none"
    >
      <header className="flex min-h-14 items-center justify-between border-b border-border pr-2 pl-4">
        <h2 dir="auto" className="text-lg font-semibold">
          {title}
        </h2>
        <IconButton label={bidi`Close: ${title}`} icon={<X />} onClick={onClose} />
      </header>
      {children}
    </section>
  );
}
