'use client';

import { useQuery } from '@tanstack/react-query';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { useOptimistic, useTransition } from 'react';
import { fieldsQuery, offeredIn } from '@/components/custom-field/field-query';
import { IconButton } from '@/components/ui/icon-button';
import { Popover } from '@/components/ui/overlay/popover';
import { bidi } from '@/lib/bidi';
import { idOf, isRef, refOf } from '@/lib/custom-field/vocabulary';
import { COLUMN_NAMES, FIRST_COLUMNS, type ListColumn, TASK_COLUMNS } from '@/lib/task/vocabulary';
import {
  type ColumnsFor,
  columnsIn,
  type FilterUrl,
  filterHref,
  isOffered,
  type TaskFilters,
} from '@/lib/task/vocabulary.filter';
import { useAnnouncer } from './use-announcer';

const TYPE = 'text/x-column';

export type ColumnsProps = {
  address: FilterUrl;
  filters: TaskFilters;
  place: ColumnsFor;
};

/** Which columns a list has besides the title, and in which order. The key always stands before the title. */
export function ColumnsMenu({
  address,
  filters,
  place,
  ...popover
}: ColumnsProps & { trigger: React.ReactNode; open: boolean; onOpenChange: (open: boolean) => void }) {
  const router = useRouter();
  const [, start] = useTransition();
  const { region, say } = useAnnouncer();
  const kept = columnsIn(filters.columns);
  const [shown, show] = useOptimistic<readonly ListColumn[]>(kept.length ? kept : FIRST_COLUMNS);
  const { data: fields = [] } = useQuery(fieldsQuery);
  const own = offeredIn(fields, place.projectId ? [place.projectId] : []).map(refOf);
  const labelOf = (name: ListColumn) =>
    isRef(name) ? (fields.find(({ _id }) => _id === idOf(name))?.name ?? 'A field') : TASK_COLUMNS[name];
  const offered = [...shown, ...[...COLUMN_NAMES, ...own].filter((name) => !shown.includes(name))].filter((name) =>
    isOffered(name, place),
  );
  const ticked = offered.filter((name) => shown.includes(name));
  const movable: readonly ListColumn[] = ticked.filter((name) => name !== 'key');

  const set = (next: readonly ListColumn[]) =>
    start(() => {
      show(next);
      router.replace(filterHref(address, { ...filters, columns: columnsIn(next.join()).join() || undefined }), {
        scroll: false,
      });
    });
  /** To where `target` stands. */
  function move(name: ListColumn, target: ListColumn | undefined) {
    const [from, to] = [movable.indexOf(name), target ? movable.indexOf(target) : -1];
    if (!target || from < 0 || to < 0 || from === to) return;
    const others = shown.filter((one) => one !== name);
    set(others.toSpliced(others.indexOf(target) + (from < to ? 1 : 0), 0, name));
    say(bidi`${labelOf(name)}: column ${to + 1} of ${movable.length}.`);
  }

  return (
    <Popover {...popover} align="end" label="Columns">
      <ul className="max-h-[60vh] w-60 overflow-y-auto">
        {offered.map((name) => {
          const at = movable.indexOf(name);
          const label = labelOf(name);
          const arrow = (by: -1 | 1, words: string, icon: React.ReactNode) => (
            <IconButton
              label={bidi`Move ${label} ${words}`}
              icon={icon}
              size="compact"
              disabled={!movable[at + by]}
              onClick={() => move(name, movable[at + by])}
            />
          );
          return (
            <li
              key={name}
              draggable={at >= 0}
              onDragStart={({ dataTransfer }) => dataTransfer.setData(TYPE, name)}
              onDragOver={(event) => {
                if (at >= 0 && event.dataTransfer.types.includes(TYPE)) event.preventDefault();
              }}
              onDrop={(event) => {
                event.preventDefault();
                move(event.dataTransfer.getData(TYPE) as ListColumn, name);
              }}
              onKeyDown={(event) => {
                const by = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0;
                if (!event.altKey || !by || at < 0) return;
                event.preventDefault();
                move(name, movable[at + by]);
              }}
              className="flex items-center rounded-sm hover:bg-hover"
            >
              <label className="flex min-h-9 min-w-0 flex-1 cursor-pointer items-center gap-2.5 px-1 pointer-coarse:min-h-11">
                <input
                  type="checkbox"
                  aria-keyshortcuts={at < 0 ? undefined : 'Alt+ArrowUp Alt+ArrowDown'}
                  className="checkbox focus-visible:outline-offset-1"
                  checked={ticked.includes(name)}
                  disabled={ticked.length === 1 && ticked.includes(name)}
                  onChange={({ target }) =>
                    set(target.checked ? [...shown, name] : shown.filter((one) => one !== name))
                  }
                />
                {label}
              </label>
              {at >= 0 && arrow(-1, 'to the left', <ArrowUp />)}
              {at >= 0 && arrow(1, 'to the right', <ArrowDown />)}
            </li>
          );
        })}
      </ul>
      <p ref={region} role="status" className="sr-only" />
    </Popover>
  );
}
