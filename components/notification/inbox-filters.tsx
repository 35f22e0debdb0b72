'use client';

import { FilterChipButton } from '@/components/ui/filter-chip';
import { FILTERS, type InboxFilter } from '@/lib/notification/vocabulary';

const LABEL: Record<InboxFilter, string> = { all: 'All', unread: 'Unread', mentions: 'Mentions', assigned: 'Assigned' };

export function InboxFilters({ chosen, onChoose }: { chosen: InboxFilter; onChoose: (filter: InboxFilter) => void }) {
  return (
    <fieldset className="edge-fade-x flex min-w-0 gap-1.5 overflow-x-auto p-1 -m-1 max-sm:[&_.chip]:px-2.5 [&_.chip]:shrink-0 [scrollbar-width:none]">
      <legend className="sr-only">Show</legend>
      {FILTERS.map((filter) => (
        <FilterChipButton key={filter} active={filter === chosen} onClick={() => onChoose(filter)}>
          {LABEL[filter]}
        </FilterChipButton>
      ))}
    </fieldset>
  );
}
