import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { dragByTouch, type Point } from '@/components/drag/touch-drag';
import { datesAfter, type Link, type Part } from './plan';

/** A bar under the pointer, or a line from its end to where the pointer is (pixels in the chart). */
export type Draft =
  | { id: string; days: number; part: Part }
  | { id: string; part: 'link'; x: number; y: number; over: string | null };

type Begun = {
  id: string;
  part: Part | 'link';
  x: number;
  y: number;
  scrolled: number;
  moved: boolean;
  /** Pulled at, though it may not be moved. */
  refused?: boolean;
};

const STARTS_AT = 4;

/**
 * Bars have `data-bar`, their id; what moves them `data-grip`: move, start, due or link. A press without a move is a click. By
 * touch a long press lifts a bar; otherwise the chart scrolls.
 */
export function useBarDrag(
  chart: RefObject<HTMLElement | null>,
  {
    day,
    may,
    refused,
    hold,
    moved,
    linked,
    clicked,
  }: {
    /** Pixels a day. */
    day: number;
    may: (id: string) => boolean;
    /** Somebody pulled at a bar that may not be moved. */
    refused: (id: string) => void;
    hold: (id: string | null) => void;
    moved: (id: string, part: Part, days: number) => void;
    linked: (pair: Link) => void;
    clicked: (id: string) => void;
  },
): Draft | null {
  const [draft, setDraft] = useState<Draft | null>(null);
  const begun = useRef<Begun | null>(null);
  const barAt = (target: EventTarget | null) =>
    target instanceof Element ? target.closest<HTMLElement>('[data-bar]')?.dataset.bar : undefined;

  const begin = (target: EventTarget | null, { x, y }: Point): boolean => {
    const grip = target instanceof Element ? target.closest<HTMLElement>('[data-grip]') : null;
    const id = barAt(grip);
    if (!grip || !id || !chart.current) return false;
    const part = grip.dataset.grip as Part | 'link';
    begun.current = { id, part, x, y, scrolled: chart.current.scrollLeft, moved: false };
    return true;
  };
  const drawTo = ({ x, y }: Point) => {
    const from = begun.current;
    const element = chart.current;
    if (!from || !element) return;
    if (from.part === 'link') {
      const box = element.getBoundingClientRect();
      const over = barAt(document.elementFromPoint(x, y)) ?? null;
      const at = { x: x - box.left + element.scrollLeft, y: y - box.top + element.scrollTop };
      setDraft({ id: from.id, part: 'link', ...at, over: over === from.id ? null : over });
    } else {
      const days = Math.round((x - from.x + element.scrollLeft - from.scrolled) / day);
      setDraft({ id: from.id, part: from.part, days });
    }
  };
  const onDown = useEffectEvent((event: PointerEvent) => {
    if (event.pointerType === 'touch' || event.button !== 0) return;
    if (begin(event.target, { x: event.clientX, y: event.clientY })) event.preventDefault();
  });
  const onMove = useEffectEvent((event: PointerEvent) => {
    const from = begun.current;
    const element = chart.current;
    if (!from || !element || event.pointerType === 'touch') return;
    const away = Math.hypot(event.clientX - from.x, event.clientY - from.y);
    if (!from.moved) {
      if (away < STARTS_AT || from.refused) return;
      if (!may(from.id)) {
        from.refused = true;
        return refused(from.id);
      }
      from.moved = true;
      hold(from.id);
    }
    const box = element.getBoundingClientRect();
    // Near an edge the chart goes along.
    if (event.clientX > box.right - 32) element.scrollLeft += 16;
    if (event.clientX < box.left + 32) element.scrollLeft -= 16;
    drawTo({ x: event.clientX, y: event.clientY });
  });
  const mayLift = useEffectEvent((pressed: Element) => {
    const id = pressed.closest('[data-grip]') ? barAt(pressed) : undefined;
    return id !== undefined && may(id);
  });
  const onLift = useEffectEvent((pressed: Element, at: Point) => {
    if (!begin(pressed, at) || !begun.current) return;
    begun.current.moved = true;
    const grip = pressed.closest<HTMLElement>('[data-grip]');
    if (grip) grip.dataset.held = '';
    hold(begun.current.id);
    drawTo(at);
  });
  const onTouch = useEffectEvent(drawTo);
  const onTap = useEffectEvent((pressed: Element) => {
    const id = pressed.closest('[data-grip]') ? barAt(pressed) : undefined;
    if (id) clicked(id);
  });
  const end = useEffectEvent((done: boolean) => {
    const from = begun.current;
    begun.current = null;
    for (const grip of chart.current?.querySelectorAll<HTMLElement>('[data-held]') ?? []) delete grip.dataset.held;
    if (!from) return;
    setDraft(null);
    if (!from.moved) {
      if (done && !from.refused) clicked(from.id);
      return;
    }
    hold(null);
    if (!done || !draft) return;
    if (draft.part === 'link') {
      if (draft.over) linked({ task_id: draft.id, blocks_id: draft.over });
    } else if (draft.days) moved(draft.id, draft.part, draft.days);
  });
  useEffect(() => {
    const element = chart.current;
    const down = (event: PointerEvent) => onDown(event);
    const move = (event: PointerEvent) => onMove(event);
    // What a finger does is told apart from its pointer.
    const up = ({ pointerType }: PointerEvent) => pointerType !== 'touch' && end(true);
    const cancel = ({ pointerType }: PointerEvent) => pointerType !== 'touch' && end(false);
    const endTouch = element
      ? dragByTouch(element, {
          mayLift: (pressed) => mayLift(pressed),
          lifted: (pressed, at) => onLift(pressed, at),
          moved: (at) => onTouch(at),
          dropped: (at) => end(at !== null),
          tapped: (pressed) => onTap(pressed),
        })
      : undefined;
    const onEscape = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && begun.current) {
        event.preventDefault();
        end(false);
      }
    };
    element?.addEventListener('pointerdown', down);
    window.addEventListener('pointermove', move);
    window.addEventListener('pointerup', up);
    window.addEventListener('pointercancel', cancel);
    window.addEventListener('keydown', onEscape, true);
    return () => {
      endTouch?.();
      element?.removeEventListener('pointerdown', down);
      window.removeEventListener('pointermove', move);
      window.removeEventListener('pointerup', up);
      window.removeEventListener('pointercancel', cancel);
      window.removeEventListener('keydown', onEscape, true);
    };
  }, [chart]);
  return draft;
}

/** The task as the pointer has it now. */
export function withDraft<T extends { _id: string; start_date: string | null; due_date: string | null }>(
  card: T,
  draft: Draft | null,
): T {
  if (!draft || draft.part === 'link' || draft.id !== card._id) return card;
  return { ...card, ...datesAfter(card, draft.part, draft.days) };
}
