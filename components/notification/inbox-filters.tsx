'use client';

import { FilterChipButton } from '@/components/ui/filter-chip';
import { FILTERS, type InboxFilter } from '@/lib/notification/vocabulary';

const LABEL: Record<InboxFilter, string> = { all: 'All', unread: 'Unread', mentions: 'Mentions', assigned: 'Assigned' };

export function InboxFilters({ chosen, onChoose }: { chosen: InboxFilter; onChoose: (filter: InboxFilter) => void }) {
  return (
    <fieldset className="inbox-filters edge-fade-x">
      <legend className="sr-only">Show</legend>
      {FILTERS.map((filter) => (
        <FilterChipButton key={filter} active={filter === chosen} onClick={() => onChoose(filter)}>
          {LABEL[filter]}
        </FilterChipButton>
      ))}
    </fieldset>
  );
}
