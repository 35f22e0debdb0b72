import { ButtonLink } from '@/components/ui/button-link';
import { EmptyState } from '@/components/ui/empty-state';
import { FilterChip } from '@/components/ui/filter-chip';
import { PRIORITY_LABEL, statusOf } from '@/lib/task/vocabulary';
import { activeFilters, type FilterAddress, filterHref, type TaskFilters } from './task-filters';

/** Each filter in words. */
function filterWords(filters: TaskFilters): { name: keyof TaskFilters; words: string }[] {
  const { q, mine, due, audience, priority, status } = filters;
  return [
    ...(q ? [{ name: 'q' as const, words: `“${q}”` }] : []),
    ...(mine ? [{ name: 'mine' as const, words: 'Mine' }] : []),
    ...(due ? [{ name: 'due' as const, words: due === 'week' ? 'Due this week' : 'Overdue' }] : []),
    ...(audience
      ? [{ name: 'audience' as const, words: audience === 'client' ? 'Visible to client' : 'Internal' }]
      : []),
    ...(priority ? [{ name: 'priority' as const, words: PRIORITY_LABEL[priority] }] : []),
    ...(status ? [{ name: 'status' as const, words: statusOf(status).label }] : []),
  ];
}

/** A view that is empty because of its filters: says so, and takes them away one by one or all at once. */
export function NothingMatches({ filters, address }: { filters: TaskFilters; address: FilterAddress }) {
  const count = activeFilters(filters);
  return (
    <EmptyState
      title={`No tasks match ${count} ${count === 1 ? 'filter' : 'filters'}`}
      action={
        <ButtonLink href={filterHref(address, { sort: filters.sort })} scroll={false}>
          Clear
        </ButtonLink>
      }
    >
      <span className="flex flex-wrap justify-center gap-1.5 pt-2">
        {filterWords(filters).map(({ name, words }) => (
          <FilterChip key={name} active href={filterHref(address, { ...filters, [name]: undefined })}>
            {words}
          </FilterChip>
        ))}
      </span>
    </EmptyState>
  );
}
