'use client';

import { Plus } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Button } from '@/components/ui/button';
import { bidi } from '@/lib/bidi';
import type { TaskDetail } from '@/lib/task/schema';
import type { ChecklistItem } from '@/lib/task-parts/schema';
import { ChecklistLine } from './checklist-line';
import { LineInput } from './line-input';
import { useChecklist } from './use-checklist';

type Props = {
  task: TaskDetail;
  /** With the field for a new line open. */
  begins: boolean;
  /** The task is to be read again. */
  onChanged: () => void;
};

/** Lines to tick off. */
export function Checklist({ task, begins, onChanged }: Props) {
  const { items, set, add, move, remove, convert } = useChecklist(task, onChanged);
  const [adding, setAdding] = useState(begins);
  const [said, setSaid] = useState('');
  const list = useRef<HTMLUListElement>(null);
  /** The line that has the focus after the next change; null: none is left. */
  const focusNext = useRef<string | null>(undefined);
  useEffect(() => {
    if (focusNext.current === undefined || !items) return;
    list.current?.querySelector<HTMLElement>(`[data-line="${focusNext.current}"] input`)?.focus();
    focusNext.current = undefined;
  }, [items]);
  const may = task.rights.edit;
  if (!items.length && !may) return null;

  const done = items.filter((item) => item.done).length;
  function go(item: ChecklistItem, to: number) {
    if (!move(item._id, to)) return;
    focusNext.current = item._id;
    setSaid(bidi`${item.title} is line ${to + 1} of ${items.length}.`);
  }
  const away = (act: (item: ChecklistItem) => void, item: ChecklistItem, at: number) => {
    focusNext.current = (items[at + 1] ?? items[at - 1])?._id;
    act(item);
  };
  return (
    <section aria-labelledby="checklist-title">
      <div className="flex min-h-8 items-center justify-between">
        <h2 id="checklist-title" className="text-sm font-semibold text-text-2">
          Checklist{' '}
          {items.length > 0 && (
            <span className="font-normal text-text-3 tabular-nums">
              {done} of {items.length} done
            </span>
          )}
        </h2>
        {may && !adding && (
          <Button variant="quiet" size="compact" icon={<Plus />} onClick={() => setAdding(true)}>
            Add line
          </Button>
        )}
      </div>
      <p role="status" className="sr-only">
        {said}
      </p>
      {items.length > 0 && (
        <ul ref={list} aria-label="Checklist" className="divide-y divide-border">
          {items.map((item, at) => (
            <ChecklistLine
              key={item._id}
              item={item}
              may={may && item.version > 0}
              onSet={(fields) => set(item, fields)}
              onMove={(by) => go(item, at + by)}
              onDropped={(id) => move(id, at)}
              onConvert={() => away(convert, item, at)}
              onRemove={() => away(remove, item, at)}
            />
          ))}
        </ul>
      )}
      {adding && (
        <div className="pt-2">
          <LineInput label="New checklist line" stays onEnter={add} onClose={() => setAdding(false)} />
        </div>
      )}
    </section>
  );
}
