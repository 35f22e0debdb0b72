import { ButtonLink } from '@/components/ui/button-link';
import { EmptyState } from '@/components/ui/empty-state';
import { FilterChip } from '@/components/ui/filter-chip';
import { type FilterUrl, filterHref, filterWords, type TaskFilters } from '@/lib/task/vocabulary.filter';

export function NothingMatches({ filters, address }: { filters: TaskFilters; address: FilterUrl }) {
  const words = filterWords(filters);
  return (
    <EmptyState
      title={`No tasks match ${words.length} ${words.length === 1 ? 'filter' : 'filters'}`}
      action={
        <ButtonLink href={filterHref(address, { sort: filters.sort })} scroll={false}>
          Clear
        </ButtonLink>
      }
    >
      <span className="flex flex-wrap justify-center gap-1.5 pt-2">
        {words.map(({ name, label }) => (
          <FilterChip key={name} active href={filterHref(address, { ...filters, [name]: undefined })}>
            {label}
          </FilterChip>
        ))}
      </span>
    </EmptyState>
  );
}
