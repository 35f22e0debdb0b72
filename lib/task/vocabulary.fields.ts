/** The fields a task can be filtered by, and what their values mean. */
import { type FieldKind, type FieldRef, isRef, readRef } from '@/lib/custom-field/vocabulary';
import type { Condition, CustomTest, FlagField } from '@/lib/filter/condition';
import { type Calendar, type DayRange, daysOf } from '@/lib/filter/days';
import { FilterFault, type Group, type Item, isGroup, type Rule } from '@/lib/filter/format';
import { AUDIENCES, type CardExtra, COMPLETED, PRIORITIES, STATUSES } from '@/lib/task/vocabulary';
import { cut } from '@/lib/text';

/** `today` is the caller's calendar day. */
export type Asking = Calendar & { memberId: string };

/** What is chosen from: `people`, `days` and so on are known to the screen. */
type Kind =
  | 'status'
  | 'priority'
  | 'audience'
  | 'people'
  | 'category'
  | 'label'
  | 'milestone'
  | 'project'
  | 'days'
  | 'parent'
  | 'minutes'
  | 'flag'
  | 'text'
  | 'words'
  | 'number'
  | 'choice';

type Field = {
  label: string;
  kind: Kind;
  /** What `none` is called, where it may be asked for. */
  none?: string;
  /** Clients learn nothing of it. */
  team?: true;
  /** What a card has to tell for it. */
  extra?: CardExtra;
  /** Of one that the organisation defines: its id, by which the screen knows its name. */
  custom?: string;
  /** Null where the value is none of this field's. */
  condition: (value: string, asking: Asking) => Condition | null;
};

const ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const KEY = /^[A-Z][A-Z0-9]{1,9}$/;

const empty = (field: Extract<Condition, { kind: 'empty' }>['field']): Condition => ({ kind: 'empty', field });
const among = (field: Extract<Condition, { kind: 'among' }>['field'], value: string | number): Condition => ({
  kind: 'among',
  field,
  values: [value],
});
const oneOf = (field: 'priority' | 'audience', values: readonly string[]) => (value: string) =>
  values.includes(value) ? among(field, value) : null;

const plainDays = (field: 'due_date' | 'start_date') => (value: string, asking: Asking) =>
  value === 'none' ? empty(field) : ranged(daysOf(value, asking), (range) => ({ kind: 'days', field, ...range }));
const moments = (field: 'created_at' | 'updated_at' | 'completed_at') => (value: string, asking: Asking) =>
  ranged(daysOf(value, asking), (range) => ({ kind: 'moment', field, ...range }));
const ranged = (range: DayRange | null, make: (range: DayRange) => Condition) => range && make(range);

const flag =
  (field: FlagField) =>
  (value: string): Condition | null => {
    const holds: Condition = { kind: 'flag', field };
    return value === 'yes' ? holds : value === 'no' ? { kind: 'not', of: holds } : null;
  };

/** Due before today and not completed. */
export const late = ({ today }: Pick<Calendar, 'today'>): Condition => ({
  kind: 'all',
  of: [
    { kind: 'days', field: 'due_date', from: null, until: today },
    { kind: 'not', of: { kind: 'days', field: 'due_date', from: today, until: null } },
    { kind: 'not', of: among('status', COMPLETED) },
  ],
});

/** Whole minutes, with `h` hours, or a range such as `30..2h`. */
function minutesOf(field: 'estimate_minutes' | 'spent_minutes', value: string): Condition | null {
  const [from = '', until = from, more] = value.split('..');
  const read = (text: string) => {
    const [, count, unit] = /^(\d{1,7})(h|m)?$/.exec(text) ?? [];
    return count === undefined ? null : Number(count) * (unit === 'h' ? 60 : 1);
  };
  const ends = { from: read(from), until: read(until) };
  const fits =
    more === undefined && (from || until) && (!from || ends.from !== null) && (!until || ends.until !== null);
  return fits ? { kind: 'minutes', field, ...ends } : null;
}

const FIELDS = {
  assignee: {
    label: 'Assignee',
    kind: 'people',
    none: 'Nobody',
    condition: (value, { memberId }) =>
      value === 'none'
        ? { kind: 'assigned', to: null }
        : value === 'me'
          ? { kind: 'assigned', to: memberId }
          : ID.test(value)
            ? { kind: 'assigned', to: value }
            : null,
  },
  status: {
    label: 'Status',
    kind: 'status',
    condition: (value) => (STATUSES.some(({ code }) => String(code) === value) ? among('status', Number(value)) : null),
  },
  priority: { label: 'Priority', kind: 'priority', condition: oneOf('priority', PRIORITIES) },
  category: {
    label: 'Category',
    kind: 'category',
    none: 'No category',
    condition: (value) =>
      value === 'none' ? empty('category_id') : ID.test(value) ? among('category_id', value) : null,
  },
  label: {
    label: 'Label',
    kind: 'label',
    none: 'No label',
    condition: (value) => (value === 'none' ? empty('labels') : ID.test(value) ? { kind: 'label', id: value } : null),
  },
  milestone: {
    label: 'Milestone',
    kind: 'milestone',
    none: 'No milestone',
    condition: (value) =>
      value === 'none' ? empty('milestone') : ID.test(value) ? { kind: 'milestone', id: value } : null,
  },
  due: {
    label: 'Due date',
    kind: 'days',
    none: 'No date',
    condition: (value, asking) => (value === 'overdue' ? late(asking) : plainDays('due_date')(value, asking)),
  },
  text: { label: 'Text', kind: 'text', condition: (text) => (text.length <= 200 ? { kind: 'text', text } : null) },
  creator: {
    label: 'Created by',
    kind: 'people',
    condition: (value, { memberId }) =>
      value === 'me' ? among('created_by_id', memberId) : ID.test(value) ? among('created_by_id', value) : null,
  },
  start: { label: 'Start date', kind: 'days', none: 'No date', condition: plainDays('start_date') },
  created: { label: 'Created', kind: 'days', condition: moments('created_at') },
  updated: { label: 'Changed', kind: 'days', condition: moments('updated_at') },
  completed: {
    label: 'Completed',
    kind: 'days',
    none: 'Not completed',
    condition: (value, asking) => (value === 'none' ? empty('completed_at') : moments('completed_at')(value, asking)),
  },
  estimate: {
    label: 'Estimate',
    kind: 'minutes',
    none: 'No estimate',
    condition: (value) => (value === 'none' ? empty('estimate_minutes') : minutesOf('estimate_minutes', value)),
  },
  spent: {
    label: 'Time spent',
    kind: 'minutes',
    none: 'No time',
    team: true,
    extra: 'spent_minutes',
    condition: (value) => minutesOf('spent_minutes', value === 'none' ? '..0' : value === 'any' ? '1..' : value),
  },
  audience: { label: 'Visible to', kind: 'audience', team: true, condition: oneOf('audience', AUDIENCES) },
  project: {
    label: 'Project',
    kind: 'project',
    condition: (value) =>
      ID.test(value) ? among('project_id', value) : KEY.test(value) ? { kind: 'project', keys: [value] } : null,
  },
  watcher: {
    label: 'Watched by',
    kind: 'flag',
    condition: (value, { memberId }) =>
      value === 'me' || value === memberId ? { kind: 'flag', field: 'watching' } : null,
  },
  blocked: { label: 'Blocked', kind: 'flag', condition: flag('blocked') },
  blocks: { label: 'Blocks another', kind: 'flag', condition: flag('blocking') },
  comments: { label: 'Has comments', kind: 'flag', condition: flag('commented') },
  attachments: { label: 'Has attachments', kind: 'flag', extra: 'attached', condition: flag('attached') },
  repeats: { label: 'Repeats', kind: 'flag', team: true, extra: 'repeating', condition: flag('repeating') },
  parent: {
    label: 'Parent',
    kind: 'parent',
    none: 'No parent',
    condition: (value) =>
      value === 'none'
        ? empty('parent')
        : value === 'any'
          ? { kind: 'not', of: empty('parent') }
          : ID.test(value)
            ? { kind: 'parent', id: value }
            : null,
  },
} as const satisfies Record<string, Field>;
export type FieldName = keyof typeof FIELDS;
export const FIELD_NAMES = Object.keys(FIELDS) as FieldName[];

export const fieldOf = (name: string): Field | undefined =>
  Object.hasOwn(FIELDS, name) ? FIELDS[name as FieldName] : isRef(name) ? customField(name) : undefined;

const SHOWN_AS = { text: 'words', number: 'number', date: 'days', choice: 'choice', person: 'people' } as const;

/** A field that the organisation defines. Whether there is such a one is the database's to say. */
function customField(ref: FieldRef): Field {
  const { kind, id } = readRef(ref) as { kind: FieldKind; id: string };
  return {
    label: '',
    kind: SHOWN_AS[kind],
    none: 'None',
    extra: ref,
    custom: id,
    condition(value, asking) {
      const is = value === 'none' ? ({ a: 'nothing' } as const) : customTest(kind, value, asking);
      return is && { kind: 'custom', field: id, is };
    },
  };
}

function customTest(kind: FieldKind, value: string, asking: Asking): CustomTest | null {
  switch (kind) {
    case 'text':
      return value.length <= 200 ? { a: 'text', with: value } : null;
    case 'number':
      return amountOf(value);
    case 'date': {
      const range = daysOf(value, asking);
      return range && { a: 'date', ...range };
    }
    case 'choice':
      return ID.test(value) ? { a: 'choice', id: value } : null;
    case 'person':
      if (value === 'me') return { a: 'person', id: asking.memberId };
      return ID.test(value) ? { a: 'person', id: value } : null;
  }
}

/** `12.5`, or a range such as `10..20`, `..5` or `-3..`. */
function amountOf(value: string): CustomTest | null {
  const [from = '', until = from, more] = value.split('..');
  const read = (text: string) => (/^-?\d{1,13}(?:\.\d{1,3})?$/.test(text) ? Number(text) : null);
  const ends = { from: read(from), until: read(until) };
  const fits =
    more === undefined && (from || until) && (!from || ends.from !== null) && (!until || ends.until !== null);
  return fits ? { a: 'number', ...ends } : null;
}

/** Fields that the organisation defines, as far as the filter names them. */
export function refsIn(item: Item | undefined): FieldRef[] {
  if (item && isGroup(item)) return item.of.flatMap(refsIn);
  return item && isRef(item.field) ? [item.field] : [];
}

/** What cards have to tell for it to be judged where they are shown. */
export function extrasOf(item: Item | undefined): CardExtra[] {
  if (item && isGroup(item)) return item.of.flatMap(extrasOf);
  const extra = item && fieldOf(item.field)?.extra;
  return extra ? [extra] : [];
}

/** A FilterFault names the field or value that is not known. */
export function conditionOf(item: Item, asking: Asking): Condition {
  const condition = isGroup(item) ? ofGroup(item, asking) : ofRule(item, asking);
  return item.not ? { kind: 'not', of: condition } : condition;
}

const ofGroup = ({ join, of }: Group, asking: Asking): Condition => ({
  kind: join,
  of: of.map((item) => conditionOf(item, asking)),
});

function ofRule({ field: name, values }: Rule, asking: Asking): Condition {
  const field = fieldOf(name);
  if (!field) throw new FilterFault(`There is no field “${name}”. Fields are ${FIELD_NAMES.join(', ')}.`);
  if (!values.length) throw new FilterFault(`Give a value for ${name}.`);
  const of = values.map((value) => {
    const condition = field.condition(value, asking);
    if (!condition) throw new FilterFault(`“${cut(value, 40, '…')}” is not a value of ${name}.`);
    return condition;
  });
  return of.length === 1 && of[0] ? of[0] : { kind: 'any', of };
}
