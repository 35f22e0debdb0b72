import { type RefObject, useEffect, useEffectEvent, useState } from 'react';
import { isForTyping, singleKeysAreOn } from '@/components/keys/single-keys';

const NOTHING: ReadonlySet<string> = new Set();

/**
 * Keys of the rows that are selected. X and the box before a row select it, Shift with an arrow or a click reaches from
 * the last one, Ctrl+A takes all that show, Escape lets go. While `picking`, as on phones, a press anywhere in a row selects it.
 * `changes`: false for who may change nothing, and so has no use for a selection.
 */
export function useSelection(table: RefObject<HTMLElement | null>, picking: boolean, changes: boolean) {
  const [selected, setSelected] = useState(NOTHING);
  // Where a reach began, and what was selected before it.
  const [anchor, setAnchor] = useState<{ key: string; before: ReadonlySet<string> } | null>(null);

  const rows = () => [...(table.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [])];
  const rowAt = (target: EventTarget | null) =>
    target instanceof Element && table.current?.contains(target) ? target.closest<HTMLElement>('[data-row]') : null;
  const keyOf = (row: HTMLElement) => row.dataset.row ?? '';

  function toggle(key: string) {
    const next = new Set(selected);
    if (!next.delete(key)) next.add(key);
    setSelected(next);
    setAnchor({ key, before: next });
  }
  function reach(from: HTMLElement, to: HTMLElement) {
    const start = anchor ?? { key: keyOf(from), before: selected };
    const keys = rows().map(keyOf);
    const [one, other] = [keys.indexOf(start.key), keys.indexOf(keyOf(to))].sort((a, b) => a - b) as [number, number];
    setSelected(new Set([...start.before, ...keys.slice(Math.max(0, one), other + 1)]));
    setAnchor(start);
  }
  const select = (keys: readonly string[]) => {
    setSelected(new Set(keys));
    setAnchor(null);
  };
  const clear = () => select([]);

  const onClick = useEffectEvent((event: MouseEvent) => {
    const row = rowAt(event.target);
    if (!row || !changes || event.button !== 0) return;
    const box = (event.target as Element).closest('.pick-box');
    if (event.shiftKey && !event.ctrlKey && !event.metaKey) {
      event.preventDefault();
      event.stopPropagation();
      reach(row, row);
    } else if (box || picking) {
      if (picking) {
        event.preventDefault();
        event.stopPropagation();
      }
      toggle(keyOf(row));
    }
  });
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (!changes || event.defaultPrevented || isForTyping(event) || event.altKey) return;
    const row = rowAt(event.target);
    const { key, ctrlKey, metaKey, shiftKey } = event;
    if (key === 'Escape' && selected.size > 0) {
      event.preventDefault();
      clear();
    } else if ((ctrlKey || metaKey) && key.toLowerCase() === 'a' && (row || selected.size > 0)) {
      event.preventDefault();
      setSelected(new Set(rows().map(keyOf)));
    } else if (!row || ctrlKey || metaKey) return;
    else if (shiftKey && (key === 'ArrowDown' || key === 'ArrowUp')) {
      const all = rows();
      const next = all[all.indexOf(row) + (key === 'ArrowDown' ? 1 : -1)];
      if (next) reach(row, next);
    } else if (key.toLowerCase() === 'x' && !event.repeat && singleKeysAreOn()) {
      event.preventDefault();
      toggle(keyOf(row));
    }
  });
  useEffect(() => {
    const click = (event: MouseEvent) => onClick(event);
    const keydown = (event: KeyboardEvent) => onKey(event);
    // Before the links and keys of rows.
    document.addEventListener('click', click, true);
    document.addEventListener('keydown', keydown, true);
    return () => {
      document.removeEventListener('click', click, true);
      document.removeEventListener('keydown', keydown, true);
    };
  }, []);
  return { selected, select, clear };
}
