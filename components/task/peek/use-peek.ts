import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { isForTyping, singleKeysAreOn } from '@/components/keys/single-keys';
import { useOnDemand } from '@/components/overlay/on-demand';
import { setPageUrl } from '@/components/url/page-url';

const PARAMETER = 'task';
const loadPeek = () => import('./peek').then(({ Peek }) => Peek);

const keyInUrl = () => new URLSearchParams(window.location.search).get(PARAMETER);
function urlWith(key: string | null): string {
  const url = new URL(window.location.href);
  if (key) url.searchParams.set(PARAMETER, key);
  else url.searchParams.delete(PARAMETER);
  return `${url.pathname}${url.search.replace(/%(?:3A|2C|3B|21|28|29|7C)/g, decodeURIComponent)}`;
}

const ASKED = 'peek-asked';
/** Opens the task beside the view that is on screen. */
export const peekAt = (key: string) => void window.dispatchEvent(new CustomEvent(ASKED, { detail: key }));

/** Gives the focus to the task after (1) or before (−1) this one, and tells its key; undefined: there is none. */
export type Walk = (key: string, step: 1 | -1) => string | undefined;

/**
 * The task beside the view, kept as `?task=WEB-12`. Rows and cards have `data-row`, their key; their links `data-title`.
 * O peeks, Space at a row of a table too, and so does a press on its key; J and K walk on while it is open, Escape closes it.
 * `walk`: of a view that does not draw all its tasks, or draws one more than once.
 */
export function usePeek(within: RefObject<HTMLElement | null>, walk?: Walk) {
  const { Part, press } = useOnDemand(loadPeek);
  const [key, setKey] = useState<string | null>(null);
  const onUrl = useEffectEvent(() => {
    setKey(keyInUrl());
    if (keyInUrl()) press();
  });
  useEffect(() => {
    onUrl();
    const listen = () => onUrl();
    window.addEventListener('popstate', listen);
    return () => window.removeEventListener('popstate', listen);
  }, []);

  // For the palette, which offers it where it is.
  useEffect(() => within.current?.setAttribute('data-peeks', ''), [within]);
  const rows = () => [...(within.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [])];
  const titleOf = (wanted: string) =>
    rows()
      .find(({ dataset }) => dataset.row === wanted)
      ?.querySelector<HTMLElement>('[data-title]');
  /** Where the task stands, or stood: when it leaves the view, J goes on from there. */
  const place = useRef(0);
  useLayoutEffect(() => {
    const at = key ? rows().findIndex(({ dataset }) => dataset.row === key) : -1;
    if (at >= 0) place.current = at;
  });
  const walkRows: Walk = (from, step) => {
    const all = rows();
    const at = all.findIndex(({ dataset }) => dataset.row === from);
    const next = all[at >= 0 ? at + step : place.current + (step > 0 ? 0 : -1)];
    next?.querySelector<HTMLElement>('[data-title]')?.focus();
    next?.scrollIntoView({ block: 'nearest' });
    return next?.dataset.row;
  };
  function open(next: string) {
    if (key) setPageUrl(urlWith(next));
    else setPageUrl(urlWith(next), 'push');
    setKey(next);
    press();
  }
  function close() {
    if (!key) return;
    const title = titleOf(key);
    setPageUrl(urlWith(null));
    setKey(null);
    title?.focus();
  }

  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const { target } = event;
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    if (!(target instanceof HTMLElement)) return;
    const inPeek = target.closest('[data-peek]') !== null;
    if (key && event.key === 'Escape') {
      if (target.closest('[role=dialog], [role=alertdialog], [role=menu], [role=listbox]')) return;
      event.preventDefault();
      if (inPeek && isForTyping(event)) target.blur();
      else close();
      return;
    }
    if (isForTyping(event)) return;
    const row = within.current?.contains(target) ? target.closest<HTMLElement>('[data-row]') : null;
    const asks = event.key === ' ' ? row?.tagName === 'TR' : event.key === 'o' && singleKeysAreOn();
    if (asks && row?.dataset.row && target.matches('[data-title]')) {
      event.preventDefault();
      event.stopPropagation();
      if (event.repeat) return;
      return row.dataset.row === key ? close() : open(row.dataset.row);
    }
    const step = event.key === 'j' ? 1 : event.key === 'k' ? -1 : 0;
    if (!key || !step || !singleKeysAreOn()) return;
    event.preventDefault();
    event.stopPropagation();
    const next = (walk ?? walkRows)(key, step);
    if (next) open(next);
  });
  const onClick = useEffectEvent((event: MouseEvent) => {
    const { target } = event;
    if (!(target instanceof Element) || event.defaultPrevented || event.button !== 0) return;
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey || !within.current?.contains(target)) return;
    const row = target.closest<HTMLElement>('[data-row]');
    if (row?.dataset.row && target.closest('td.key')) open(row.dataset.row);
  });
  const onAsked = useEffectEvent((event: Event) => open((event as CustomEvent<string>).detail));
  useEffect(() => {
    const asked = (event: Event) => onAsked(event);
    window.addEventListener(ASKED, asked);
    return () => window.removeEventListener(ASKED, asked);
  }, []);
  useEffect(() => {
    const keydown = (event: KeyboardEvent) => onKey(event);
    const click = (event: MouseEvent) => onClick(event);
    document.addEventListener('keydown', keydown, true);
    document.addEventListener('click', click);
    return () => {
      document.removeEventListener('keydown', keydown, true);
      document.removeEventListener('click', click);
    };
  }, []);
  return { Peek: Part, key, close };
}
