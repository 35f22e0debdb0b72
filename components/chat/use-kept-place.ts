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

type Parts = {
  scroller: RefObject<HTMLElement | null>;
  /** Within it: all that is scrolled. */
  content: RefObject<HTMLElement | null>;
  /** Kept here: whether whoever reads is at the room's end, or was before more was said. */
  atEnd: RefObject<boolean>;
  /** Whether what is shown reaches to the room's end. */
  whole: boolean;
};

/**
 * Keeps what is being read where it is while messages come and go around it, and the end in sight for whoever is there.
 * Rows carry `data-message`. `version`: changes with what is shown.
 */
export function useKeptPlace({ scroller, content, atEnd, whole }: Parts, version: unknown) {
  const anchor = useRef<{ id: string; top: number } | null>(null);
  const scrolled = useRef(0);
  const reaches = useRef(whole);

  const note = useCallback(() => {
    const box = scroller.current;
    // In a closed drawer nothing has a place.
    if (!box?.clientHeight) return;
    const near = box.scrollHeight - box.scrollTop - box.clientHeight < NEAR_END;
    // The end is left by moving up, not by a line or a field beside it that takes some of the room; nor while more comes.
    const stays = atEnd.current && (near || box.scrollTop >= scrolled.current - 1);
    atEnd.current = stays || (reaches.current && near);
    scrolled.current = box.scrollTop;
    const top = box.getBoundingClientRect().top;
    const rows = [...box.querySelectorAll<HTMLElement>('[data-message]')];
    // One that is seen whole: the first of all changes its height when others come before it.
    const whole = rows.find((one) => one.getBoundingClientRect().top >= top) ?? rows.at(-1);
    anchor.current = whole ? { id: whole.dataset.message ?? '', top: whole.getBoundingClientRect().top - top } : null;
  }, [scroller, atEnd]);

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
  }, [scroller, atEnd, note]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is shown has changed
  useLayoutEffect(() => {
    reaches.current = whole;
    keep();
  }, [version, whole, keep]);
  useEffect(() => whenShown(keep), [keep]);
  const there = version !== undefined;
  useEffect(() => {
    const sizes = new ResizeObserver(() => keep());
    for (const part of [scroller, content]) if (there && part.current) sizes.observe(part.current);
    return () => sizes.disconnect();
  }, [scroller, content, keep, there]);

  const show = useCallback(
    (row: HTMLElement | null, block: ScrollLogicalPosition) => {
      atEnd.current = false;
      row?.scrollIntoView({ block });
      note();
    },
    [atEnd, note],
  );
  const end = useCallback(() => {
    const box = scroller.current;
    if (box) box.scrollTop = box.scrollHeight;
    atEnd.current ||= reaches.current;
    note();
  }, [scroller, atEnd, note]);
  return { note, show, end };
}
