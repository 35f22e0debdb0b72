import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';
import { isForTyping, singleKeysAreOn } from '@/components/keys/single-keys';
import { dayAfter } from '@/lib/formats/days';

const DAYS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 };
const PAGES: Readonly<Record<string, string>> = { PageUp: 'previous', PageDown: 'next' };

/** The grid in which a key asked for another page: the focus goes on there, whatever is drawn here until it comes. */
let left: object | null = null;

const visible = (element: HTMLElement) => element.checkVisibility?.() ?? true;

/**
 * The grid is one stop for Tab. Days have `data-day`, what can be focused in them `data-stop` (of a task or meeting its
 * name). Arrows walk through them and the days, with Alt they move what has the focus.
 */
export function useCalendarKeys(
  grid: RefObject<HTMLElement | null>,
  {
    date,
    move,
    create,
  }: {
    date: string;
    move?: (id: string, days: number) => void;
    /** `stop`: what had the focus then. */
    create?: (day: string, stop: string) => void;
  },
) {
  /** What had the focus last; it follows its task to another day. */
  const current = useRef<string | null>(null);
  const held = useRef(false);

  const stopsIn = (day?: string) =>
    [
      ...(grid.current?.querySelectorAll<HTMLElement>(
        day === undefined ? '[data-stop]' : `[data-day="${day}"] [data-stop]`,
      ) ?? []),
    ].filter(visible);
  const dayOf = (element: Element) => element.closest<HTMLElement>('[data-day]')?.dataset.day ?? date;

  useLayoutEffect(() => {
    const stops = stopsIn();
    const first = () => stopsIn(date)[0] ?? stops[0];
    const here = stops.find(({ dataset }) => dataset.stop === current.current) ?? first();
    for (const stop of stops) stop.tabIndex = stop === here ? 0 : -1;
    const arrives = left !== null && left !== current;
    if ((held.current && document.activeElement === document.body) || arrives) here?.focus();
    if (here && arrives) left = null;
  });

  const onFocus = useEffectEvent((target: EventTarget | null) => {
    const stop = target instanceof Element ? target.closest<HTMLElement>('[data-stop]') : null;
    if (!stop) return;
    held.current = true;
    current.current = stop.dataset.stop ?? null;
    for (const other of stopsIn()) other.tabIndex = other === stop ? 0 : -1;
  });
  function walk(from: HTMLElement, key: string): HTMLElement | undefined {
    const day = dayOf(from);
    const own = stopsIn(day);
    const at = own.indexOf(from);
    const step = key === 'ArrowUp' ? -1 : key === 'ArrowDown' ? 1 : 0;
    if (step && own[at + step]) return own[at + step];
    const to = stopsIn(dayAfter(day, DAYS[key] ?? 0));
    if (step) return step < 0 ? to.at(-1) : to[0];
    return to[Math.min(at, to.length - 1)];
  }
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const stop = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-stop]') : null;
    if (!stop || event.ctrlKey || event.metaKey || event.shiftKey || event.defaultPrevented || isForTyping(event))
      return;
    const { key } = event;
    const row = stop.closest<HTMLElement>('[data-row]');
    if (event.altKey) {
      if (!DAYS[key] || !move) return;
      event.preventDefault();
      if (row && stop.dataset.stop) move?.(stop.dataset.stop, DAYS[key]);
      return;
    }
    const page = PAGES[key] ?? (key === 't' && singleKeysAreOn() ? 'today' : undefined);
    if (page) {
      event.preventDefault();
      const link = document.querySelector<HTMLAnchorElement>(`main a[data-go="${page}"]`);
      if (link?.href === location.href) {
        stopsIn(date)[0]?.focus();
        return;
      }
      left = current;
      link?.click();
    } else if (key === 'n' && singleKeysAreOn() && create) {
      event.preventDefault();
      create(dayOf(stop), stop.dataset.stop ?? '');
    } else if (DAYS[key]) {
      event.preventDefault();
      const next = walk(stop, key);
      next?.focus();
      next?.scrollIntoView({ block: 'nearest' });
    }
  });
  useEffect(() => {
    const element = grid.current;
    const focus = ({ target }: FocusEvent) => onFocus(target);
    const leave = ({ relatedTarget }: FocusEvent) => {
      if (relatedTarget) held.current = false;
    };
    const press = () => {
      held.current = false;
      left = null;
    };
    const keydown = (event: KeyboardEvent) => onKey(event);
    element?.addEventListener('focusin', focus);
    element?.addEventListener('focusout', leave);
    element?.addEventListener('keydown', keydown);
    document.addEventListener('pointerdown', press, true);
    // What is drawn again may have got the focus before this listens.
    if (element?.contains(document.activeElement)) onFocus(document.activeElement);
    return () => {
      element?.removeEventListener('focusin', focus);
      element?.removeEventListener('focusout', leave);
      element?.removeEventListener('keydown', keydown);
      document.removeEventListener('pointerdown', press, true);
    };
  }, [grid]);
}
