'use client';

import { type RefObject, useEffect, useRef } from 'react';
import { COMPLETED } from '@/lib/task/vocabulary';
import { type Side, swipeRows } from './row-swipe';

type Props = {
  table: RefObject<HTMLElement | null>;
  /** False where it may not be changed. */
  openField: (row: string, command: string) => boolean;
};

const tickOf = (row: HTMLElement) => row.querySelector<HTMLElement>('[data-field=done]');
const isDone = (row: HTMLElement) => tickOf(row)?.classList.contains(`tick-${COMPLETED}`) ?? false;

function words(row: HTMLElement, side: Side): string | null {
  if (side === 'left') return row.querySelector('[data-field=title]') && 'Date';
  return tickOf(row) && (isDone(row) ? 'Reopen' : 'Complete');
}

/** On phones rows are swiped: to the right they are completed, to the left their date is asked for. */
export function Swipes({ table, openField }: Props) {
  const open = useRef(openField);
  open.current = openField;
  useEffect(() => {
    if (!table.current) return;
    return swipeRows(table.current, {
      words,
      swiped: (row, side) => (side === 'right' ? tickOf(row)?.click() : open.current(row.dataset.row ?? '', 'due')),
    });
  }, [table]);
  return null;
}
