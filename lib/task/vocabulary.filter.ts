/** The one source of task filters: addresses, chips, `taskList` input, browser predicate, SQL. Runs anywhere. */
import { type FieldRef, type GroupRef, isGroupRef, isRef } from '@/lib/custom-field/vocabulary';
import { type Condition, type Filterable, meets } from '@/lib/filter/condition';
import type { Calendar } from '@/lib/filter/days';
import { FILTER_LENGTH, FilterFault, type Group, type Item, parseFilter, printFilter } from '@/lib/filter/format';
import { endOfWeek } from '@/lib/formats/days';
import {
  type CardExtra,
  COLUMN_NAMES,
  FIRST_COLUMNS,
  type ListColumn,
  PRIORITIES,
  PRIORITY_LABEL,
  STATUSES,
  TASK_SORTS,
  type TaskSort,
} from '@/lib/task/vocabulary';
import { type Asking, conditionOf, late } from '@/lib/task/vocabulary.fields';
import { cut } from '@/lib/text';

export type TaskFilter = {
  q?: string;
  project_id?: string;
  /** A member's id, `me`, or `none`. */
  assignee?: string;
  category?: string;
  audience?: string;
  status?: readonly number[];
  priority?: readonly string[];
  due_after?: string;
  due_before?: string;
  overdue?: boolean;
  filter?: Group;
};

const CONDITION: {
  [Name in keyof TaskFilter]-?: (wanted: NonNullable<TaskFilter[Name]>, asking: Asking) => Condition;
} = {
  project_id: (value) => ({ kind: 'among', field: 'project_id', values: [value] }),
  category: (value) => ({ kind: 'among', field: 'category_id', values: [value] }),
  audience: (value) => ({ kind: 'among', field: 'audience', values: [value] }),
  q: (text) => ({ kind: 'text', text }),
  status: (values) => ({ kind: 'among', field: 'status', values }),
  priority: (values) => ({ kind: 'among', field: 'priority', values }),
  due_after: (from) => ({ kind: 'days', field: 'due_date', from, until: null }),
  due_before: (until) => ({ kind: 'days', field: 'due_date', from: null, until }),
  overdue: (wanted, asking) => (wanted ? late(asking) : { kind: 'not', of: late(asking) }),
  assignee: (who, { memberId }) => ({ kind: 'assigned', to: who === 'none' ? null : who === 'me' ? memberId : who }),
  filter: conditionOf,
};
const NAMES = Object.keys(CONDITION) as (keyof TaskFilter)[];

/** Empty texts and lists give no condition. */
export const conditionsOf = (filter: TaskFilter, asking: Asking): Condition[] =>
  NAMES.flatMap((name) => {
    const wanted = filter[name];
    const condition = CONDITION[name] as (wanted: unknown, asking: Asking) => Condition;
    return wanted === undefined || wanted === '' || (Array.isArray(wanted) && wanted.length === 0)
      ? []
      : condition(wanted, asking);
  });

const ANYBODY: Asking = { memberId: '', today: '2000-01-01', firstDay: 1 };

/** Reads a filter all of whose fields and values are known; else a FilterFault says in words what is wrong. */
export function readFilter(text: string): Group {
  const group = parseFilter(text.normalize());
  conditionOf(group, ANYBODY);
  return group;
}

/** `filter` is a text of `lib/filter/format.ts`. */
export type TaskFilters = Partial<Record<'q' | 'filter' | ChoiceName, string>> & {
  sort?: TaskSort;
  /** Of a list, instead of an order of its own. */
  group?: TaskGroup;
  /** Of a list, in their order, separated by commas, where they are not the first ones. */
  columns?: string;
  swimlane?: Swimlane;
};

/** What stays where the filters are cleared. */
export const unfiltered = ({ sort, group, columns, swimlane }: TaskFilters): TaskFilters => ({
  sort,
  group,
  columns,
  swimlane,
});

/** In the order given, each once; none for the first ones, or where nothing is known. */
export function columnsIn(text = ''): ListColumn[] {
  const columns = [...new Set(text.split(','))].flatMap((word): ListColumn[] =>
    isRef(word) ? [word] : COLUMN_NAMES.filter((name) => name === word),
  );
  return columns.join() === FIRST_COLUMNS.join() ? [] : columns;
}

/** `ofOne`: all tasks are of one project. `team`: the reader is no client. */
export type ColumnsFor = { ofOne: boolean; team: boolean /** That one. */; projectId?: string };
export const isOffered = (name: ListColumn, { ofOne, team }: ColumnsFor): boolean =>
  (name !== 'project' || !ofOne) && (name !== 'spent' || team);

/** What a list with these filters has besides the title, in its order. */
export function columnsShown({ columns }: TaskFilters, place: ColumnsFor): ListColumn[] {
  const chosen = columnsIn(columns);
  return (chosen.length ? chosen : FIRST_COLUMNS).filter((name) => isOffered(name, place));
}

const EXTRA_OF: Partial<Record<ListColumn, CardExtra>> = { spent: 'spent_minutes', creator: 'created_by' };
/** What a list is asked to tell of its tasks for these columns. */
export const extrasShown = (columns: readonly ListColumn[]): CardExtra[] =>
  columns.flatMap((name) => (isRef(name) ? name : (EXTRA_OF[name] ?? [])));

/** What a list is in groups by, if not by status, and the order that brings them one after the other. */
const GROUP_ORDER = {
  priority: '-priority',
  due: 'due',
  start: 'start',
  assignee: 'assignee',
  category: 'category',
  label: 'label',
  milestone: 'milestone',
  project: 'project',
  parent: 'parent',
  creator: 'creator',
} as const;
type PlainGroup = keyof typeof GROUP_ORDER;
export type TaskGroup = PlainGroup | GroupRef;
export const TASK_GROUPS = Object.keys(GROUP_ORDER) as PlainGroup[];
const groupIn = (text: string | undefined): TaskGroup | undefined =>
  TASK_GROUPS.find((name) => name === text) ?? (text && isGroupRef(text) ? text : undefined);

/** What the columns of a board are. */
export const BOARD_GROUPS = ['status', 'assignee', 'priority', 'label', 'milestone'] as const;
export type BoardGroup = (typeof BOARD_GROUPS)[number] | GroupRef;
/** What a board is cut into across its columns. */
export const SWIMLANES = ['assignee', 'priority', 'label', 'milestone', 'parent'] as const;
export type Swimlane = (typeof SWIMLANES)[number] | GroupRef;

/** The order of a list's rows. */
export const listOrder = ({ group, sort }: TaskFilters): TaskSort =>
  group ? (isGroupRef(group) ? group : GROUP_ORDER[group]) : (sort ?? 'progress');

/** A field's own name, whichever way it is sorted by. */
export const sortedBy = (sort: string): FieldRef | undefined => [sort.replace(/^-/, '')].find(isRef);
type ChoiceName = 'assignee' | 'due' | 'audience' | 'priority' | 'status';

type Choice = {
  name: ChoiceName;
  value: string;
  label: string;
  /** A chip above every view; `team`: not for clients, `workers`: for those who can be assigned. */
  chip?: 'everybody' | 'team' | 'workers';
  /** `firstDay`: the ISO weekday on which weeks begin. */
  narrows: (to: Calendar) => TaskFilter;
};

const CHOICES: readonly Choice[] = [
  { name: 'assignee', value: 'me', label: 'Mine', chip: 'workers', narrows: () => ({ assignee: 'me' }) },
  {
    name: 'due',
    value: 'week',
    label: 'Due this week',
    chip: 'everybody',
    narrows: ({ today, firstDay }) => ({ due_after: today, due_before: endOfWeek(today, firstDay) }),
  },
  { name: 'due', value: 'overdue', label: 'Overdue', chip: 'everybody', narrows: () => ({ overdue: true }) },
  {
    name: 'audience',
    value: 'client',
    label: 'Visible to client',
    chip: 'team',
    narrows: () => ({ audience: 'client' }),
  },
  { name: 'audience', value: 'internal', label: 'Internal', narrows: () => ({ audience: 'internal' }) },
  ...PRIORITIES.map(
    (value): Choice => ({
      name: 'priority',
      value,
      label: PRIORITY_LABEL[value],
      narrows: () => ({ priority: [value] }),
    }),
  ),
  ...STATUSES.map(
    ({ code, label }): Choice => ({
      name: 'status',
      value: String(code),
      label,
      narrows: () => ({ status: [code] }),
    }),
  ),
];

export const CHIPS = CHOICES.filter(({ chip }) => chip !== undefined);

const chosen = (filters: TaskFilters) => CHOICES.filter(({ name, value }) => filters[name] === value);
const one = (value: string | string[] | undefined) => (Array.isArray(value) ? value[0] : value)?.trim() || undefined;

function known(text: string | undefined): string | undefined {
  if (!text || text.length > FILTER_LENGTH) return undefined;
  try {
    return printFilter(readFilter(text)) || undefined;
  } catch (error) {
    if (error instanceof FilterFault) return undefined;
    throw error;
  }
}

const sortIn = (text = ''): TaskSort | undefined =>
  TASK_SORTS.find((order) => order === text) ?? (sortedBy(text) ? (text as TaskSort) : undefined);

/** Unknown values are left out; `misreadFilters` tells of them. */
export function readFilters(params: Readonly<Record<string, string | string[] | undefined>>): TaskFilters {
  const q = cut(one(params.q) ?? '', 200).normalize();
  const sort = sortIn(one(params.sort));
  const choices = CHOICES.filter(({ name, value }) => one(params[name]) === value);
  const filter = known(one(params.filter));
  const columns = columnsIn(one(params.columns)).join();
  const group = groupIn(one(params.group));
  const lane = one(params.swimlane);
  const swimlane = SWIMLANES.find((name) => name === lane) ?? (lane && isGroupRef(lane) ? lane : undefined);
  return {
    ...(q && { q }),
    ...(filter && { filter }),
    ...Object.fromEntries(choices.map(({ name, value }) => [name, value])),
    ...(group ? { group } : sort && { sort }),
    ...(columns && { columns }),
    ...(swimlane && { swimlane }),
  };
}

/** `keep`: parameters of the view that are not filters. */
export type FilterUrl = { path: string; keep: Readonly<Record<string, string | undefined>> };

export function filterHref({ path, keep }: FilterUrl, filters: TaskFilters): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries({ ...keep, ...filters })) if (value) query.set(name, value);
  // What a filter is written with stays readable.
  const text = query.toString().replace(/%(?:3A|2C|3B|21|28|29|7C)/g, decodeURIComponent);
  return text ? `${path}?${text}` : path;
}

export type FilterWord = { key: string; label: string /** The filters without this one. */; without: TaskFilters };

/** One a filter; `say` writes those of `filter`. The sort order is not among them. */
export function filterWords(filters: TaskFilters, say: (item: Item) => string = () => ''): FilterWord[] {
  const group = parseFilter(filters.filter ?? '');
  const rest = (at: number) => printFilter({ ...group, of: group.of.filter((_, other) => other !== at) }) || undefined;
  const plain = (name: 'q' | ChoiceName, label: string) => ({
    key: name,
    label,
    without: { ...filters, [name]: undefined },
  });
  return [
    ...(filters.q ? [plain('q', `“${filters.q}”`)] : []),
    ...chosen(filters).map(({ name, label }) => plain(name, label)),
    ...group.of.map((item, at) => ({
      key: `filter ${at}`,
      label: say(item),
      without: { ...filters, filter: rest(at) },
    })),
  ];
}

/** `dayOf`: the calendar day of a moment, in ms since 1970. */
type Reading = Asking & { dayOf: (moment: number) => string };

function narrowing({ q, ...filters }: TaskFilters, reading: Calendar): TaskFilter {
  return Object.assign({ ...(q && { q }) }, ...chosen(filters).map(({ narrows }) => narrows(reading)));
}

/** For `taskList` and `taskListByProject`, as a query string. */
export function filterQuery(filters: TaskFilters, reading: Calendar): Record<string, string> {
  const { filter } = filters;
  const sort = filters.sort || filters.group ? listOrder(filters) : undefined;
  const given = Object.entries({ ...narrowing(filters, reading), ...(filter && { filter }), ...(sort && { sort }) });
  return Object.fromEntries(given.map(([name, value]) => [name, String(value)]));
}

/** The `taskcount` input that counts the same rows; null for filters it does not know. */
export function countQuery({
  assignee,
  sort: _order,
  group: _group,
  columns: _columns,
  swimlane: _lanes,
  ...more
}: TaskFilters): { assignee?: 'me' } | null {
  if (Object.values(more).some((value) => value !== undefined)) return null;
  return assignee === 'me' ? { assignee } : {};
}

/** Must agree with the server's SQL. */
export function includes(card: Filterable, filters: TaskFilters, reading: Reading): boolean {
  const filter = parseFilter(filters.filter ?? '');
  const conditions = conditionsOf({ ...narrowing(filters, reading), filter }, reading);
  return conditions.every((condition) => meets(card, condition, reading.dayOf));
}
