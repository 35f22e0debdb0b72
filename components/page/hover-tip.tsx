'use client';

import { type ReactNode, useEffect, useRef, useState } from 'react';

const DELAY = 400;

/** A tooltip beside its button, so inside the same landmark; lighter than the general one, as every page loads it. */
export function HoverTip({ text, children }: { text: string; children: ReactNode }) {
  const [shown, setShown] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  function show(after: number) {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setShown(true), after);
  }
  function hide() {
    clearTimeout(timer.current);
    setShown(false);
  }

  return (
    <span
      role="none"
      className="relative inline-flex"
      onPointerEnter={(event) => event.pointerType === 'mouse' && show(DELAY)}
      onPointerLeave={hide}
      onPointerDown={hide}
      onFocus={(event) => event.target.matches(':focus-visible') && show(0)}
      onBlur={hide}
      onKeyDown={(event) => event.key === 'Escape' && hide()}
    >
      {children}
      {shown && (
        <span
          dir="auto"
          role="tooltip"
          className="pointer-events-none absolute top-full right-0 z-popover mt-1.5 animate-fade-in rounded-sm border border-border bg-surface px-2 py-1 text-xs font-medium whitespace-nowrap text-text shadow-e2"
        >
          {text}
        </span>
      )}
    </span>
  );
}
