import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { isForTyping, singleKeysAreOn } from '@/components/keys/single-keys';
import { commandOf as taskCommandOf } from '@/components/keys/task-commands';
import { openOverlay } from '@/components/overlay/overlay';
import { useShell } from '@/components/viewer/shell-context';
import { mayEver } from '@/lib/permission/policy';
import type { Line, Part } from './plan';

const STEP: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -1, ArrowDown: 1 };

export type TimelineCommand =
  | { kind: 'dates'; id: string; part: Part; days: number }
  | { kind: 'link'; id: string }
  | { kind: 'zoom'; step: number }
  | { kind: 'today' | 'cancel' };

/**
 * The chart is one stop for Tab; its tasks have `data-stop`, their id. Arrows walk, J and K from anywhere on the page; a row
 * that is out of view is brought there by `reveal` and focused once it is drawn.
 */
export function useTimelineKeys(
  chart: RefObject<HTMLElement | null>,
  {
    lines,
    reveal,
    run,
    openField,
  }: {
    lines: readonly Line[];
    reveal: (index: number) => void;
    run: (command: TimelineCommand) => void;
    /** False where the row has no such field, or it may not be changed. */
    openField: (row: string, command: string) => boolean;
  },
) {
  const { member } = useShell();
  const [current, setCurrent] = useState<string | null>(null);
  const wanted = useRef<string | null>(null);
  const elementOf = (id: string) => chart.current?.querySelector<HTMLElement>(`[data-stop="${id}"]`);
  const tasks = lines.flatMap((line) => (line.kind === 'task' ? line.id : []));

  useLayoutEffect(() => {
    const element = wanted.current && elementOf(wanted.current);
    if (!element) return;
    wanted.current = null;
    element.focus({ preventScroll: true });
  });
  function focusTask(id: string | undefined) {
    if (!id) return;
    reveal(lines.findIndex((line) => line.id === id));
    setCurrent(id);
    const element = elementOf(id);
    if (element) element.focus({ preventScroll: true });
    else wanted.current = id;
  }
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.defaultPrevented || isForTyping(event)) return;
    const target = event.target instanceof Element ? event.target : null;
    const inside = target !== null && chart.current?.contains(target) === true;
    const id = inside ? target.closest<HTMLElement>('[data-stop]')?.dataset.stop : undefined;
    const { key } = event;
    const letters = singleKeysAreOn() && !event.altKey && !event.shiftKey;
    if (letters && id && key === 'm' && mayEver(member, 'task.move')) {
      event.preventDefault();
      openOverlay('move-task');
      return;
    }
    const field = letters && id ? taskCommandOf(key)?.command : undefined;
    if (field && openField(target?.closest<HTMLElement>('[data-row]')?.dataset.row ?? '', field)) {
      event.preventDefault();
      return;
    }
    const command = commandOf(event, id, letters);
    if (command) {
      event.preventDefault();
      run(command);
      return;
    }
    const steps = (letters && key === 'j') || (id && !event.altKey && key === 'ArrowDown');
    const back = (letters && key === 'k') || (id && !event.altKey && key === 'ArrowUp');
    if (!steps && !back) return;
    event.preventDefault();
    const at = tasks.indexOf(id ?? current ?? '');
    const next = id ? at + (steps ? 1 : -1) : Math.max(0, at);
    focusTask(tasks[Math.min(tasks.length - 1, Math.max(0, next))]);
  });
  function commandOf(event: KeyboardEvent, id: string | undefined, letters: boolean): TimelineCommand | null {
    const { key } = event;
    if (id && event.altKey && STEP[key]) {
      const upright = key === 'ArrowUp' || key === 'ArrowDown';
      if (!event.shiftKey) return { kind: 'dates', id, part: 'move', days: STEP[key] * (upright ? 7 : 1) };
      return { kind: 'dates', id, part: upright ? 'start' : 'due', days: STEP[key] };
    }
    if (key === 'Escape' && id) return { kind: 'cancel' };
    if (!letters && !(singleKeysAreOn() && key === '+')) return null;
    if (id && key === 'b') return { kind: 'link', id };
    if (key === '+' || key === '-') return { kind: 'zoom', step: key === '+' ? -1 : 1 };
    return key === 't' ? { kind: 'today' } : null;
  }
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event);
    const focus = ({ target }: FocusEvent) => {
      const id = target instanceof Element ? target.closest<HTMLElement>('[data-stop]')?.dataset.stop : undefined;
      if (id) setCurrent(id);
    };
    const element = chart.current;
    document.addEventListener('keydown', listen);
    element?.addEventListener('focusin', focus);
    return () => {
      document.removeEventListener('keydown', listen);
      element?.removeEventListener('focusin', focus);
    };
  }, [chart]);
  const stop = current !== null && tasks.includes(current) ? current : (tasks[0] ?? null);
  return {
    /** The one that Tab reaches; drawn wherever the chart is scrolled to. */
    stop,
    walk: (key: string, step: 1 | -1) => {
      const cards = lines.flatMap((line) => (line.kind === 'task' ? line.card : []));
      const next = cards[cards.findIndex((card) => card.key === key) + step];
      focusTask(next?._id);
      return next?.key;
    },
  };
}
