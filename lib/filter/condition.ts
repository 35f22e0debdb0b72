import type { CustomValues } from '@/lib/custom-field/vocabulary';
import { textFilter } from '@/lib/fold';

/** What is asked of a task: `meets` checks it here, `lib/task/queries.filter.ts` makes SQL of it. Runs anywhere. */
export type Condition =
  | { kind: 'all' | 'any'; of: readonly Condition[] }
  | { kind: 'not'; of: Condition }
  | { kind: 'text'; text: string }
  | { kind: 'among'; field: AmongField; values: readonly (string | number)[] }
  | { kind: 'empty'; field: EmptyField }
  /** Both ends count; null: no end. */
  | { kind: 'days'; field: 'due_date' | 'start_date'; from: string | null; until: string | null }
  /** Calendar days of the caller. */
  | { kind: 'moment'; field: 'created_at' | 'updated_at' | 'completed_at'; from: string | null; until: string | null }
  | { kind: 'minutes'; field: 'estimate_minutes' | 'spent_minutes'; from: number | null; until: number | null }
  | { kind: 'project'; keys: readonly string[] }
  | { kind: 'parent'; id: string }
  | { kind: 'label'; id: string }
  | { kind: 'milestone'; id: string }
  | { kind: 'flag'; field: FlagField }
  /** Of a field that the organisation defines: its id, and what its value is to be. */
  | { kind: 'custom'; field: string; is: CustomTest }
  /** null: nobody. */
  | { kind: 'assigned'; to: string | null };

/** Both ends of a range count. */
export type CustomTest =
  | { a: 'nothing' }
  | { a: 'text'; with: string }
  | { a: 'number'; from: number | null; until: number | null }
  | { a: 'date'; from: string | null; until: string | null }
  | { a: 'choice' | 'person'; id: string };

export type AmongField = 'status' | 'priority' | 'audience' | 'project_id' | 'category_id' | 'created_by_id';
export type FlagField = 'blocked' | 'blocking' | 'watching' | 'commented' | 'repeating' | 'attached';
export type EmptyField =
  | 'category_id'
  | 'created_by_id'
  | 'due_date'
  | 'start_date'
  | 'completed_at'
  | 'estimate_minutes'
  | 'parent'
  | 'milestone'
  | 'labels';

export type Filterable = {
  title: string;
  key: string;
  project_id: string;
  category_id: string | null;
  created_by_id: string | null;
  audience: string;
  status: number;
  priority: string;
  due_date: string | null;
  start_date: string | null;
  created_at: string;
  updated_at: string;
  completed_at: string | null;
  estimate_minutes: number | null;
  parent: { _id: string } | null;
  /** Absent where there is none. */
  milestone?: { _id: string };
  /** Absent where there are none. */
  labels?: readonly { _id: string }[];
  /** Absent where they do not hold. */
  blocked?: boolean;
  blocking?: boolean;
  watching?: boolean;
  repeating?: boolean;
  attached?: boolean;
  spent_minutes?: number;
  comment_count: number;
  assignees: readonly { _id: string }[];
  hidden_assignees: boolean;
  /** Of fields that the organisation defines, by their ids; absent where there are none. */
  custom?: CustomValues;
};

type Ends<T> = { from: T | null; until: T | null };
const within = <T extends string | number>(value: T, { from, until }: Ends<T>) =>
  (from === null || value >= from) && (until === null || value <= until);

/** `dayOf`: the caller's calendar day of a moment, in ms since 1970. */
export function meets(card: Filterable, condition: Condition, dayOf: (moment: number) => string): boolean {
  switch (condition.kind) {
    case 'all':
      return condition.of.every((one) => meets(card, one, dayOf));
    case 'any':
      return condition.of.some((one) => meets(card, one, dayOf));
    case 'not':
      return !meets(card, condition.of, dayOf);
    case 'text':
      return [card.title, card.key].some(textFilter(condition.text));
    case 'among':
      return condition.values.includes(card[condition.field] ?? '');
    case 'empty':
      return (card[condition.field] ?? null) === null;
    case 'days': {
      const value = card[condition.field];
      return value !== null && within(value, condition);
    }
    case 'moment': {
      const value = card[condition.field];
      return value !== null && within(dayOf(Date.parse(value)), condition);
    }
    case 'minutes': {
      const value = condition.field === 'spent_minutes' ? (card.spent_minutes ?? 0) : card.estimate_minutes;
      return value !== null && within(value, condition);
    }
    case 'project':
      return condition.keys.includes(card.key.slice(0, card.key.lastIndexOf('-')));
    case 'parent':
      return card.parent?._id === condition.id;
    case 'milestone':
      return card.milestone?._id === condition.id;
    case 'label':
      return card.labels?.some(({ _id }) => _id === condition.id) === true;
    case 'flag':
      return condition.field === 'commented' ? card.comment_count > 0 : card[condition.field] === true;
    case 'custom':
      return meetsCustom(card.custom?.[condition.field], condition.is);
    case 'assigned':
      return condition.to === null
        ? card.assignees.length === 0 && !card.hidden_assignees
        : card.assignees.some(({ _id }) => _id === condition.to);
  }
}

function meetsCustom(value: string | number | undefined, is: CustomTest): boolean {
  if (is.a === 'nothing') return value === undefined;
  if (value === undefined) return false;
  switch (is.a) {
    case 'text':
      return textFilter(is.with)(String(value));
    case 'number':
      return within(Number(value), is);
    case 'date':
      return within(String(value), is);
    default:
      return value === is.id;
  }
}
