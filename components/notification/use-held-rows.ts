'use client';

import { type FocusEvent, type PointerEvent, type RefObject, useEffect, useReducer, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { NotificationRecord } from '@/lib/notification/schema';
import { heldRows, type Listed, listedIn } from './held-rows';

type Row = NotificationRecord;
/** By what it is seen that somebody reads: the focus is in a row, the mouse over the list, or its beginning out of sight. */
type Sign = 'focus' | 'pointer' | 'scroll';

export type Held = {
  rows: readonly Row[];
  /** How many came since. */
  waiting: number;
  /** Shows them, and takes the focus to the first row. */
  show: () => void;
  /** Of an empty element where the rows begin. */
  top: RefObject<HTMLDivElement | null>;
  /** Of what has the rows, and what shows those that wait, in it. */
  reader: {
    onFocus: (event: FocusEvent<HTMLElement>) => void;
    onBlur: (event: FocusEvent<HTMLElement>) => void;
    onPointerEnter: (event: PointerEvent<HTMLElement>) => void;
    onPointerLeave: () => void;
  };
};

const signsReducer = (now: readonly Sign[], { sign, on }: { sign: Sign; on: boolean }): readonly Sign[] =>
  now.includes(sign) === on ? now : on ? [...now, sign] : now.filter((one) => one !== sign);

/**
 * Rows that do not move while somebody reads them.
 * @param list which one it is, of several that are shown here in turn
 * @param settled whether `rows` are as the server has them; false for a list that does not wait
 */
export function useHeldRows(rows: readonly Row[], list: string, settled: boolean): Held {
  const [signs, note] = useReducer(signsReducer, []);
  const [listed, setListed] = useState<(Listed & { list: string }) | null>(null);
  const top = useRef<HTMLDivElement>(null);
  const reading = signs.length > 0;
  if (listed && !reading) setListed(null);
  if (reading && settled && rows.length > 0 && listed?.list !== list) setListed({ list, ...listedIn(rows) });

  useEffect(() => {
    const observer = new IntersectionObserver((seen) =>
      note({ sign: 'scroll', on: seen.at(-1)?.isIntersecting === false }),
    );
    if (top.current) observer.observe(top.current);
    return () => observer.disconnect();
  }, []);

  const held = reading && listed?.list === list ? heldRows(rows, listed) : { rows, waiting: 0 };
  return {
    ...held,
    top,
    show: () => {
      const inbox = top.current?.closest('[data-inbox]');
      flushSync(() => setListed({ list, ...listedIn(rows) }));
      // The end of the window or list: as far up as it goes.
      top.current?.scrollIntoView({ block: 'end' });
      inbox?.querySelector<HTMLElement>('[data-notification]')?.focus({ preventScroll: true });
    },
    reader: {
      onFocus: ({ target }) => note({ sign: 'focus', on: target.closest('li, [role=status]') !== null }),
      // A row that goes has had the focus, and hands it on.
      onBlur: ({ relatedTarget, currentTarget }) => {
        if (relatedTarget && !currentTarget.contains(relatedTarget)) note({ sign: 'focus', on: false });
      },
      onPointerEnter: ({ pointerType }) => note({ sign: 'pointer', on: pointerType === 'mouse' }),
      onPointerLeave: () => note({ sign: 'pointer', on: false }),
    },
  };
}
