'use client';

import { useRouter } from 'next/navigation';
import { useEffect, useState, useTransition } from 'react';
import { useOwnFields } from '@/components/custom-field/use-own-fields';
import { useOnDemand } from '@/components/overlay/on-demand';
import { buttonStyle } from '@/components/ui/button-style';
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
import { GROUPINGS, groupingWords } from '@/lib/task-group/vocabulary';
import type { ColumnsProps } from './columns-menu';

const ORDERS = [
  { value: '', label: 'By status' },
  ...GROUPINGS.flatMap((group) =>
    group === 'status' ? [] : [{ value: `group=${group}`, label: `In groups by ${groupingWords(group)}` }],
  ),
  { value: 'due', label: 'By due date' },
  { value: '-priority', label: 'By priority' },
  { value: '-updated', label: 'Latest change first' },
  { value: '-created', label: 'Newest first' },
  { value: 'title', label: 'By title' },
];

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

const loadColumns = () => import('./columns-menu').then((module) => module.ColumnsMenu);

function ColumnsButton(props: ColumnsProps) {
  const { Part, open, setOpen, opener } = useOnDemand(loadColumns);
  const button = (
    <button type="button" aria-haspopup="dialog" {...opener} className={buttonStyle('quiet', 'default')}>
      Columns
    </button>
  );
  return Part ? <Part {...props} trigger={button} open={open} onOpenChange={setOpen} /> : button;
}
