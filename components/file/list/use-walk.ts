import { type RefObject, useRef } from 'react';
import type { Item } from '@/components/file/item';
import type { Selection } from './use-selection';

type Walked = {
  /** Those that are read; `total` counts the others, too. */
  items: readonly Item[];
  total: number;
  chosen: readonly Item[];
  selection: Selection;
};

/** A place that is not drawn yet, and the name where the focus waits meanwhile. */
type Owed = { index: number; waitsAt: HTMLElement; extends: boolean };

const nameIn = (row: HTMLElement | undefined) => row?.querySelector<HTMLElement>('[data-name]');

/** Moves the focus from name to name. Steps to what is not drawn, or not read, are taken once it is: none is lost. */
export function useWalk(region: RefObject<HTMLElement | null>, { items, total, chosen, selection }: Walked) {
  const owed = useRef<Owed>(null);
  const indexOf = (id: string | undefined) => items.findIndex(({ _id }) => _id === id);
  const stillOwed = () => (document.activeElement === owed.current?.waitsAt ? owed.current : null);

  const goTo = (index: number, step: number, extending: boolean): boolean => {
    const rows = [...(region.current?.querySelectorAll<HTMLElement>('[data-item]') ?? [])];
    const place = index - indexOf(rows[0]?.dataset.item);
    const near = Math.max(0, Math.min(rows.length - 1, place));
    // A name that is being changed is stepped over.
    const name = nameIn(rows[near]) ?? nameIn(rows[near + Math.sign(step)]);
    name?.focus();
    name?.scrollIntoView({ block: 'nearest' });
    owed.current = name && near !== place ? { index, waitsAt: name, extends: extending } : null;
    return Boolean(name);
  };
  const extendTo = (index: number, from?: string) => {
    const id = items[Math.min(index, items.length - 1)]?._id;
    if (id) selection.extend(id, from);
  };

  return {
    /** From the row of `item`, or to the first that is drawn. @returns false where there is none */
    walk(item: Item | undefined, step: number, extending: boolean): boolean {
      if (!item) {
        const first = indexOf(region.current?.querySelector<HTMLElement>('[data-item]')?.dataset.item);
        if (extending && first >= 0) extendTo(first);
        return first >= 0 && goTo(first, step, false);
      }
      const before = stillOwed();
      // Back from what is not read: perhaps it never comes.
      const turns = before && before.index >= items.length && step < 0;
      const here = before && !turns ? before.index : indexOf(item._id);
      const index = Math.max(0, Math.min(total - 1, here + step));
      if (extending) extendTo(index, chosen.length === 0 ? item._id : undefined);
      return goTo(index, step, extending);
    },
    /** Other rows are drawn. */
    drawn(): void {
      const now = stillOwed();
      if (!now) return;
      if (now.extends) extendTo(now.index);
      goTo(now.index, 0, now.extends);
    },
  };
}
