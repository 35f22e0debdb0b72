import { useState } from 'react';

/** Chosen rows. `anchor` is where a range begins, as with Shift. */
export function useSelection(order: readonly string[]) {
  const [{ ids, anchor }, set] = useState<{ ids: ReadonlySet<string>; anchor: string | null }>({
    ids: new Set(),
    anchor: null,
  });
  const there = new Set(order);
  const shown = new Set([...ids].filter((id) => there.has(id)));
  const range = (one: string, other: string): string[] => {
    const [from, until] = [order.indexOf(one), order.indexOf(other)];
    return order.slice(Math.min(from, until), Math.max(from, until) + 1);
  };
  return {
    ids: shown as ReadonlySet<string>,
    only: (id: string) => set({ ids: new Set([id]), anchor: id }),
    toggle: (id: string) => {
      const next = new Set(shown);
      if (!next.delete(id)) next.add(id);
      set({ ids: next, anchor: id });
    },
    /** From the row chosen before, or `from`, to this one, beside what is chosen. */
    extend: (id: string, from = anchor ?? id) => set({ ids: new Set([...shown, ...range(from, id)]), anchor: from }),
    these: (some: readonly string[]) => set({ ids: new Set(some), anchor: some.at(-1) ?? null }),
    all: () => set({ ids: new Set(order), anchor }),
    clear: () => set({ ids: new Set(), anchor: null }),
  };
}

export type Selection = ReturnType<typeof useSelection>;
