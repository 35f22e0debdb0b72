'use client';

import { type KeyboardEvent, useId, useState } from 'react';

const STEP: Record<string, number | undefined> = { ArrowDown: 1, ArrowUp: -1 };

/**
 * A field with a list of options below it, where the field keeps the focus: which option it points at, its keys, and what a
 * screen reader is told. The list has the id `list`, an option `optionId(index)`.
 * @param count how many options are shown; 0 while there is no list
 * @param options `close`: what Escape does. `loose`: the field is a place of its own; nothing is chosen at first. `tab`: Tab
 *   chooses too.
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

  /** @returns true if the key was the list's */
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
    /** Points at an option, such as the one under the pointer. */
    point,
    /** Back to the beginning, when what is looked for has changed. */
    reset: () => point(first),
    field: {
      'aria-autocomplete': 'list',
      'aria-controls': count ? list : undefined,
      'aria-activedescendant': active >= 0 ? optionId(active) : undefined,
    } as const,
  };
}
