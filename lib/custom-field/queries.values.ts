import 'server-only';
import type { CustomValue, FieldRef } from '@/lib/custom-field/vocabulary';
import { idOf, isRef } from '@/lib/custom-field/vocabulary';
import type { PersonBadge } from '@/lib/person/schema';
import { empty, type Sql, sql } from '@/lib/sql';

/** The value of the row `v`, as JSON. */
export const jsonOfValue: Sql = sql`coalesce(to_jsonb(v.text), to_jsonb(v.number), to_jsonb(to_char(v.day, 'YYYY-MM-DD')),
  to_jsonb(v.choice_id), to_jsonb(v.member_id))`;

/** Field, value, and of a person the name and picture. */
type Value = [field: string, value: CustomValue, name: string | null, pic: string | null];
/** Null where there are none. */
export type ValueRows = Value[] | null;

const rows: Sql = sql`json_agg(json_build_array(v.field_id, ${jsonOfValue}, shown_name(m.name, m.namesake), m.picture))`;
const withPeople: Sql = sql`custom_value v left join member m on m.org_id = v.org_id and m.id = v.member_id`;

/** All values of the task `t`. */
export const valuesOfTask: Sql = sql`(select ${rows} from ${withPeople} where v.org_id = t.org_id and v.task_id = t.id)`;

/** Those of many tasks, as text by their ids; `fields`: none but these, where some are named. */
export const valuesOfTasks = (ids: Sql, fields: readonly FieldRef[]): Sql => sql`
  select v.task_id as id, ${rows}::text as text from ${withPeople}
   where v.task_id = ${ids}${fields.length ? sql` and v.field_id = any(${fields.map(idOf)}::uuid[])` : empty} group by v.task_id`;

/** The fields among what cards are to tell besides; empty: all, null: none. */
export function fieldsAmong(extras: readonly string[]): readonly FieldRef[] | null {
  const refs = extras.filter(isRef);
  return extras.includes('custom') ? [] : refs.length ? refs : null;
}

/** As a card has them: absent where there are none. */
export function customOn(values: ValueRows): {
  custom?: Record<string, CustomValue>;
  custom_people?: PersonBadge[];
} {
  if (!values?.length) return {};
  const people = new Map(
    values.flatMap(([, value, name, pic]) =>
      name === null ? [] : [[String(value), { _id: String(value), name, pic }] as const],
    ),
  );
  return {
    custom: Object.fromEntries(values.map(([field, value]) => [field, value])),
    ...(people.size > 0 && { custom_people: [...people.values()] }),
  };
}

/** Values of the task `t` by their fields, choices and people by name. */
export const valuesInWords = (fields: readonly string[]): Sql => sql`
  (select json_object_agg(v.field_id, coalesce(to_jsonb(c ->> 'name'), to_jsonb(shown_name(m.name, m.namesake)), ${jsonOfValue}))
     from ${withPeople}
     left join custom_field f on v.choice_id is not null and f.org_id = v.org_id and f.id = v.field_id
     left join lateral jsonb_array_elements(f.choices) c on (c ->> '_id')::uuid = v.choice_id
    where v.org_id = t.org_id and v.task_id = t.id and v.field_id = any(${[...fields]}::uuid[]))`;
