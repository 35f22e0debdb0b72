/** The one source of task filters: addresses, chips, `taskList` input, browser predicate, SQL. Runs anywhere. */
import { endOfWeek } from '@/lib/formats/days';
import { COMPLETED, PRIORITIES, PRIORITY_LABEL, STATUSES, TASK_SORTS } from '@/lib/task/vocabulary';

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
};

/** `today` is the caller's calendar day. */
export type Asking = { memberId: string; today: string };

/** A closed set: `meets` checks a card, `matching` makes SQL of it. */
export type Condition =
  | { kind: 'text'; text: string }
  | { kind: 'is'; field: 'project_id' | 'category_id' | 'audience'; value: string }
  | { kind: 'status'; among: readonly number[] }
  | { kind: 'priority'; among: readonly string[] }
  | { kind: 'due'; side: 'from' | 'until'; day: string }
  | { kind: 'late'; today: string; wanted: boolean }
  /** null: nobody. */
  | { kind: 'assigned'; to: string | null };

const CONDITION: {
  [Name in keyof TaskFilter]-?: (wanted: NonNullable<TaskFilter[Name]>, asking: Asking) => Condition;
} = {
  project_id: (value) => ({ kind: 'is', field: 'project_id', value }),
  category: (value) => ({ kind: 'is', field: 'category_id', value }),
  audience: (value) => ({ kind: 'is', field: 'audience', value }),
  q: (text) => ({ kind: 'text', text }),
  status: (among) => ({ kind: 'status', among }),
  priority: (among) => ({ kind: 'priority', among }),
  due_after: (day) => ({ kind: 'due', side: 'from', day }),
  due_before: (day) => ({ kind: 'due', side: 'until', day }),
  overdue: (wanted, { today }) => ({ kind: 'late', today, wanted }),
  assignee: (who, { memberId }) => ({ kind: 'assigned', to: who === 'none' ? null : who === 'me' ? memberId : who }),
};
const NAMES = Object.keys(CONDITION) as (keyof TaskFilter)[];

/** Empty texts and lists give no condition. */
export const conditionsOf = (filter: TaskFilter, asking: Asking): Condition[] =>
  NAMES.flatMap((name) => {
    const wanted = filter[name];
    const condition = CONDITION[name] as (wanted: unknown, asking: Asking) => Condition;
    return wanted === undefined || (typeof wanted !== 'boolean' && wanted.length === 0)
      ? []
      : condition(wanted, asking);
  });

export type Filterable = {
  title: string;
  key: string;
  project_id: string;
  category_id: string | null;
  audience: string;
  status: number;
  priority: string;
  due_date: string | null;
  assignees: readonly { _id: string }[];
  hidden_assignees: boolean;
};

/** Lower case as PostgreSQL does it: letter by letter, without context. */
const folded = (text: string) => Array.from(text, (letter) => Array.from(letter.toLowerCase())[0]).join('');

export function meets(card: Filterable, condition: Condition): boolean {
  const { due_date: due } = card;
  switch (condition.kind) {
    case 'text':
      return [card.title, card.key].some((text) => folded(text).includes(folded(condition.text)));
    case 'is':
      return card[condition.field] === condition.value;
    case 'status':
      return condition.among.includes(card.status);
    case 'priority':
      return condition.among.includes(card.priority);
    case 'due':
      return due !== null && (condition.side === 'from' ? due >= condition.day : due <= condition.day);
    case 'late':
      return (due !== null && due < condition.today && card.status !== COMPLETED) === condition.wanted;
    case 'assigned':
      return condition.to === null
        ? card.assignees.length === 0 && !card.hidden_assignees
        : card.assignees.some(({ _id }) => _id === condition.to);
  }
}

export type TaskFilters = Partial<Record<'q' | ChoiceName, string>> & { sort?: (typeof TASK_SORTS)[number] };
type ChoiceName = 'assignee' | 'due' | 'audience' | 'priority' | 'status';

type Choice = {
  name: ChoiceName;
  value: string;
  label: string;
  /** A chip above every view; `team`: not for clients, `workers`: for those who can be assigned. */
  chip?: 'everybody' | 'team' | 'workers';
  /** `firstDay`: the ISO weekday on which weeks begin. */
  narrows: (to: { today: string; firstDay: number }) => TaskFilter;
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

/** Unknown values are left out. */
export function readFilters(params: Readonly<Record<string, string | string[] | undefined>>): TaskFilters {
  const q = one(params.q)?.slice(0, 200).normalize();
  const sort = TASK_SORTS.find((order) => order === one(params.sort));
  const choices = CHOICES.filter(({ name, value }) => one(params[name]) === value);
  return {
    ...(q && { q }),
    ...Object.fromEntries(choices.map(({ name, value }) => [name, value])),
    ...(sort && { sort }),
  };
}

/** `keep`: parameters of the view that are not filters. */
export type FilterUrl = { path: string; keep: Readonly<Record<string, string | undefined>> };

export function filterHref({ path, keep }: FilterUrl, filters: TaskFilters): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries({ ...keep, ...filters })) if (value) query.set(name, value);
  const text = query.toString();
  return text ? `${path}?${text}` : path;
}

/** The sort order is not among them. */
export const filterWords = (filters: TaskFilters): { name: 'q' | ChoiceName; label: string }[] => [
  ...(filters.q ? [{ name: 'q' as const, label: `“${filters.q}”` }] : []),
  ...chosen(filters),
];

type Reading = Asking & { firstDay: number };

function narrowing({ q, ...filters }: TaskFilters, reading: Omit<Reading, 'memberId'>): TaskFilter {
  return Object.assign({ ...(q && { q }) }, ...chosen(filters).map(({ narrows }) => narrows(reading)));
}

/** For `taskList` and `taskListByProject`, as a query string. */
export function filterQuery(filters: TaskFilters, reading: Omit<Reading, 'memberId'>): Record<string, string> {
  const { sort } = filters;
  const given = Object.entries({ ...narrowing(filters, reading), ...(sort && { sort }) });
  return Object.fromEntries(given.map(([name, value]) => [name, String(value)]));
}

/** The `taskcount` input that counts the same rows; null for filters it does not know. */
export function countQuery({ assignee, sort: _order, ...more }: TaskFilters): { assignee?: 'me' } | null {
  if (Object.keys(more).length > 0) return null;
  return assignee === 'me' ? { assignee } : {};
}

/** Must agree with the server's SQL. */
export const includes = (card: Filterable, filters: TaskFilters, reading: Reading): boolean =>
  conditionsOf(narrowing(filters, reading), reading).every((condition) => meets(card, condition));
