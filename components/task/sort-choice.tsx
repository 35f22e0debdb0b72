'use client';

import { useRouter } from 'next/navigation';
import { useEffect, useState, useTransition } from 'react';
import { useOwnFields } from '@/components/custom-field/use-own-fields';
import { SelectField } from '@/components/ui/form/select-field';
import { bidi } from '@/lib/bidi';
import { type FieldKind, refOf } from '@/lib/custom-field/vocabulary';
import {
  type ColumnsFor,
  type FilterUrl,
  filterHref,
  readFilters,
  type TaskFilters,
} from '@/lib/task/vocabulary.filter';
import { ColumnsButton } from './columns-button';

const ORDERS = [
  { value: '', label: 'By status' },
  { value: 'group=due', label: 'In groups by due date' },
  { value: 'group=start', label: 'In groups by start' },
  { value: 'group=priority', label: 'In groups by priority' },
  { value: 'group=assignee', label: 'In groups by assignee' },
  { value: 'group=category', label: 'In groups by category' },
  { value: 'group=label', label: 'In groups by label' },
  { value: 'group=milestone', label: 'In groups by milestone' },
  { value: 'group=project', label: 'In groups by project' },
  { value: 'group=parent', label: 'In groups by parent' },
  { value: 'group=creator', label: 'In groups by creator' },
  { value: 'due', label: 'By due date' },
  { value: '-priority', label: 'By priority' },
  { value: '-updated', label: 'Latest change first' },
  { value: '-created', label: 'Newest first' },
  { value: 'title', label: 'By title' },
] as const;

type OwnField = { _id: string; name: string; kind: FieldKind };

/** How a field that the organisation defines brings a list into order. */
function ownOrder(field: OwnField): { value: string; label: string } {
  const ref = refOf(field);
  switch (field.kind) {
    case 'choice':
    case 'person':
      return { value: `group=${ref}`, label: bidi`In groups by ${field.name}` };
    case 'number':
      return { value: `-${ref}`, label: bidi`By ${field.name}, highest first` };
    default:
      return { value: ref, label: bidi`By ${field.name}` };
  }
}

export function SortChoice({
  address,
  filters,
  place,
  fields,
}: {
  address: FilterUrl;
  filters: TaskFilters;
  place: ColumnsFor;
  /** The organisation's own that the address names; the others are asked for when they may be chosen. */
  fields: readonly OwnField[];
}) {
  const router = useRouter();
  const [pending, start] = useTransition();
  // It needs scripts, and pages are heavy enough without it.
  const [scripts, setScripts] = useState(false);
  useEffect(() => setScripts(true), []);
  const { all, near } = useOwnFields(place.projectId, fields);
  const orders = [
    ...(place.ofOne ? ORDERS.filter(({ value }) => value !== 'group=project') : ORDERS),
    ...all.map(ownOrder),
  ];
  const value = filters.group ? `group=${filters.group}` : (filters.sort ?? '');
  return (
    <>
      {scripts && (
        <span className="max-md:hidden">
          <ColumnsButton address={address} filters={filters} place={place} />
        </span>
      )}
      <div {...near} className="w-40 max-sm:w-full" aria-busy={pending || undefined}>
        <SelectField
          label="Order"
          labelHidden
          value={value}
          options={orders}
          onChange={({ target }) => {
            const { sort, group } = readFilters(
              target.value.startsWith('group=') ? { group: target.value.slice(6) } : { sort: target.value },
            );
            start(() => router.push(filterHref(address, { ...filters, sort, group }), { scroll: false }));
          }}
        />
      </div>
    </>
  );
}
