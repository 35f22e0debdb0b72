import { type RefObject, useEffect, useLayoutEffect, useState } from 'react';

/** The part of a scrolled box that is in sight, in pixels. */
export type Seen = { top: number; left: number; width: number; height: number };

/** Before anything was measured. */
export const FIRST: Seen = { top: 0, left: 0, width: 1400, height: 900 };
/** What is drawn reaches so far beyond; within it nothing has to be drawn anew. */
const STEP = 72;

const rounded = (value: number) => Math.floor(value / STEP) * STEP;

/** Follows scrolling and size; on the server a screen's worth from the beginning. */
export function useSeen(box: RefObject<HTMLElement | null>): Seen {
  const [seen, setSeen] = useState(FIRST);
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    setSeen(seenIn(element));
  }, [box]);
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const look = () =>
      setSeen((before) => {
        const now = seenIn(element);
        return (Object.keys(now) as (keyof Seen)[]).every((name) => now[name] === before[name]) ? before : now;
      });
    element.addEventListener('scroll', look, { passive: true });
    const sizes = new ResizeObserver(look);
    sizes.observe(element);
    return () => {
      element.removeEventListener('scroll', look);
      sizes.disconnect();
    };
  }, [box]);
  return seen;
}

const seenIn = ({ scrollTop, scrollLeft, clientWidth, clientHeight }: HTMLElement): Seen => ({
  top: rounded(scrollTop),
  left: rounded(scrollLeft),
  width: clientWidth + STEP,
  height: clientHeight + STEP,
});
