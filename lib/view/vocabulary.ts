/** No validator here: this file ships to browsers. */
import { type Group, parseFilter, printFilter } from '@/lib/filter/format';
import type { TaskColumn } from '@/lib/task/vocabulary';
import { columnsIn, type Swimlane, type TaskFilters, type TaskGroup } from '@/lib/task/vocabulary.filter';

/** As in the addresses of views of tasks. */
export const VIEW_LAYOUTS = ['list', 'board', 'calendar', 'timeline'] as const;
export type ViewLayout = (typeof VIEW_LAYOUTS)[number];
export const VIEW_NAME_LENGTH = 60;
/** Those of one place that one person may see. */
export const MOST_VIEWS = 50;

/** What a view keeps of an address. `columns`: none for the first ones. */
export type KeptFilters = {
  filter: string;
  sort: TaskFilters['sort'] | null;
  group: TaskGroup | null;
  columns: TaskColumn[];
  swimlane: Swimlane | null;
};

const rule = (field: string, value: string) => ({ field, not: false, values: [value] });

/** One filter of everything that narrows, in one way of writing it: equal ones are the same text. */
export function keptFilters({ q, filter = '', sort, group, columns, swimlane, ...chosen }: TaskFilters): KeptFilters {
  const rest = parseFilter(filter);
  const first = [
    ...(q ? [rule('text', q)] : []),
    ...Object.entries(chosen).flatMap(([name, value]) =>
      value ? rule(name, name === 'due' && value === 'week' ? 'rest-of-week' : value) : [],
    ),
  ];
  const all: Group = { join: 'all', not: false, of: [...first, ...(rest.join === 'all' ? rest.of : [rest])] };
  return {
    filter: printFilter(first.length ? all : rest),
    sort: sort ?? null,
    group: group ?? null,
    columns: columnsIn(columns),
    swimlane: swimlane ?? null,
  };
}

/** The filters that an address of the view has. */
export const filtersOf = ({ filter, sort, group, columns, swimlane }: KeptFilters): TaskFilters => ({
  ...(filter && { filter }),
  ...(sort && { sort }),
  ...(group && { group }),
  ...(columns.length > 0 && { columns: columns.join() }),
  ...(swimlane && { swimlane }),
});

export const isKept = (filters: TaskFilters, kept: KeptFilters): boolean => {
  const now = keptFilters(filters);
  return (
    now.filter === kept.filter &&
    now.sort === (kept.sort ?? null) &&
    now.group === (kept.group ?? null) &&
    now.columns.join() === kept.columns.join() &&
    now.swimlane === (kept.swimlane ?? null)
  );
};
