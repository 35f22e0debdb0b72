import { type RefObject, useEffect, useEffectEvent, useState } from 'react';

/** Below this many everything is drawn. */
const MANY = 150;
/** Rows above and below the window, so that a fast wheel meets no blank. */
const AROUND = 30;

/**
 * Which of `count` lines of one height to draw while the page scrolls.
 * @param line reads the height of a line (px) from the list
 * @param onNear called with the last line that is drawn
 */
export function useWindow(
  list: RefObject<HTMLElement | null>,
  count: number,
  line: (list: HTMLElement) => number,
  onNear: (last: number) => void,
) {
  const [{ from, height }, set] = useState({ from: 0, height: 44 });
  const [lines, setLines] = useState(60);
  const measure = useEffectEvent(() => {
    const element = list.current;
    if (!element) return;
    const each = line(element) || 44;
    const visible = Math.ceil(window.innerHeight / each) + 2 * AROUND;
    const above = Math.max(0, -element.getBoundingClientRect().top);
    const first = Math.max(0, Math.floor(above / each) - AROUND);
    set((before) => (before.from === first && before.height === each ? before : { from: first, height: each }));
    setLines(visible);
    onNear(first + visible);
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
  if (count <= MANY) return { from: 0, to: count, before: 0, after: 0 };
  const first = Math.min(from, Math.max(0, count - lines));
  const to = Math.min(count, first + lines);
  return { from: first, to, before: first * height, after: (count - to) * height };
}
