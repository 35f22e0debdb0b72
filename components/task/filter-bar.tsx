import { SearchForm } from '@/components/page/search-form';
import { FilterChip } from '@/components/ui/filter-chip';
import { SortChoice } from './sort-choice';
import { activeFilters, type FilterAddress, filterHref, type TaskFilters } from './task-filters';

/** Filters as chips, a search, and the order of rows; all of it lives in the address and works without a script. */
export function FilterBar({
  filters,
  address,
  overdue,
  marksAudience,
  worksOnTasks = marksAudience,
  sortable,
}: {
  filters: TaskFilters;
  address: FilterAddress;
  /** How many are late, where that is known. */
  overdue?: number;
  /** Clients see only what is meant for them: the choice would be none. */
  marksAudience: boolean;
  /** Nothing is ever assigned to clients and observers. */
  worksOnTasks?: boolean;
  /** A board is in the order of its cards. */
  sortable: boolean;
}) {
  const to = (change: TaskFilters) => filterHref(address, { ...filters, ...change });
  const { mine, due, audience, q, priority, status, sort } = filters;
  const kept: Record<string, string | undefined> = {
    ...address.keep,
    assignee: mine && 'me',
    due,
    audience,
    priority,
    status: status === undefined ? undefined : String(status),
    sort,
    q,
  };
  return (
    <div className="flex flex-wrap items-center gap-2 pb-3">
      <div className="flex min-w-0 items-center gap-2 max-sm:-mx-3 max-sm:basis-[calc(100%+24px)] max-sm:overflow-x-auto max-sm:px-3 max-sm:py-0.5 sm:flex-wrap">
        {worksOnTasks && (
          <FilterChip href={to({ mine: mine ? undefined : true })} active={mine === true}>
            Mine
          </FilterChip>
        )}
        <FilterChip href={to({ due: due === 'week' ? undefined : 'week' })} active={due === 'week'}>
          Due this week
        </FilterChip>
        <FilterChip
          href={to({ due: due === 'overdue' ? undefined : 'overdue' })}
          active={due === 'overdue'}
          count={overdue || undefined}
        >
          Overdue
        </FilterChip>
        {marksAudience && (
          <FilterChip
            href={to({ audience: audience === 'client' ? undefined : 'client' })}
            active={audience === 'client'}
          >
            Visible to client
          </FilterChip>
        )}
        {activeFilters(filters) > 0 && (
          <FilterChip href={filterHref(address, { sort })} active={false}>
            Clear
          </FilterChip>
        )}
      </div>
      <div className="ml-auto flex min-w-0 flex-1 basis-88 items-center justify-end gap-2">
        {sortable && <SortChoice value={sort} address={address} filters={filters} />}
        <SearchForm
          path={address.path}
          search={kept}
          label="Find a task"
          kept={Object.keys(kept).filter((name) => name !== 'q')}
        />
      </div>
    </div>
  );
}
