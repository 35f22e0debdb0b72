'use client';

import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { isForTyping, singleKeysAreOn } from '@/components/keys/single-keys';
import type { BoardColumn } from './board-columns';
import {
  cardBeside,
  type Extras,
  firstCard,
  nearestStop,
  nextStop,
  placeOf,
  STOP_STEPS,
  type Step,
  type Stop,
  tabStops,
} from './board-stops';

/** One tab stop, then arrows, or J and K from anywhere. Focus follows its task through moves and updates. */
export function useBoardFocus(board: RefObject<HTMLElement | null>, columns: readonly BoardColumn[], extras: Extras) {
  /** What had the focus last, or the task around it. */
  const [current, setCurrent] = useState<Stop>();
  const [focused, setFocused] = useState<Stop | null>(null);
  const [reveal, setReveal] = useState<{ id: string } | null>(null);
  /** Gets the focus as soon as it is in the document. */
  const wanted = useRef<Stop | null>(null);
  const asked = useRef(false);
  /** What has the focus until the user moves it away, and where it was seen last. */
  const held = useRef<Stop | null>(null);
  const seen = useRef<{ column: number; index: number } | null>(null);
  const byTab = useRef(false);

  const elementOf = (stop: Stop) =>
    board.current?.querySelector<HTMLElement>(`[data-stop="${CSS.escape(stop)}"]`) ?? null;

  function focusStop(stop: Stop) {
    const element = elementOf(stop);
    wanted.current = element ? null : stop;
    asked.current = false;
    if (element) element.focus();
    else setReveal({ id: stop });
  }

  // A remounted card takes its focus along; a removed one hands it to its neighbour.
  useLayoutEffect(() => {
    const lost = document.activeElement === document.body;
    const stop = wanted.current ?? (lost ? held.current : null);
    if (held.current) seen.current = placeOf(columns, held.current, extras) ?? seen.current;
    if (!stop) return;
    const element = elementOf(stop);
    if (element) {
      if (document.activeElement !== element) element.focus();
      wanted.current = null;
      asked.current = false;
    } else if (!wanted.current && seen.current && !placeOf(columns, stop, extras)) {
      const nearest = nearestStop(columns, seen.current, extras);
      held.current = nearest ?? null;
      if (nearest) focusStop(nearest);
    } else if (!asked.current) {
      // It is in a virtual column, out of view.
      asked.current = true;
      wanted.current = stop;
      setReveal({ id: stop });
    }
  });

  const enter = () => {
    const stop = current !== undefined && placeOf(columns, current, extras) ? current : firstCard(columns, extras);
    if (stop !== undefined) focusStop(stop);
    return stop !== undefined;
  };

  function step(from: Stop, key: string): boolean {
    const way: Step | undefined = STOP_STEPS[key];
    if (!way) return false;
    const next = nextStop(columns, from, way, extras);
    if (next !== undefined) focusStop(next);
    return true;
  }

  const onPageKey = useEffectEvent((event: KeyboardEvent) => {
    byTab.current = event.key === 'Tab';
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if ((event.key !== 'j' && event.key !== 'k') || isForTyping(event) || !singleKeysAreOn()) return;
    const from = stopAt(event.target);
    if (from && board.current?.contains(event.target as Node) ? step(from, event.key) : enter()) event.preventDefault();
  });
  const onFocusIn = useEffectEvent(({ target, relatedTarget }: FocusEvent) => {
    const stop = stopAt(target);
    const outside = !(relatedTarget instanceof Node && board.current?.contains(relatedTarget));
    if (stop && outside && byTab.current && relatedTarget) {
      byTab.current = false;
      const last = current !== undefined && placeOf(columns, current, extras) ? current : firstCard(columns, extras);
      if (last !== undefined && last !== stop) {
        focusStop(last);
        return;
      }
    }
    held.current = stop;
    setFocused(stop);
    if (stop) setCurrent(stop);
  });
  useEffect(() => {
    const element = board.current;
    const pageKey = (event: KeyboardEvent) => onPageKey(event);
    const focusIn = (event: FocusEvent) => onFocusIn(event);
    const focusOut = ({ relatedTarget }: FocusEvent) => {
      if (relatedTarget) held.current = null;
      setFocused((stop) => (stopAt(relatedTarget) === stop ? stop : null));
    };
    const boardKey = (event: KeyboardEvent) => {
      if (event.key === 'Tab' && element) passOver(element, event.target);
    };
    const press = () => {
      held.current = null;
      byTab.current = false;
    };
    element?.addEventListener('focusin', focusIn);
    element?.addEventListener('focusout', focusOut);
    element?.addEventListener('keydown', boardKey);
    document.addEventListener('keydown', pageKey);
    document.addEventListener('pointerdown', press, true);
    return () => {
      element?.removeEventListener('focusin', focusIn);
      element?.removeEventListener('focusout', focusOut);
      element?.removeEventListener('keydown', boardKey);
      document.removeEventListener('keydown', pageKey);
      document.removeEventListener('pointerdown', press, true);
    };
  }, [board]);

  return {
    focused,
    reveal,
    tabStops: tabStops(columns, current, extras),
    elementOf,
    focusStop,
    step,
    /** Over all columns, where the steps of a card stay in its own. */
    walk: (key: string, by: 1 | -1) => {
      const next = cardBeside(columns, key, current, by, extras);
      if (next) focusStop(next._id);
      return next?.key;
    },
    expect: (stop: Stop) => {
      wanted.current = stop;
    },
    /** Long columns render cards after they were asked for. */
    appeared: (id: string) => {
      if (wanted.current !== id) return;
      elementOf(id)?.focus();
      wanted.current = null;
      asked.current = false;
    },
  };
}

function stopAt(target: EventTarget | null): Stop | null {
  if (!(target instanceof Element)) return null;
  return (
    target.closest<HTMLElement>('[data-stop]')?.dataset.stop ??
    target.closest<HTMLElement>('[data-card]')?.dataset.card ??
    null
  );
}

/** Lets Tab leave the board. The other columns stay tab stops from outside, so that each can be scrolled by keys. */
function passOver(board: HTMLElement, from: EventTarget | null): void {
  const own = from instanceof Element ? (from.closest('[data-card]') ?? from) : null;
  const others = [...board.querySelectorAll<HTMLElement>('[data-stop][tabindex="0"]')].filter(
    (stop) => !own?.contains(stop),
  );
  for (const stop of others) stop.tabIndex = -1;
  // The browser moves the focus after this event.
  setTimeout(() => {
    for (const stop of others) stop.tabIndex = 0;
  });
}
