/** No validator here: this file ships to browsers. */
import { type Group, parseFilter, printFilter } from '@/lib/filter/format';
import type { ListColumn } from '@/lib/task/vocabulary';
import { columnsIn, type Swimlane, type TaskFilters, type TaskGroup } from '@/lib/task/vocabulary.filter';
import {
  FIRST_SPAN,
  FIRST_ZOOM,
  firstLanes,
  LANES,
  type Lanes,
  SPANS,
  type Span,
  ZOOM_NAMES,
  type Zoom,
} from '@/lib/task-plan/vocabulary';

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
  columns: ListColumn[];
  swimlane: Swimlane | null;
};

/** What it keeps of the address of a calendar or a timeline besides; null: as that opens. */
export type KeptState = { span: Span | null; zoom: Zoom | null; lanes: Lanes | null };

type Parameters = { [Name in keyof KeptState]?: string | null };

export function keptState({ span, zoom, lanes }: Parameters, ofProject: boolean): KeptState {
  const chosen = <T extends string>(all: readonly T[], value: string | null | undefined, first: T): T | null =>
    all.find((one) => one === value && one !== first) ?? null;
  return {
    span: chosen(SPANS, span, FIRST_SPAN),
    zoom: chosen(ZOOM_NAMES, zoom, FIRST_ZOOM),
    lanes: chosen(LANES, lanes, firstLanes(ofProject)),
  };
}

/** The parameters of an address of the view. */
export const parametersOf = ({ span, zoom, lanes }: KeptState) => ({
  span: span ?? undefined,
  zoom: zoom ?? undefined,
  lanes: lanes ?? undefined,
});

export const isSameState = (one: KeptState, other: KeptState): boolean =>
  one.span === other.span && one.zoom === other.zoom && one.lanes === other.lanes;

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
