'use client';

import { useRef, useState } from 'react';
import { Button } from '@/components/ui/button';
import { SelectField } from '@/components/ui/form/select-field';
import { FormDialog } from '@/components/ui/overlay/form-dialog';
import { isStatusCode, StatusMark } from '@/components/ui/status-mark';
import { bidi, isolated } from '@/lib/bidi';
import { cn } from '@/lib/class-names';
import type { TaskCard } from '@/lib/task/schema';
import { mayMoveTo, type Workflow } from '@/lib/workflow/vocabulary';
import { type BoardColumn, leavesOut, othersIn, spotOf, type Target, targetAt } from './board-columns';
import type { BoardStore } from './board-store';

export type MoveDialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  card: TaskCard;
  columns: readonly BoardColumn[];
  workflow?: Workflow;
  lanes?: BoardStore['lanes'];
  /** Whether a place in the column can be chosen. */
  ordered: boolean;
  /** Filters leave cards out of the columns. */
  filtered?: boolean;
  onMove: (target: Target) => void;
  /** Asks for another project instead; absent where that is not allowed. Called once the focus is back. */
  onElsewhere?: () => void;
  finalFocus: () => HTMLElement | null;
};

export function MoveDialog({ open, ...props }: MoveDialogProps) {
  return open ? <Places {...props} /> : null;
}

function Places({
  onOpenChange,
  card,
  columns,
  workflow,
  lanes,
  ordered,
  filtered,
  onMove,
  onElsewhere,
  finalFocus,
}: Omit<MoveDialogProps, 'open'>) {
  const leaves = useRef(false);
  const first = useRef<HTMLInputElement>(null);
  const spot = spotOf(columns, card._id);
  const [chosen, choose] = useState(spot?.column ?? columns[0]?.id ?? '');
  const column = columns.find(({ id }) => id === chosen);
  const others = othersIn(columns, chosen, card._id);
  const here = chosen === spot?.column ? String(spot.index) : undefined;
  const [position, setPosition] = useState<string>(here ?? 'end');
  const partly = leavesOut(column, filtered);
  const options = positions(others, here, (column?.total ?? 0) > others + (here === undefined ? 0 : 1), partly);
  const wanted = position === 'top' && !partly ? '0' : position;
  const at = options.find(({ value }) => value === wanted)?.value ?? 'end';

  function submit() {
    if (!ordered || at === 'end') onMove({ column: chosen });
    else if (at === 'top') onMove({ column: chosen, top: true });
    else onMove(targetAt(columns, card._id, { column: chosen, index: Number(at) }));
    onOpenChange(false);
  }

  return (
    <FormDialog
      title="Move to…"
      description={bidi`${card.key} ${card.title}`}
      size="sm"
      initialFocus={first}
      finalFocus={() => {
        if (leaves.current && onElsewhere) queueMicrotask(onElsewhere);
        return finalFocus();
      }}
      beside={
        onElsewhere && (
          <Button
            variant="quiet"
            onClick={() => {
              leaves.current = true;
              onOpenChange(false);
            }}
          >
            Another project…
          </Button>
        )
      }
      action="Move"
      onSubmit={submit}
      onClose={() => onOpenChange(false)}
    >
      <fieldset>
        <legend className="mb-1 text-sm font-medium text-text-2">Column</legend>
        <div className="flex flex-col">
          {columns
            .filter(({ lane }) => lane === column?.lane)
            .map(({ id, status = card.status, label, name = label, total }) => {
              const refused = workflow !== undefined && !mayMoveTo(workflow, card.status, status);
              return (
                <label
                  key={id}
                  className={cn(
                    'relative flex min-h-9 cursor-pointer items-center gap-2.5 rounded-sm px-2 text-base has-[:focus-visible]:outline-2 has-[:focus-visible]:outline-focus pointer-coarse:min-h-12',
                    id === chosen ? 'bg-selected font-medium' : 'hover:bg-hover',
                  )}
                >
                  <input
                    ref={id === spot?.column ? first : undefined}
                    type="radio"
                    name="column"
                    value={id}
                    checked={id === chosen}
                    disabled={refused}
                    onChange={() => {
                      choose(id);
                      setPosition(id === spot?.column ? String(spot.index) : 'top');
                    }}
                    className="sr-only"
                  />
                  {column?.status !== undefined && isStatusCode(status) && <StatusMark status={status} word="none" />}
                  <span className={cn('flex-1', refused && 'text-text-3')}>
                    {isolated(name)}
                    {refused && <span className="block text-xs">Not allowed from here</span>}
                  </span>
                  <span className="text-sm text-text-3 tabular-nums">{total}</span>
                </label>
              );
            })}
        </div>
      </fieldset>
      {lanes && (
        <SelectField
          label="Swimlane"
          value={column?.lane ?? ''}
          options={lanes.map(({ id, label }) => ({ value: id, label }))}
          onChange={({ target }) =>
            choose(columns.find(({ lane, name }) => lane === target.value && name === column?.name)?.id ?? chosen)
          }
        />
      )}
      {ordered && (
        <SelectField
          label="Position"
          value={at}
          onChange={(event) => setPosition(event.target.value)}
          options={options}
        />
      )}
    </FormDialog>
  );
}

/**
 * Top, every slot between, and the bottom; `more`: cards below are not loaded. `partly`: top and bottom are the column's own,
 * beyond cards that are not shown.
 */
function positions(others: number, here: string | undefined, more: boolean, partly: boolean) {
  const now = (index: number) => (String(index) === here ? ' (now)' : '');
  if (partly) {
    const label = (index: number) =>
      index === 0 ? 'First of those shown' : index === others && !more ? 'Last of those shown' : String(index + 1);
    const between = Array.from({ length: others + 1 }, (_, index) => ({ index, label: label(index) + now(index) }));
    return [
      { value: 'top', label: 'Top' },
      ...between
        .filter(({ index }) => (index > 0 && (index < others || more)) || now(index))
        .map(({ index, label }) => ({ value: String(index), label })),
      { value: 'end', label: 'Bottom' },
    ];
  }
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
