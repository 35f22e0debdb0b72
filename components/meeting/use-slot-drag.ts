import { type RefObject, useEffect, useEffectEvent, useRef } from 'react';
import { dragByTouch, type Point } from '@/components/drag/touch-drag';
import { daysBetween } from '@/lib/formats/calendar';
import { DAY_MINUTES } from '@/lib/meeting/layout';
import { QUARTER, type Slot, shifted } from './slots';

type Kind = 'new' | 'move' | 'resize';
type Begun = { kind: Kind; key: string | null; slot: Slot; at: number; from: Point; moved: boolean; refused?: boolean };

const STARTS_AT = 4;
/** So near to an edge the hours go along (px), and so far. */
const [EDGE, STEP] = [32, 14];

const down = (minutes: number) => Math.floor(minutes / QUARTER) * QUARTER;
const near = (minutes: number) => Math.round(minutes / QUARTER) * QUARTER;

/**
 * Hours of days: `data-day` with `data-times` in it, meetings there with `data-meeting`, `data-grip` at their end. A press on
 * free time is a new meeting, as long as it is pulled; a meeting is moved, by its grip its end is. A finger lifts a meeting by
 * a long press, so that it scrolls as everywhere, and taps free time.
 */
export function useSlotDrag(
  grid: RefObject<HTMLElement | null>,
  {
    days,
    wanted,
    creates,
    slotOf,
    draw,
    done,
    refused,
  }: {
    days: readonly string[];
    /** False in a month, which has no hours. */
    wanted: boolean;
    creates: boolean;
    /** Null: it may not be moved. */
    slotOf: (key: string) => Slot | null;
    draw: (key: string | null, slot: Slot | null) => void;
    done: (key: string | null, slot: Slot) => void;
    refused: (key: string) => void;
  },
): void {
  const begun = useRef<Begun | null>(null);
  const last = useRef<Slot | null>(null);

  /** Minutes since the first day began, at a place on the screen. */
  const minuteAt = ({ x, y }: Point): number | null => {
    const columns = [...(grid.current?.querySelectorAll<HTMLElement>('[data-day]') ?? [])];
    const boxes = columns.map((column) => column.querySelector('[data-times]')?.getBoundingClientRect());
    const found = boxes.findIndex((box) => box && x < box.right);
    const index = found < 0 ? boxes.length - 1 : found;
    const box = boxes[index];
    if (!box) return null;
    const minute = ((y - box.top) / box.height) * DAY_MINUTES;
    return index * DAY_MINUTES + Math.min(DAY_MINUTES - 1, Math.max(0, minute));
  };
  const slotFrom = (start: number, length: number): Slot => {
    const day = Math.floor(start / DAY_MINUTES);
    const from = start - day * DAY_MINUTES;
    return { day: days[day] ?? '', from, to: from + length };
  };

  const begin = (target: EventTarget | null, from: Point): boolean => {
    const element = target instanceof Element ? target : null;
    const at = element?.closest('[data-times]') ? minuteAt(from) : null;
    if (!element || at === null) return false;
    const key = element.closest<HTMLElement>('[data-meeting]')?.dataset.meeting ?? null;
    if (key === null) {
      if (!creates) return false;
      begun.current = { kind: 'new', key, slot: slotFrom(down(at), 30), at, from, moved: false };
      return true;
    }
    const slot = slotOf(key);
    const kind = element.closest('[data-grip]') ? 'resize' : 'move';
    begun.current = { kind, key, slot: slot ?? slotFrom(down(at), 30), at, from, moved: false, refused: slot === null };
    return true;
  };
  const drawTo = (point: Point) => {
    const now = begun.current;
    const at = minuteAt(point);
    if (!now || at === null) return;
    const { kind, key, slot } = now;
    const begins = daysBetween(days[0] ?? slot.day, slot.day) * DAY_MINUTES + slot.from;
    if (kind === 'move') last.current = shifted(slot, days, { minutes: near(begins + at - now.at) - begins });
    else if (kind === 'resize') {
      const until = Math.max(begins + QUARTER, near(at));
      last.current = { ...slot, to: slot.from + until - begins };
    } else {
      const day = Math.floor(now.at / DAY_MINUTES) * DAY_MINUTES;
      const to = Math.min(day + DAY_MINUTES, Math.max(day, at));
      const from = Math.min(down(to), down(now.at));
      last.current = slotFrom(from, Math.max(down(now.at) + QUARTER, down(to + QUARTER - 1)) - from);
    }
    draw(key, last.current);
  };
  const end = useEffectEvent((isDone: boolean) => {
    const now = begun.current;
    begun.current = null;
    if (!now) return;
    const slot = now.moved ? last.current : now.kind === 'new' ? now.slot : null;
    last.current = null;
    if (now.moved) swallowClick();
    if (isDone && slot && !now.refused) done(now.key, slot);
    else draw(now.key, null);
  });

  const onDown = useEffectEvent((event: PointerEvent) => {
    if (event.pointerType === 'touch' || event.button !== 0) return;
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (begin(event.target, { x: event.clientX, y: event.clientY }) && begun.current?.kind !== 'move')
      event.preventDefault();
  });
  const onMove = useEffectEvent((event: PointerEvent) => {
    const now = begun.current;
    if (!now || event.pointerType === 'touch') return;
    const point = { x: event.clientX, y: event.clientY };
    if (!now.moved) {
      if (Math.hypot(point.x - now.from.x, point.y - now.from.y) < STARTS_AT) return;
      now.moved = true;
      if (now.refused && now.key !== null) refused(now.key);
    }
    if (now.refused) return;
    scrollAt(grid.current, point.y);
    drawTo(point);
  });
  const mayLift = useEffectEvent((pressed: Element) => {
    const key = pressed.closest('[data-times]') && pressed.closest<HTMLElement>('[data-meeting]')?.dataset.meeting;
    return Boolean(key && slotOf(key));
  });
  const onLift = useEffectEvent((pressed: Element, at: Point) => {
    if (!begin(pressed, at) || !begun.current) return;
    begun.current.moved = true;
    const held = pressed.closest<HTMLElement>('[data-meeting]');
    if (held) held.dataset.held = '';
    drawTo(at);
  });
  const onTouch = useEffectEvent(drawTo);
  const onTap = useEffectEvent((event: MouseEvent) => {
    if ((event as PointerEvent).pointerType !== 'touch' || !begin(event.target, { x: event.clientX, y: event.clientY }))
      return;
    if (begun.current?.kind === 'new') end(true);
    begun.current = null;
  });
  useEffect(() => {
    const element = grid.current;
    if (!element || !wanted) return;
    const listening = new AbortController();
    const { signal } = listening;
    const endTouch = dragByTouch(element, {
      mayLift: (pressed) => mayLift(pressed),
      lifted: (pressed, at) => onLift(pressed, at),
      moved: (at) => onTouch(at),
      dropped: (at) => {
        for (const held of element.querySelectorAll<HTMLElement>('[data-held]')) delete held.dataset.held;
        end(at !== null);
      },
    });
    element.addEventListener('pointerdown', (event) => onDown(event), { signal });
    element.addEventListener('click', (event) => onTap(event), { signal });
    window.addEventListener('pointermove', (event) => onMove(event), { signal });
    window.addEventListener('pointerup', ({ pointerType }) => pointerType !== 'touch' && end(true), { signal });
    window.addEventListener('pointercancel', ({ pointerType }) => pointerType !== 'touch' && end(false), { signal });
    const onEscape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || !begun.current) return;
      event.preventDefault();
      event.stopPropagation();
      end(false);
    };
    window.addEventListener('keydown', onEscape, { capture: true, signal });
    return () => {
      endTouch();
      listening.abort();
    };
  }, [grid, wanted]);
}

/** The click that follows a pull is none. */
function swallowClick(): void {
  const swallow = (event: MouseEvent) => {
    event.preventDefault();
    event.stopPropagation();
  };
  window.addEventListener('click', swallow, { capture: true, once: true });
  setTimeout(() => window.removeEventListener('click', swallow, { capture: true }), 0);
}

function scrollAt(inside: Element | null, y: number): void {
  const scroller = inside?.closest('[data-fills]');
  if (!scroller) return;
  const { top, bottom } = scroller.getBoundingClientRect();
  if (y > bottom - EDGE) scroller.scrollTop += STEP;
  if (y < top + EDGE) scroller.scrollTop -= STEP;
}
