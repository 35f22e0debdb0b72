import type { ReactNode } from 'react';
import { SearchForm } from '@/components/page/search-form';
import { FilterChip } from '@/components/ui/filter-chip';
import { stepsOf } from '@/components/ui/form/room';
import { SheetPart } from '@/components/view/sheet-part';
import { ViewSheet } from '@/components/view/view-sheet';
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

/** Of a chip with the gap after it, of what adds a condition, clears them all and keeps the view, and of a condition (px). */
const [AROUND, ADD, CLEAR, KEEP, CONDITION] = [30, 96, 64, 116, 160];

/**
 * One line, whatever is set: it scrolls where it is too narrow, so that nothing below it moves. Everything is kept in the URL
 * and works without scripts; a phone has it in a sheet.
 */
export function FilterBar({
  filters,
  address,
  overdue,
  marksAudience,
  worksOnTasks = marksAudience,
  segments,
  views,
  choice,
  names,
  projects,
  projectId,
  saving,
  searches = true,
  more,
}: {
  filters: TaskFilters;
  address: FilterUrl;
  overdue?: number;
  /** False for clients: they see only what is meant for them. */
  marksAudience: boolean;
  /** False for clients and observers: nothing is ever assigned to them. */
  worksOnTasks?: boolean;
  /** The views of a page, for a phone's sheet; wider windows have them in the row above. */
  segments?: ReactNode;
  /** Saved ones: as a button in the line, and as a list in the sheet. */
  views?: { inline: ReactNode; listed: ReactNode };
  /** Of the order of a list, or of the columns of a board. */
  choice: ReactNode;
  /** Of what `filters.filter` is about, by id. */
  names: Names;
  /** Empty in the view of one project. */
  projects: readonly { key: string; name: string }[];
  projectId?: string;
  /** Offers to keep what is shown. */
  saving: ReactNode;
  /** False where a phone needs the line for the view itself, as for the days of a calendar. */
  searches?: boolean;
  /** Of the view, for the sheet alone. */
  more?: ReactNode;
}) {
  const shown = { everybody: true, team: marksAudience, workers: worksOnTasks };
  const kept = { ...address.keep, ...filters };
  const set = filterWords(filters).length;
  const quick = CHIPS.filter(({ chip = 'everybody' }) => shown[chip]);
  const conditions = set - quick.filter(({ name, value }) => filters[name] === value).length;
  // What a row has no room for can still be said as a condition.
  const steps = stepsOf(
    quick.map(({ label }) => label),
    AROUND,
    ADD + (set > 0 ? CLEAR : 0) + (saving ? KEEP : 0) + conditions * CONDITION,
  );
  const chips = (
    <>
      {quick.map(({ name, value, label }, at) => {
        const active = filters[name] === value;
        return (
          <FilterChip
            key={label}
            href={filterHref(address, { ...filters, [name]: active ? undefined : value })}
            active={active}
            fits={steps[at]}
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
        projectId={projectId}
        marksAudience={marksAudience}
      >
        {set > 0 && (
          <FilterChip href={filterHref(address, unfiltered(filters))} active={false}>
            Clear
          </FilterChip>
        )}
        {saving}
      </FilterChips>
    </>
  );
  const search = (
    <SearchForm
      path={address.path}
      search={kept}
      label="Find a task"
      kept={Object.keys(kept).filter((name) => name !== 'q')}
      narrow
    />
  );
  return (
    <div className={searches ? 'filter-row' : 'filter-row max-sm:flex-none'}>
      <ViewSheet count={set} brief={!searches}>
        {segments && (
          <SheetPart label="View">
            {segments}
            {more}
          </SheetPart>
        )}
        {views && <SheetPart label="Saved views">{views.listed}</SheetPart>}
        <SheetPart label="Filter">{chips}</SheetPart>
        {choice && <SheetPart label="Order">{choice}</SheetPart>}
        {!searches && search}
      </ViewSheet>
      {views && <div className="filter-inline filter-choice">{views.inline}</div>}
      <div data-filters-line="" className="filter-inline filter-line">
        {chips}
      </div>
      {choice && <div className="filter-inline filter-choice">{choice}</div>}
      <div className={searches ? 'filter-search' : 'filter-inline'}>{search}</div>
    </div>
  );
}
