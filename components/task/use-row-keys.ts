import { useEffect, useEffectEvent } from 'react';
import { isForTyping, singleKeysAreOn } from '@/components/keys/single-keys';

const FIELD_KEYS: Readonly<Record<string, string>> = { s: 'status', a: 'assignees', p: 'priority', d: 'due' };

/** J, K or arrows walk the rows, Enter opens, S A P D open a field. Rows have `data-row`, their links `data-title`. */
export function useRowKeys(rows: React.RefObject<HTMLElement | null>) {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (isForTyping(event) || !(event.target instanceof Element)) return;
    const row = event.target.closest('[data-row]');
    const letters = singleKeysAreOn();
    const step =
      (letters && event.key === 'j') || (row && event.key === 'ArrowDown')
        ? 1
        : (letters && event.key === 'k') || (row && event.key === 'ArrowUp')
          ? -1
          : 0;
    if (step) {
      const titles = [...(rows.current?.querySelectorAll<HTMLElement>('[data-row] [data-title]') ?? [])];
      const here = titles.findIndex((title) => row?.contains(title));
      const next = titles[here < 0 ? 0 : Math.min(titles.length - 1, Math.max(0, here + step))];
      next?.focus();
      next?.scrollIntoView({ block: 'nearest' });
      if (next) event.preventDefault();
      return;
    }
    const field = letters && row ? FIELD_KEYS[event.key] : undefined;
    const button = field && row?.querySelector<HTMLElement>(`[data-field="${field}"]`);
    if (button) {
      event.preventDefault();
      button.click();
    }
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
}
