'use client';

import { type FormEvent, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { orderRows } from '@/components/drag/order-rows';
import { Button } from '@/components/ui/button';
import { TextField } from '@/components/ui/form/text-field';
import { bidi } from '@/lib/bidi';
import type { MeetingPageData } from '@/lib/meeting/queries.page';
import type { MeetingRecord } from '@/lib/meeting/schema';
import { AgendaLine } from './agenda-line';
import { keyOf, useAgenda } from './use-agenda';

/** The agenda, with what was said about each line, who owns it, what is done and what was decided. */
export function MeetingAgendaLines({
  meeting,
  choices,
  mayWrite,
}: {
  meeting: MeetingRecord;
  choices: MeetingPageData['choices'];
  mayWrite: boolean;
}) {
  const agenda = useAgenda(meeting);
  const { items, added } = agenda;
  const [said, setSaid] = useState('');
  const list = useRef<HTMLUListElement>(null);
  const focused = useRef<Element | null>(null);
  const order = items.map(keyOf).join();

  const moving = useRef(move);
  moving.current = move;
  // biome-ignore lint/correctness/useExhaustiveDependencies: rows that come or go are other elements
  useEffect(() => {
    if (mayWrite && list.current) return orderRows(list.current, (from, to) => moving.current(from, to));
  }, [order, mayWrite]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever the rows come in another order
  useLayoutEffect(() => {
    const held = focused.current;
    if (held instanceof HTMLElement && document.activeElement !== held) held.focus();
    focused.current = null;
  }, [order]);

  function move(from: number, to: number): void {
    const item = items[from];
    focused.current = document.activeElement;
    if (item && agenda.move(from, to)) setSaid(bidi`${item.title} is line ${to + 1} of ${items.length}.`);
  }
  function add(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    agenda.add(String(new FormData(form).get('line') ?? ''));
    form.reset();
  }

  return (
    <section aria-labelledby="agenda-title">
      <h3 id="agenda-title" className="mb-1 text-sm font-semibold text-text-2">
        Agenda and minutes
      </h3>
      {items.length === 0 && added.length === 0 && (
        <p className="text-base text-text-2">
          {mayWrite ? 'Nothing yet. Add what is to be talked about.' : 'Nothing yet.'}
        </p>
      )}
      {items.length > 0 && (
        <ul ref={list} className="divide-y divide-border overflow-clip rounded-lg border border-border bg-surface">
          {items.map((item, index) => (
            <AgendaLine
              key={keyOf(item)}
              {...{ item, meeting, agenda, choices, mayWrite }}
              onUp={index > 0 ? () => move(index, index - 1) : undefined}
              onDown={index < items.length - 1 ? () => move(index, index + 1) : undefined}
            />
          ))}
        </ul>
      )}
      {added.map(({ key, title, made }) => (
        <p key={key} dir="auto" className="px-3 py-2 text-base text-text-2">
          {title} {!made && <span className="mark-waiting text-xs">Waiting</span>}
        </p>
      ))}
      <p role="status" className="sr-only">
        {said}
      </p>
      {mayWrite && (
        <form onSubmit={add} className="mt-3 flex items-end gap-2">
          <div className="max-w-[480px] flex-1">
            <TextField label="New line" name="line" limit={300} autoComplete="off" />
          </div>
          <Button type="submit">Add</Button>
        </form>
      )}
    </section>
  );
}
