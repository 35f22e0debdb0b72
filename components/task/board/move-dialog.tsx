'use client';

import { useRef, useState } from 'react';
import { SelectField } from '@/components/ui/form/select-field';
import { FormDialog } from '@/components/ui/overlay/form-dialog';
import { isStatusCode, StatusMark } from '@/components/ui/status-mark';
import { cn } from '@/lib/class-names';
import type { BoardColumn, TaskCard } from '@/lib/task/schema';
import type { Placement } from '../task-edit';
import { endOf, othersIn, placementAt, spotOf } from './board-columns';

export type MoveDialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  card: TaskCard;
  columns: readonly BoardColumn[];
  onMove: (placement: Placement) => void;
  finalFocus: () => HTMLElement | null;
};

export function MoveDialog({ open, ...props }: MoveDialogProps) {
  return open ? <Places {...props} /> : null;
}

function Places({ onOpenChange, card, columns, onMove, finalFocus }: Omit<MoveDialogProps, 'open'>) {
  const first = useRef<HTMLInputElement>(null);
  const spot = spotOf(columns, card._id);
  const [status, setStatus] = useState(card.status);
  const column = columns.find((one) => one.status === status);
  const others = othersIn(columns, status, card._id);
  const here = status === spot?.status ? String(spot.index) : undefined;
  const [position, setPosition] = useState<string>(here ?? 'end');
  const options = positions(others, here, (column?.total ?? 0) > others + (here === undefined ? 0 : 1));
  const chosen = options.find(({ value }) => value === position)?.value ?? 'end';

  function submit() {
    onMove(chosen === 'end' ? endOf(status) : placementAt(columns, card._id, { status, index: Number(chosen) }));
    onOpenChange(false);
  }

  return (
    <FormDialog
      title="Move to…"
      description={`${card.key} ${card.title}`}
      size="sm"
      initialFocus={first}
      finalFocus={finalFocus}
      action="Move"
      onSubmit={submit}
      onClose={() => onOpenChange(false)}
    >
      <fieldset>
        <legend className="mb-1 text-sm font-medium text-text-2">Column</legend>
        <div className="flex flex-col">
          {columns.map(({ status: code, label, total }) => (
            <label
              key={code}
              className={cn(
                'relative flex min-h-9 cursor-pointer items-center gap-2.5 rounded-sm px-2 text-base has-[:focus-visible]:outline-2 has-[:focus-visible]:outline-focus pointer-coarse:min-h-12',
                code === status ? 'bg-selected font-medium' : 'hover:bg-hover',
              )}
            >
              <input
                ref={code === card.status ? first : undefined}
                type="radio"
                name="column"
                value={code}
                checked={code === status}
                onChange={() => {
                  setStatus(code);
                  setPosition(code === spot?.status ? String(spot.index) : '0');
                }}
                className="sr-only"
              />
              {isStatusCode(code) && <StatusMark status={code} word="none" />}
              <span className="flex-1">{label}</span>
              <span className="text-sm text-text-3 tabular-nums">{total}</span>
            </label>
          ))}
        </div>
      </fieldset>
      <SelectField
        label="Position"
        value={chosen}
        onChange={(event) => setPosition(event.target.value)}
        options={options}
      />
    </FormDialog>
  );
}

/** Top, every slot between, and the bottom; `more`: cards below are not loaded. */
function positions(others: number, here: string | undefined, more: boolean) {
  const now = (index: number) => (String(index) === here ? ' (now)' : '');
  const slots = Array.from({ length: more ? others + 1 : others }, (_, index) => ({
    value: String(index),
    label: `${index === 0 ? 'Top' : index + 1}${now(index)}`,
  }));
  const bottom = more ? '' : now(others);
  return [
    ...slots,
    { value: bottom ? String(others) : 'end', label: `${slots.length === 0 ? 'Top' : 'Bottom'}${bottom}` },
  ];
}
