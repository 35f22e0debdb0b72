'use client';

import { type KeyboardEvent, useId, useState } from 'react';

const STEP: Record<string, number | undefined> = { ArrowDown: 1, ArrowUp: -1 };

/**
 * A field that keeps the focus, with options below: the active one, keys, and ARIA. Ids: `list`, `optionId(index)`.
 * @param count options shown; 0 while there is no list
 * @param options `close`: on Escape. `loose`: nothing is active at first. `tab`: Tab chooses too.
 */
export function useCombobox(
  count: number,
  choose: (index: number) => void,
  { close, loose = false, tab = false }: { close?: () => void; loose?: boolean; tab?: boolean } = {},
) {
  const list = useId();
  const first = loose ? -1 : 0;
  const [at, point] = useState(first);
  const active = Math.min(at, count - 1);
  const optionId = (index: number) => `${list}-${index}`;

  function onKey(event: KeyboardEvent): boolean {
    const step = STEP[event.key];
    if (!count || event.ctrlKey || event.metaKey) return false;
    if (step) {
      const places = count - first;
      const next = first + ((active - first + step + places) % places);
      point(next);
      document.getElementById(optionId(next))?.scrollIntoView({ block: 'nearest' });
    } else if (active >= 0 && (event.key === 'Enter' || (tab && event.key === 'Tab'))) choose(active);
    else if (close && event.key === 'Escape') close();
    else return false;
    event.preventDefault();
    return true;
  }

  return {
    list,
    active,
    optionId,
    onKey,
    point,
    reset: () => point(first),
    field: {
      'aria-autocomplete': 'list',
      'aria-controls': count ? list : undefined,
      'aria-activedescendant': active >= 0 ? optionId(active) : undefined,
    } as const,
  };
}
