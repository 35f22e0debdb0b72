'use client';

import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef } from 'react';

const NEAR_END = 40;

/** Also when the drawer around the frame is opened again, which gives it the focus and no other size. */
export function whenShown(work: () => void): () => void {
  const soon = () => requestAnimationFrame(work);
  for (const event of ['resize', 'focus'] as const) window.addEventListener(event, soon);
  return () => {
    for (const event of ['resize', 'focus'] as const) window.removeEventListener(event, soon);
  };
}

/**
 * Keeps what is being read where it is while messages come and go around it, and the end in sight for whoever is there.
 * Rows carry `data-message`. `version`: changes with what is shown.
 */
export function useKeptPlace(scroller: RefObject<HTMLElement | null>, version: unknown) {
  const anchor = useRef<{ id: string; top: number } | null>(null);
  const atEnd = useRef(true);

  const note = useCallback(() => {
    const box = scroller.current;
    // In a closed drawer nothing has a place.
    if (!box?.clientHeight) return;
    atEnd.current = box.scrollHeight - box.scrollTop - box.clientHeight < NEAR_END;
    const top = box.getBoundingClientRect().top;
    const rows = [...box.querySelectorAll<HTMLElement>('[data-message]')];
    // One that is seen whole: the first of all changes its height when others come before it.
    const whole = rows.find((one) => one.getBoundingClientRect().top >= top) ?? rows.at(-1);
    anchor.current = whole ? { id: whole.dataset.message ?? '', top: whole.getBoundingClientRect().top - top } : null;
  }, [scroller]);

  // As it is before this change: the last event of scrolling may be older.
  const noted = useRef(version);
  if (noted.current !== version) {
    noted.current = version;
    note();
  }

  const keep = useCallback(() => {
    const box = scroller.current;
    if (!box?.clientHeight) return;
    if (atEnd.current) box.scrollTop = box.scrollHeight;
    else if (anchor.current) {
      const row = box.querySelector<HTMLElement>(`[data-message="${anchor.current.id}"]`);
      if (row) box.scrollTop += row.getBoundingClientRect().top - box.getBoundingClientRect().top - anchor.current.top;
    }
    note();
  }, [scroller, note]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is shown has changed
  useLayoutEffect(() => keep(), [version, keep]);
  useEffect(() => whenShown(keep), [keep]);

  const show = useCallback(
    (row: HTMLElement | null, block: ScrollLogicalPosition) => {
      atEnd.current = false;
      row?.scrollIntoView({ block });
      note();
    },
    [note],
  );
  const end = useCallback(() => {
    const box = scroller.current;
    if (box) box.scrollTop = box.scrollHeight;
    note();
  }, [scroller, note]);
  return { note, show, end, isAtEnd: () => atEnd.current };
}
