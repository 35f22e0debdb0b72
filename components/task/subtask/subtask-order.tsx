'use client';

import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { orderRows } from '@/components/drag/order-rows';
import { type Step, useUndo } from '@/components/keys/use-undo';
import { call, reasonOf } from '@/components/query/api-client';
import { showToast } from '@/components/ui/overlay/toast';
import { bidi } from '@/lib/bidi';
import type { TaskCard } from '@/lib/task/schema';

type OrderProps = {
  rows: readonly TaskCard[];
  /** Draws them in this order until they are read again. */
  show: (ids: readonly string[]) => void;
  reread: () => void;
};

/** Stands right behind the list of the rows, and lets them be moved. Changes show at once and are sent one after the other. */
export function SubtaskOrder({ rows, show, reread }: OrderProps) {
  const behind = useRef<HTMLParagraphElement>(null);
  const [said, setSaid] = useState('');
  const remember = useUndo();
  const waiting = useRef(0);
  const last = useRef<Promise<unknown>>(Promise.resolve());
  /** As they are to stand; the server may not know yet. */
  const wanted = useRef<readonly string[]>([]);
  const focused = useRef<Element | null>(null);
  const ids = rows.map(({ _id }) => _id);
  const order = ids.join();
  const latest = useRef({ ids, rows, show, reread });
  latest.current = { ids, rows, show, reread };

  // What was read before the last change was sent does not know of it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever the rows come in another order
  useLayoutEffect(() => {
    if (waiting.current && same(ids, wanted.current) && order !== wanted.current.join()) show(wanted.current);
    const held = focused.current;
    if (held instanceof HTMLElement && document.activeElement !== held) held.focus();
    focused.current = null;
  }, [order]);

  const moving = useRef(move);
  moving.current = move;
  // biome-ignore lint/correctness/useExhaustiveDependencies: rows that come or go are other elements
  useEffect(() => {
    const list = behind.current?.previousElementSibling;
    if (list instanceof HTMLElement) return orderRows(list, (from, to) => moving.current(from, to));
  }, [order]);

  function move(from: number, to: number): void {
    const [row, target] = [rows[from], rows[to]];
    if (!row || !target || row === target) return;
    focused.current = document.activeElement;
    setSaid(bidi`${row.key} ${row.title} is subtask ${to + 1} of ${rows.length}.`);
    const now = without(ids, row._id);
    const put = [...now.slice(0, to), row._id, ...now.slice(to)];
    const step = remember(() => moveBack(row._id, row.key, ids, put));
    send(put, row._id, row.key, step);
  }
  function send(put: readonly string[], id: string, key: string, step?: Step): void {
    wanted.current = put;
    waiting.current += 1;
    latest.current.show(put);
    const at = put.indexOf(id);
    const place = at ? { after_id: put[at - 1] } : { before_id: put[1] };
    last.current = last.current.then(async () => {
      try {
        await call('POST moveSubtask', { task_id: id, ...place });
        if (!step) showToast({ kind: 'info', text: `${key} is where it was before.` });
      } catch (error) {
        step?.forget();
        showToast({ kind: 'failure', text: `${key} was not moved. ${reasonOf(error)}` });
      }
      waiting.current -= 1;
      if (!waiting.current) latest.current.reread();
    });
  }
  /** Where somebody has moved it since, it stays. */
  function moveBack(id: string, key: string, before: readonly string[], put: readonly string[]): void {
    const now = latest.current.ids;
    const beside = (ones: readonly string[]) => ones[ones.indexOf(id) - 1];
    if (!now.includes(id) || beside(now) !== beside(put)) {
      showToast({ kind: 'failure', text: `${key} was not moved. Somebody else changed the order in the meantime.` });
      return;
    }
    const others = without(now, id);
    const above = beside(before);
    const at = above === undefined ? 0 : others.indexOf(above) + 1 || before.indexOf(id);
    send([...others.slice(0, at), id, ...others.slice(at)], id, key);
  }

  return (
    <p ref={behind} role="status" className="sr-only">
      {said}
    </p>
  );
}

const without = (ids: readonly string[], id: string) => ids.filter((one) => one !== id);
const same = (ids: readonly string[], others: readonly string[]) =>
  ids.length === others.length && ids.every((id) => others.includes(id));
