'use client';

import { ListPlus, X } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { IconButton } from '@/components/ui/icon-button';
import { bidi } from '@/lib/bidi';
import { cn } from '@/lib/class-names';
import type { ChecklistItem } from '@/lib/task-parts/schema';
import { LineInput } from './line-input';

const TYPE = 'text/x-checklist-line';

type Props = {
  item: ChecklistItem;
  may: boolean;
  onSet: (fields: { title?: string; done?: boolean }) => void;
  /** −1: up, 1: down. */
  onMove: (by: -1 | 1) => void;
  /** Another line was dropped on this one. */
  onDropped: (id: string) => void;
  onConvert: () => void;
  onRemove: () => void;
};

/** Alt with the arrow keys moves it; its text is edited in place. */
export function ChecklistLine({ item, may, onSet, onMove, onDropped, onConvert, onRemove }: Props) {
  const { _id, title, done } = item;
  const [over, setOver] = useState(false);
  const [editing, setEditing] = useState(false);
  const text = useRef<HTMLButtonElement>(null);
  const back = useRef(false);
  useEffect(() => {
    if (!editing && back.current) text.current?.focus();
    back.current = false;
  }, [editing]);
  function press(event: KeyboardEvent<HTMLElement>) {
    if (!may || !event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return;
    event.preventDefault();
    onMove(event.key === 'ArrowUp' ? -1 : 1);
  }
  const close = (byKey: boolean) => {
    back.current = byKey;
    setEditing(false);
  };
  const look = cn('min-w-0 flex-1 px-1 py-1.5 text-left text-base wrap-anywhere', done && 'text-text-3 line-through');
  return (
    <li
      data-line={_id}
      draggable={may && !editing}
      onDragStart={({ dataTransfer }) => dataTransfer.setData(TYPE, _id)}
      onDragOver={(event) => {
        if (!may || !event.dataTransfer.types.includes(TYPE)) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        onDropped(event.dataTransfer.getData(TYPE));
      }}
      onKeyDown={press}
      className={cn('flex min-h-9 items-center gap-1.5 pointer-coarse:min-h-11', over && 'bg-selected')}
    >
      <input
        type="checkbox"
        aria-label={title}
        aria-keyshortcuts={may ? 'Alt+ArrowUp Alt+ArrowDown' : undefined}
        className="checkbox"
        checked={done}
        disabled={!may}
        onChange={({ target }) => onSet({ done: target.checked })}
      />
      {editing ? (
        <LineInput
          label={bidi`Text of ${title}`}
          first={title}
          onEnter={(next) => {
            if (next && next !== title) onSet({ title: next });
          }}
          onClose={close}
        />
      ) : may ? (
        <button
          dir="auto"
          ref={text}
          type="button"
          aria-label={bidi`Edit ${title}`}
          onClick={() => setEditing(true)}
          className={cn(look, 'cursor-text rounded-sm hover:bg-hover')}
        >
          {title}
        </button>
      ) : (
        <span dir="auto" className={look}>
          {title}
        </span>
      )}
      {may && !editing && (
        <span className="flex shrink-0 print:hidden">
          <IconButton size="compact" icon={<ListPlus />} label={bidi`Make ${title} a subtask`} onClick={onConvert} />
          <IconButton size="compact" icon={<X />} label={bidi`Remove ${title}`} onClick={onRemove} />
        </span>
      )}
    </li>
  );
}
