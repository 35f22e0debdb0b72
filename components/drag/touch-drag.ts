/** Dragging by touch: begins with a long press, so that a finger that moves at once scrolls as everywhere. */

export type Point = { x: number; y: number };

export type TouchDrag = {
  /** Whether what is pressed may be lifted. */
  mayLift: (pressed: Element) => boolean;
  lifted: (pressed: Element, at: Point) => void;
  /** Also when what is below the finger was scrolled. */
  moved: (at: Point) => void;
  /** null: it was called off. */
  dropped: (at: Point | null) => void;
  tapped?: (pressed: Element) => void;
  /** A long press on what may not be lifted. */
  refused?: () => void;
  /** Whether a picture of the element goes along with the finger. */
  ghost?: boolean;
};

const PRESS_MS = 350;
/** What a resting finger may move (px). */
const SLACK = 8;

/** @returns what ends it; a drag that is under way goes on, as its card may leave a long column meanwhile */
export function dragByTouch(element: HTMLElement, tell: TouchDrag): () => void {
  let release: (() => void) | null = null;

  function press(event: TouchEvent) {
    const pressed = event.target;
    const [touch] = event.touches;
    release?.();
    if (event.touches.length !== 1 || !touch || !(pressed instanceof Element)) return;
    const may = tell.mayLift(pressed);
    if (!may && !tell.tapped && !tell.refused) return;
    const from = pointOf(touch);
    let at = from;
    let moved = false;
    let held: { end: () => void } | null = null;
    let follow: ((to: Point) => void) | null = null;

    const lift = () => {
      const ghost = tell.ghost ? ghostOf(element, at) : null;
      const scrolling = scrollAlong(() => at, tell.moved);
      held = {
        end: () => {
          ghost?.end();
          scrolling();
        },
      };
      follow = ghost?.follow ?? null;
      tell.lifted(pressed, at);
    };
    let told = false;
    const refuse = () => {
      if (!tell.refused) return;
      told = true;
      tell.refused();
    };
    const timer = setTimeout(may ? lift : refuse, PRESS_MS);

    const end = (to: Point | null) => {
      clearTimeout(timer);
      listening.abort();
      release = null;
      const was = held;
      held = null;
      was?.end();
      if (was) tell.dropped(to);
    };
    release = () => end(null);

    const listening = new AbortController();
    const { signal } = listening;
    const on = { signal, passive: false, capture: true };
    const quiet = (other: Event) => {
      other.preventDefault();
      other.stopPropagation();
    };
    const move = (given: Event) => {
      const [now] = (given as TouchEvent).touches;
      if (!now) return;
      at = pointOf(now);
      if (!held) {
        if (Math.hypot(at.x - from.x, at.y - from.y) > SLACK) end(null);
        return;
      }
      if (given.cancelable) given.preventDefault();
      moved ||= Math.hypot(at.x - from.x, at.y - from.y) > SLACK;
      follow?.(at);
      if (moved) tell.moved(at);
    };
    const up = (given: Event) => {
      const wasHeld = held !== null;
      // The click that would follow is none.
      if ((wasHeld || told) && given.cancelable) given.preventDefault();
      end(moved ? at : null);
      if (!wasHeld && !told) tell.tapped?.(pressed);
    };
    pressed.addEventListener('touchmove', move, on);
    pressed.addEventListener('touchend', up, on);
    pressed.addEventListener('touchcancel', () => end(null), on);
    window.addEventListener('touchstart', (other) => other.touches.length > 1 && end(null), on);
    // The browser's own answers to a long press: its menu, and its drag.
    window.addEventListener('contextmenu', quiet, on);
    window.addEventListener('dragstart', quiet, on);
    const onEscape = (key: KeyboardEvent) => {
      if (key.key !== 'Escape' || !held) return;
      quiet(key);
      end(null);
    };
    window.addEventListener('keydown', onEscape, on);
  }

  const listening = new AbortController();
  element.addEventListener('touchstart', press, { signal: listening.signal, passive: true });
  // Safari asks when a touch begins whether its moves may be prevented.
  element.addEventListener('touchmove', () => undefined, { signal: listening.signal, passive: false });
  element.style.setProperty('-webkit-touch-callout', 'none');
  element.style.setProperty('-webkit-user-select', 'none');
  element.style.userSelect = 'none';
  return () => listening.abort();
}

/** What is registered for the element at a point, or for one that it is in. */
export function under<T>({ x, y }: Point, known: WeakMap<Element, T>): T | undefined {
  for (let one = document.elementFromPoint(x, y); one; one = one.parentElement) {
    const found = known.get(one);
    if (found !== undefined) return found;
  }
  return undefined;
}

const pointOf = ({ clientX, clientY }: Touch): Point => ({ x: clientX, y: clientY });

function ghostOf(element: HTMLElement, from: Point) {
  const box = element.getBoundingClientRect();
  const ghost = element.cloneNode(true) as HTMLElement;
  for (const one of [ghost, ...ghost.querySelectorAll('*')])
    for (const { name } of [...one.attributes])
      if (name === 'id' || name.startsWith('data-')) one.removeAttribute(name);
  ghost.inert = true;
  ghost.dataset.ghost = '';
  ghost.setAttribute('aria-hidden', 'true');
  ghost.classList.add('z-popover', 'shadow-e2');
  Object.assign(ghost.style, {
    ...{ position: 'fixed', inset: 'auto', left: `${box.left}px`, top: `${box.top}px`, margin: '0' },
    ...{ width: `${box.width}px`, height: `${box.height}px`, opacity: '0.9' },
    ...{ pointerEvents: 'none', listStyle: 'none' },
  });
  document.body.append(ghost);
  return {
    follow: ({ x, y }: Point) => {
      ghost.style.translate = `${x - from.x}px ${y - from.y}px`;
    },
    end: () => ghost.remove(),
  };
}

/** How near to an edge one scrolls (px), and how far a frame. */
const EDGE = 44;
const STEP = 10;

/** Scrolls what is below a point near its edges. @returns what ends it */
function scrollAlong(at: () => Point, scrolled: (at: Point) => void): () => void {
  const snapping = new Map<HTMLElement, string>();
  let frame = requestAnimationFrame(step);
  function step() {
    frame = requestAnimationFrame(step);
    const { x, y } = at();
    let moved = false;
    for (const axis of ['x', 'y'] as const)
      for (let one = document.elementFromPoint(x, y); one; one = one.parentElement)
        if (one instanceof HTMLElement && nudge(one, axis, axis === 'x' ? x : y, snapping)) {
          moved = true;
          break;
        }
    if (moved) scrolled({ x, y });
  }
  return () => {
    cancelAnimationFrame(frame);
    for (const [one, type] of snapping) one.style.scrollSnapType = type;
  };
}

/** @returns whether it went on */
function nudge(one: HTMLElement, axis: 'x' | 'y', at: number, snapping: Map<HTMLElement, string>): boolean {
  const [size, inner] = axis === 'x' ? [one.clientWidth, one.scrollWidth] : [one.clientHeight, one.scrollHeight];
  if (inner <= size) return false;
  const isRoot = one === document.scrollingElement;
  const { overflowX, overflowY } = getComputedStyle(one);
  if (!isRoot && !/auto|scroll/.test(axis === 'x' ? overflowX : overflowY)) return false;
  const box = one.getBoundingClientRect();
  const start = isRoot ? 0 : axis === 'x' ? box.left : box.top;
  const by = at < start + EDGE ? -STEP : at > start + size - EDGE ? STEP : 0;
  if (!by) return false;
  if (!snapping.has(one)) {
    snapping.set(one, one.style.scrollSnapType);
    one.style.scrollSnapType = 'none';
  }
  const place = axis === 'x' ? 'scrollLeft' : 'scrollTop';
  const before = one[place];
  one[place] = before + by;
  return one[place] !== before;
}
