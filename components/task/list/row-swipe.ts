/** A finger on a phone that moves a row sideways: to the right completes it, to the left asks for its date. */

export type Swipes = {
  /** What a swipe to that side would do, in a word; null where nothing may be done. */
  words: (row: HTMLElement, side: Side) => string | null;
  swiped: (row: HTMLElement, side: Side) => void;
};
export type Side = 'right' | 'left';

const PHONE = '(width < 640px)';
/** From here on it is no tap (px), from there on it is meant. */
const SLACK = 8;
const FAR = 96;
/** Where a finger begins that goes back a page. */
const EDGE = 20;
const LOOK =
  'pointer-events-none fixed z-sticky flex items-center overflow-hidden px-4 text-sm font-semibold whitespace-nowrap';
const NEAR = 'bg-selected text-text-2';
const MEANT = 'bg-accent text-on-accent';

/** Up and down scrolls as everywhere; a second finger, the way back or the system calls it off. @returns what ends it */
export function swipeRows(table: HTMLElement, { words, swiped }: Swipes): () => void {
  const listening = new AbortController();
  const { signal } = listening;
  let end: (() => void) | null = null;
  table.classList.add('max-sm:[touch-action:pan-y_pinch-zoom]');

  function press(event: TouchEvent) {
    end?.();
    const [touch] = event.touches;
    const row = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-row]') : null;
    if (event.touches.length !== 1 || !touch || !row || !matchMedia(PHONE).matches) return;
    const { clientX: x, clientY: y } = touch;
    if (x < EDGE || x > window.innerWidth - EDGE) return;
    begin(row, { x, y });
  }

  function begin(row: HTMLElement, from: { x: number; y: number }) {
    const during = new AbortController();
    const on = { signal: during.signal, passive: false };
    const mark = document.createElement('div');
    mark.setAttribute('aria-hidden', 'true');
    let side: Side | null = null;
    let by = 0;
    end = () => {
      during.abort();
      mark.remove();
      row.style.translate = '';
      end = null;
    };
    table.addEventListener(
      'touchmove',
      (event) => {
        const [now] = event.touches;
        if (!now || event.touches.length > 1) return end?.();
        by = now.clientX - from.x;
        const down = Math.abs(now.clientY - from.y);
        if (!side && Math.max(Math.abs(by), down) < SLACK) return;
        const to = by > 0 ? 'right' : 'left';
        const word = words(row, to);
        if ((!side && down >= Math.abs(by)) || !event.cancelable) return end?.();
        event.preventDefault();
        side = to;
        show(mark, row, word ? by : 0, word ?? '');
        if (!word) by = 0;
      },
      on,
    );
    table.addEventListener('touchcancel', () => end?.(), on);
    table.addEventListener(
      'touchend',
      (event) => {
        const meant = side && Math.abs(by) >= FAR ? side : null;
        // The click that would follow is none.
        if (side && event.cancelable) event.preventDefault();
        end?.();
        if (meant) swiped(row, meant);
      },
      on,
    );
  }

  table.addEventListener('touchstart', press, { signal, passive: true });
  return () => {
    end?.();
    listening.abort();
  };
}

function show(mark: HTMLElement, row: HTMLElement, by: number, word: string) {
  row.style.translate = by ? `${by}px 0` : '';
  const { top, height } = row.getBoundingClientRect();
  const list = row.parentElement?.getBoundingClientRect();
  mark.className = `${LOOK} ${Math.abs(by) >= FAR ? MEANT : NEAR} ${by > 0 ? '' : 'justify-end'}`;
  mark.textContent = word;
  const left = by > 0 ? (list?.left ?? 0) : (list?.right ?? 0) + by;
  Object.assign(mark.style, { top: `${top}px`, height: `${height}px`, left: `${left}px`, width: `${Math.abs(by)}px` });
  if (!mark.isConnected) document.body.append(mark);
}
