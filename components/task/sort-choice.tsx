'use client';

import { useRouter } from 'next/navigation';
import { useTransition } from 'react';
import { SelectField } from '@/components/ui/form/select-field';
import { type FilterUrl, filterHref, type TaskFilters } from '@/lib/task/vocabulary.filter';

const ORDERS = [
  { value: '', label: 'By status' },
  { value: 'due', label: 'By due date' },
  { value: '-priority', label: 'By priority' },
  { value: '-updated', label: 'Latest change first' },
  { value: '-created', label: 'Newest first' },
  { value: 'title', label: 'By title' },
] as const;

export function SortChoice({
  value,
  address,
  filters,
}: {
  value: TaskFilters['sort'];
  address: FilterUrl;
  filters: TaskFilters;
}) {
  const router = useRouter();
  const [pending, start] = useTransition();
  return (
    <div className="w-44 min-w-32 max-sm:w-36" aria-busy={pending || undefined}>
      <SelectField
        label="Order"
        labelHidden
        value={value ?? ''}
        options={ORDERS}
        onChange={({ target }) => {
          const sort = (target.value || undefined) as TaskFilters['sort'];
          start(() => router.push(filterHref(address, { ...filters, sort }), { scroll: false }));
        }}
      />
    </div>
  );
}
