import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';

const rowsOf = (table: HTMLElement) => [...table.querySelectorAll<HTMLElement>('[data-row]')];
const titleIn = (row: HTMLElement | null | undefined) => row?.querySelector<HTMLElement>('[data-title]');

/**
 * When the row that has the focus goes, as somebody else moves or deletes its task, the focus stays in the list: with the
 * task where it stands now, else with the row in its place. Otherwise the next key would begin at the top of the page.
 */
export function useRowFocus(table: RefObject<HTMLElement | null>): void {
  const last = useRef<{ row: HTMLElement; at: number } | null>(null);
  useEffect(() => {
    const remember = ({ target }: FocusEvent) => {
      const around = table.current;
      const row =
        target instanceof Element && around?.contains(target) ? target.closest<HTMLElement>('[data-row]') : null;
      if (row && around) last.current = { row, at: rowsOf(around).indexOf(row) };
    };
    // Whoever leaves a row that stays has gone elsewhere.
    const forget = () => {
      const left = last.current;
      queueMicrotask(() => {
        if (last.current === left && left?.row.isConnected) last.current = null;
      });
    };
    document.addEventListener('focusout', forget);
    document.addEventListener('focusin', remember);
    return () => {
      document.removeEventListener('focusout', forget);
      document.removeEventListener('focusin', remember);
    };
  }, [table]);
  useLayoutEffect(() => {
    const before = last.current;
    if (!before || before.row.isConnected || document.activeElement !== document.body || !table.current) return;
    last.current = null;
    const rows = rowsOf(table.current);
    const same = rows.find(({ dataset }) => dataset.row === before.row.dataset.row);
    titleIn(same ?? rows[Math.min(before.at, rows.length - 1)])?.focus({ preventScroll: same === undefined });
  });
}
