'use client';

import { type FocusEvent, type ReactNode, useEffect, useRef } from 'react';

/**
 * When a focused control is removed, focus goes to the line in its place, else the last line, else the whole (`label`).
 * Lines are `li` with `tabIndex` -1.
 */
export function FocusKeeper({ label, children }: { label: string; children: ReactNode }) {
  const whole = useRef<HTMLDivElement>(null);
  const last = useRef<{ control: Element; at: number } | null>(null);

  function remember({ target }: FocusEvent) {
    const line = target.closest('li');
    // Dialogs that a line opened are rendered elsewhere; only the line counts.
    if (!line || !whole.current?.contains(line)) return;
    last.current = { control: target, at: lines(whole.current).indexOf(line) };
  }

  // After every render: the new list comes with the server's answer, not with a change in here.
  useEffect(() => {
    const { current: before } = last;
    if (!before || before.control.isConnected || !isNowhere(document.activeElement)) return;
    last.current = null;
    const now = whole.current ? lines(whole.current) : [];
    (now[Math.min(before.at, now.length - 1)] ?? whole.current)?.focus();
  });

  return (
    // biome-ignore lint/a11y/useSemanticElements: a section would be a landmark of the same name as the one inside it
    <div ref={whole} role="group" tabIndex={-1} aria-label={label} onFocus={remember}>
      {children}
    </div>
  );
}

const lines = (whole: HTMLElement) => [...whole.querySelectorAll('li')];
const isNowhere = (element: Element | null) => element === null || element === document.body;
