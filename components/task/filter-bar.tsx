import type { ReactNode } from 'react';
import { SearchForm } from '@/components/page/search-form';
import { FilterChip } from '@/components/ui/filter-chip';
import {
  CHIPS,
  type FilterUrl,
  filterHref,
  filterWords,
  type TaskFilters,
  unfiltered,
} from '@/lib/task/vocabulary.filter';
import type { Names } from './filter/filter-words';
import { FilterChips } from './task-parts';

/** Everything is kept in the URL and works without scripts. */
export function FilterBar({
  filters,
  address,
  overdue,
  marksAudience,
  worksOnTasks = marksAudience,
  choice,
  names,
  projects,
  saving,
}: {
  filters: TaskFilters;
  address: FilterUrl;
  overdue?: number;
  /** False for clients: they see only what is meant for them. */
  marksAudience: boolean;
  /** False for clients and observers: nothing is ever assigned to them. */
  worksOnTasks?: boolean;
  /** Of the order of a list, or of the columns of a board. */
  choice: ReactNode;
  /** Of what `filters.filter` is about, by id. */
  names: Names;
  /** Empty in the view of one project. */
  projects: readonly { key: string; name: string }[];
  /** Offers to keep what is shown. */
  saving: ReactNode;
}) {
  const shown = { everybody: true, team: marksAudience, workers: worksOnTasks };
  const kept = { ...address.keep, ...filters };
  return (
    <div className="flex flex-wrap items-center gap-2 pb-3">
      <div className="flex min-w-0 items-center gap-2 max-sm:-mx-3 max-sm:basis-[calc(100%+24px)] max-sm:overflow-x-auto max-sm:px-3 max-sm:py-0.5 sm:flex-wrap">
        {CHIPS.filter(({ chip = 'everybody' }) => shown[chip]).map(({ name, value, label }) => {
          const active = filters[name] === value;
          return (
            <FilterChip
              key={label}
              href={filterHref(address, { ...filters, [name]: active ? undefined : value })}
              active={active}
              count={value === 'overdue' ? overdue || undefined : undefined}
            >
              {label}
            </FilterChip>
          );
        })}
        <FilterChips
          filters={filters}
          address={address}
          names={names}
          projects={projects}
          marksAudience={marksAudience}
        />
        {filterWords(filters).length > 0 && (
          <FilterChip href={filterHref(address, unfiltered(filters))} active={false}>
            Clear
          </FilterChip>
        )}
        {saving}
      </div>
      <div className="ml-auto flex min-w-0 flex-1 basis-88 items-center justify-end gap-2 max-sm:has-data-wide:flex-wrap">
        {choice}
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
