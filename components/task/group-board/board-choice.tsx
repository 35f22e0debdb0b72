'use client';

import { useRouter } from 'next/navigation';
import { useOptimistic, useTransition } from 'react';
import { useOwnFields } from '@/components/custom-field/use-own-fields';
import { SelectField } from '@/components/ui/form/select-field';
import { bidi } from '@/lib/bidi';
import { type FieldKind, refOf } from '@/lib/custom-field/vocabulary';
import {
  BOARD_GROUPS,
  type FilterUrl,
  filterHref,
  readFilters,
  SWIMLANES,
  type TaskFilters,
} from '@/lib/task/vocabulary.filter';
import { boardGroupOf, laneOf } from '@/lib/task-board/vocabulary';

const COLUMNS = BOARD_GROUPS.map((group) => ({ value: group === 'status' ? '' : group, label: `By ${group}` }));
const LANES = [
  { value: '', label: 'No swimlanes' },
  ...SWIMLANES.map((lane) => ({ value: lane, label: `Lanes: ${lane}` })),
];

/** What the columns of a board are, and its swimlanes. */
export function BoardChoice({
  address,
  filters,
  projectId,
  fields,
}: {
  address: FilterUrl;
  filters: TaskFilters;
  projectId: string;
  /** The organisation's own that the address names. */
  fields: readonly { _id: string; name: string; kind: FieldKind }[];
}) {
  const router = useRouter();
  const [pending, start] = useTransition();
  // What was chosen counts at once: a second choice adds to it, also before the page is there.
  const [chosen, choose] = useOptimistic(filters);
  const group = boardGroupOf(chosen);
  const { all, near } = useOwnFields(projectId, fields);
  const own = all.filter(({ kind }) => kind === 'choice' || kind === 'person');
  const columns = own.map((field) => ({ value: refOf(field), label: bidi`By ${field.name}` }));
  const lanes = own.map((field) => ({ value: refOf(field), label: bidi`Lanes: ${field.name}` }));
  const go = (changed: Pick<TaskFilters, 'group' | 'swimlane'>) =>
    start(() => {
      const next = { ...chosen, sort: undefined, ...changed };
      choose(next);
      router.push(filterHref(address, next), { scroll: false });
    });
  return (
    <div {...near} className="flex min-w-0 items-center gap-2 max-sm:basis-full" aria-busy={pending || undefined}>
      <div className="w-32 min-w-28 max-sm:flex-1">
        <SelectField
          label="Columns"
          labelHidden
          value={group === 'status' ? '' : group}
          options={[...COLUMNS, ...columns]}
          onChange={({ target }) => go({ group: readFilters({ group: target.value }).group })}
        />
      </div>
      <div className="w-40 min-w-28 max-sm:flex-1">
        <SelectField
          label="Swimlanes"
          labelHidden
          value={laneOf(chosen) ?? ''}
          options={[...LANES, ...lanes].filter(({ value }) => value !== group)}
          onChange={({ target }) => go({ swimlane: readFilters({ swimlane: target.value }).swimlane })}
        />
      </div>
    </div>
  );
}
