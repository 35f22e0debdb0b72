import { type RefObject, useEffect, useEffectEvent, useState } from 'react';

/** Below this many everything is drawn. */
const MANY = 150;
/** Lines above and below the window, so that a fast wheel meets no blank. */
const AROUND = 30;
/** Lines that scroll by before others are drawn. */
const STEP = 10;

/** `height` in px; `columns`: how many items a line has. */
type Line = { height: number; columns: number };

/**
 * Which of `count` items, in lines of one height, to draw while the page scrolls.
 * @param line reads a line's measures from the list
 * @param told `onNear` is called with the last item that is wanted, `onDrawn` once others are drawn
 */
export function useWindow(
  list: RefObject<HTMLElement | null>,
  count: number,
  line: (list: HTMLElement) => Line,
  told: { onNear: (last: number) => void; onDrawn: () => void },
) {
  const [{ from, lines, height, columns }, set] = useState({ from: 0, lines: 60, height: 44, columns: 1 });
  const measure = useEffectEvent(() => {
    const element = list.current;
    if (!element) return;
    const { height: each, columns: beside } = line(element);
    const visible = Math.ceil(window.innerHeight / each) + 2 * AROUND + STEP;
    const above = Math.max(0, -element.getBoundingClientRect().top) / each;
    const first = Math.max(0, Math.floor(above / STEP) * STEP - AROUND);
    set((before) =>
      before.from === first && before.lines === visible && before.height === each && before.columns === beside
        ? before
        : { from: first, lines: visible, height: each, columns: beside },
    );
    told.onNear((first + visible) * beside);
  });
  useEffect(() => {
    let frame = 0;
    const soon = () => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => measure());
    };
    measure();
    window.addEventListener('scroll', soon, { passive: true });
    window.addEventListener('resize', soon);
    return () => {
      cancelAnimationFrame(frame);
      window.removeEventListener('scroll', soon);
      window.removeEventListener('resize', soon);
    };
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: more lines have come, so more may be wanted
  useEffect(() => measure(), [count]);
  const tell = useEffectEvent(() => told.onDrawn());
  // biome-ignore lint/correctness/useExhaustiveDependencies: these are what is drawn
  useEffect(() => tell(), [from, lines, columns, count]);
  if (count <= MANY) return { from: 0, to: count, before: 0, after: 0 };
  const all = Math.ceil(count / columns);
  const first = Math.min(from, Math.max(0, all - lines));
  const last = Math.min(all, first + lines);
  return {
    from: first * columns,
    to: Math.min(count, last * columns),
    before: first * height,
    after: (all - last) * height,
  };
}
