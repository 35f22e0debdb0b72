import { useEffect, useRef } from 'react';
import { isForTyping, singleKeysAreOn } from '@/components/keys/single-keys';
import { commandOf } from '@/components/keys/task-commands';
import { usePageEvent } from '@/components/keys/use-page-event';
import { openOverlay } from '@/components/overlay/overlay';
import { useShell } from '@/components/viewer/shell-context';
import { mayEver } from '@/lib/permission/policy';

/**
 * J, K or arrows walk the rows, Enter opens, a command's letter opens its field. Rows have `data-row`, their links `data-title`.
 * `openField` opens a field that has no button to be seen; false where it cannot. `readOn` reads the rows after the last one,
 * where there are more: the walk goes on when they are there.
 */
export function useRowKeys(
  rows: React.RefObject<HTMLElement | null>,
  openField: (row: string, command: string) => boolean = () => false,
  readOn?: () => void,
) {
  const { member } = useShell();
  const titlesIn = () => [...(rows.current?.querySelectorAll<HTMLElement>('[data-row] [data-title]') ?? [])];
  const waits = useRef<HTMLElement>(null);
  function go(to: HTMLElement | undefined) {
    to?.focus();
    to?.scrollIntoView({ block: 'nearest' });
  }
  useEffect(() => {
    const from = waits.current;
    if (!from) return;
    const titles = titlesIn();
    const next = titles[titles.indexOf(from) + 1];
    // Whoever went elsewhere meanwhile stays there.
    if (next || document.activeElement !== from) waits.current = null;
    if (next && document.activeElement === from) go(next);
  });
  usePageEvent('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (isForTyping(event) || !(event.target instanceof Element)) return;
    const row = event.target.closest<HTMLElement>('[data-row]');
    const letters = singleKeysAreOn();
    const step =
      (letters && event.key === 'j') || (row && event.key === 'ArrowDown')
        ? 1
        : (letters && event.key === 'k') || (row && event.key === 'ArrowUp')
          ? -1
          : 0;
    if (step) {
      const titles = titlesIn();
      const here = titles.findIndex((title) => row?.contains(title));
      const next = titles[here < 0 ? 0 : Math.min(titles.length - 1, Math.max(0, here + step))];
      if (next && step > 0 && readOn && here === titles.length - 1) {
        waits.current = next;
        readOn();
      }
      go(next);
      if (next) event.preventDefault();
      return;
    }
    const command = letters && !event.repeat ? commandOf(event.key)?.command : undefined;
    if (!command || !row) return;
    const button = row.querySelector<HTMLElement>(`[data-field="${command}"]`);
    if (button?.checkVisibility()) button.click();
    else if (command === 'move' && mayEver(member, 'task.move')) openOverlay('move-task');
    else if (!openField(row.dataset.row ?? '', command)) return;
    event.preventDefault();
  });
}
