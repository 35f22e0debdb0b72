/** Which group of a list a task stands in. No validator here: this file ships to browsers. */
import { type CustomValues, type GroupRef, idOf, isGroupRef } from '@/lib/custom-field/vocabulary';
import type { Calendar } from '@/lib/filter/days';
import { dayAfter, endOfWeek } from '@/lib/formats/days';
import { LIST_ORDER, PRIORITIES, PRIORITY_LABEL, statusOf } from '@/lib/task/vocabulary';
import type { TaskFilters, TaskGroup } from '@/lib/task/vocabulary.filter';

export const GROUPINGS = [
  'status',
  'due',
  'start',
  'priority',
  'assignee',
  'category',
  'label',
  'milestone',
  'project',
  'parent',
  'creator',
] as const satisfies readonly Grouping[];
export type Grouping = 'status' | TaskGroup;
type PlainGrouping = Exclude<Grouping, GroupRef>;

/** As in "by due date". */
export const groupingWords = (group: PlainGrouping): string => (group === 'due' ? 'due date' : group);

/** Null: the list has an order of its own. */
export const groupingOf = ({ group, sort }: TaskFilters): Grouping | null => group ?? (sort ? null : 'status');

/** Of tasks that have nothing of the kind, and of those whose assignees the reader may not see. */
export const NONE = 'none';
export const HIDDEN = 'hidden';

export type Grouped = {
  status: number;
  priority: string;
  due_date: string | null;
  start_date: string | null;
  category_id: string | null;
  project_id: string;
  assignees: readonly { _id: string }[];
  hidden_assignees: boolean;
  labels?: readonly { _id: string }[];
  milestone?: { _id: string };
  parent: { _id: string } | null;
  created_by_id: string | null;
  custom?: CustomValues;
};
export type Grouper = Calendar & { memberId: string };

const DAYS = {
  past: 'Before today',
  today: 'Today',
  week: 'Later this week',
  'next-week': 'Next week',
  later: 'Later',
  [NONE]: 'No date',
};

/** Ids with the names that all readers have for them, in the order of a list. */
const FIXED: Partial<Record<PlainGrouping, Readonly<Record<string, string>>>> = {
  status: Object.fromEntries(LIST_ORDER.map((code) => [`${code}`, statusOf(code).label])),
  priority: Object.fromEntries(PRIORITIES.toReversed().map((priority) => [priority, PRIORITY_LABEL[priority]])),
  due: DAYS,
  start: DAYS,
};
const ABSENT: Partial<Record<PlainGrouping, string>> = {
  assignee: 'Nobody',
  category: 'No category',
  label: 'No label',
  milestone: 'No milestone',
  parent: 'No parent',
  creator: 'Somebody else',
};

/** Their ids in the order of a list; undefined for those that are called by something. */
export const fixedGroups = (group: Grouping): readonly string[] | undefined => {
  const names = isGroupRef(group) ? undefined : FIXED[group];
  if (!names) return undefined;
  return group === 'status' ? LIST_ORDER.map(String) : Object.keys(names);
};

/** Undefined for what has a name of its own, such as a person. */
export function groupWords(group: Grouping, id: string): string | undefined {
  if (isGroupRef(group)) return id === NONE ? 'None' : undefined;
  return FIXED[group]?.[id] ?? (id === NONE ? ABSENT[group] : id === HIDDEN ? 'Somebody else' : undefined);
}

/** Ends of the days that a list by dates is cut at, both counted. */
export function dueEnds({ today, firstDay }: Calendar) {
  const week = endOfWeek(today, firstDay);
  return { today, week, next: dayAfter(week, 7) };
}

function dayGroup(date: string | null, calendar: Calendar): string {
  const { today, week, next } = dueEnds(calendar);
  if (date === null) return NONE;
  if (date <= today) return date === today ? 'today' : 'past';
  return date <= week ? 'week' : date <= next ? 'next-week' : 'later';
}

/**
 * The id of its group. Of several assignees it is the reader, else the first by name; of several labels the first by
 * name. Must agree with the server's order and counts.
 */
export function groupOf(card: Grouped, group: Grouping, by: Grouper): string {
  if (isGroupRef(group)) return String(card.custom?.[idOf(group)] ?? NONE);
  switch (group) {
    case 'status':
      return `${card.status}`;
    case 'priority':
      return card.priority;
    case 'due':
      return dayGroup(card.due_date, by);
    case 'start':
      // As lists by start have it: what has only one of the dates begins with that.
      return dayGroup(card.start_date ?? card.due_date, by);
    case 'parent':
      return card.parent?._id ?? NONE;
    case 'creator':
      return card.created_by_id ?? NONE;
    case 'category':
      return card.category_id ?? NONE;
    case 'project':
      return card.project_id;
    case 'milestone':
      return card.milestone?._id ?? NONE;
    case 'label':
      return card.labels?.[0]?._id ?? NONE;
    case 'assignee': {
      const person = card.assignees.find(({ _id }) => _id === by.memberId) ?? card.assignees[0];
      return person?._id ?? (card.hidden_assignees ? HIDDEN : NONE);
    }
  }
}
