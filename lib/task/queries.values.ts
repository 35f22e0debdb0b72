import 'server-only';
import { bidi } from '@/lib/bidi';
import { fieldsOffered, isOfProject, lockForValues } from '@/lib/custom-field/queries';
import { jsonOfValue } from '@/lib/custom-field/queries.values';
import { type CustomInput, type TaskField, VALUE } from '@/lib/custom-field/schema';
import type { CustomValue, CustomValues, FieldKind } from '@/lib/custom-field/vocabulary';
import type { Writing } from '@/lib/effects';
import { invalidField } from '@/lib/errors';
import type { Ctx } from '@/lib/org';
import { recordset, type Sql, sql } from '@/lib/sql';
import type { TaskSubject } from '@/lib/task/events';
import { canBeAssigned } from '@/lib/task/policy';
import type { Candidate } from '@/lib/task/queries.facts';

/** The only writer of `custom_value`. Commands check rights before. */

type ValueChange = { field: TaskField; from: CustomValue | null; to: CustomValue | null };

/** People whom these values may name: their kinds are not known yet. */
export const namedBy = (custom: CustomInput = {}): string[] =>
  Object.values(custom).filter(
    (value) => typeof value === 'string' && VALUE.person.safeParse(value).success,
  ) as string[];

type Task = { id: string | null; projectId: string; audience: string };
type Known = TaskField & { fits: boolean; held: CustomValue | null };

/**
 * What makes the task (null: a new one) have what is `wanted`; what it has already is left out. Fields and choices stay as
 * they are until the transaction ends.
 * @throws invalid for a field that is not one of the project or is archived, and for a value that is none of it
 */
export async function customChanges(
  ctx: Ctx,
  { id, projectId, audience }: Task,
  wanted: CustomInput = {},
  people: readonly Candidate[],
): Promise<ValueChange[]> {
  const ids = Object.keys(wanted);
  if (!ids.length) return [];
  await lockForValues(ctx, ids);
  const known = await ctx.db.$queryRaw<Known[]>`
    select f.id as _id, f.name, f.kind, f.audience, f.choices, f.archived_at is not null as archived,
           ${isOfProject(sql`${projectId}::uuid`)} as fits, ${jsonOfValue} as held
      from custom_field f left join custom_value v on v.org_id = f.org_id and v.field_id = f.id and v.task_id = ${id}::uuid
     where f.id = any(${ids}::uuid[]) and f.live order by f.position, f.id`;
  const unknown = ids.find((one) => !known.some(({ _id }) => _id === one));
  if (unknown) throw invalidField('custom', `There is no field “${unknown}”.`);
  return known.flatMap(({ held, fits, ...field }) => {
    const to = valueFor(field, wanted[field._id] ?? null);
    if (to === held) return [];
    if (to !== null) refuseUnfit({ ...field, fits }, to, audience, people);
    return [{ field, from: held, to }];
  });
}

/** An empty text is none. */
function valueFor({ name, kind }: TaskField, given: CustomValue | null): CustomValue | null {
  if (given === null || (typeof given === 'string' && !given.trim())) return null;
  const read = VALUE[kind].safeParse(given);
  if (read.success) return read.data;
  throw invalidField('custom', bidi`${name}: ${read.error.issues[0]?.message ?? 'This is not a value of the field.'}`);
}

function refuseUnfit(
  { name, kind, choices, archived, fits, audience: heard }: TaskField & { fits: boolean },
  value: CustomValue,
  audience: string,
  people: readonly Candidate[],
): void {
  if (!fits) throw invalidField('custom', bidi`${name} is not a field of this project.`);
  if (archived) throw invalidField('custom', bidi`${name} is archived and takes no new values.`);
  if (kind === 'choice' && !choices.some(({ _id, retired }) => _id === value && !retired))
    throw invalidField('custom', bidi`${name}: this choice is not offered.`);
  if (kind !== 'person') return;
  const person = people.find((one) => one.id === value);
  const isShown = audience === 'client' && heard === 'client';
  const fit = person && (canBeAssigned(person) || (isShown && isClient(person)));
  if (!fit)
    throw invalidField(
      'custom',
      bidi`${name}: choose an active member of the team with access to this project, or a client of it where clients see task and field.`,
    );
}

const isClient = ({ role, active, member }: Candidate) => role === 'client' && active && member;

/** The caller writes the task's new version. */
export async function changeValues(ctx: Writing, task: TaskSubject, changes: readonly ValueChange[]): Promise<void> {
  await writeValues(ctx, task, changes);
  for (const { field, from, to } of changes)
    ctx.happened('task.field', task, {
      field: { _id: field._id, name: field.name },
      kind: field.kind,
      from: toldOf(field, from),
      to: toldOf(field, to),
    });
}

/** A choice with its name, as it was called then. */
function toldOf({ kind, choices }: TaskField, value: CustomValue | null) {
  const choice = kind === 'choice' ? choices.find(({ _id }) => _id === value) : undefined;
  return choice ? { _id: choice._id, name: choice.name } : value;
}

/** Of a task that was just made: no history. */
export async function writeValues(
  { db }: Pick<Writing, 'db'>,
  task: Omit<TaskSubject, 'version'>,
  changes: readonly Pick<ValueChange, 'field' | 'to'>[],
): Promise<void> {
  const gone = changes.filter(({ to }) => to === null).map(({ field }) => field._id);
  if (gone.length) await db.customValue.deleteMany({ where: { taskId: task.id, fieldId: { in: gone } } });
  await writeMany(
    { db },
    changes.flatMap(({ field, to }) => (to === null ? [] : [{ task, field, value: to }])),
  );
}

type Given = {
  task: Omit<TaskSubject, 'version'>;
  field: Pick<TaskField, '_id' | 'kind' | 'audience'>;
  value: CustomValue;
};

const COLUMN: Record<FieldKind, string> = {
  text: 'text',
  number: 'number',
  date: 'day',
  choice: 'choice_id',
  person: 'member_id',
};

/** Of many tasks; whoever calls has seen to it that the values are such of the fields. */
async function writeMany({ db }: Pick<Writing, 'db'>, given: readonly Given[]): Promise<void> {
  if (!given.length) return;
  const rows = given.map(({ task, field, value }) => ({
    task_id: task.id,
    project_id: task.projectId,
    audience: task.audience,
    field_id: field._id,
    kind: field.kind,
    field_audience: field.audience,
    [COLUMN[field.kind]]: value,
  }));
  await db.$executeRaw`
    insert into custom_value (task_id, field_id, project_id, audience, kind, field_audience, text, number, day, choice_id, member_id)
    select task_id, field_id, project_id, audience, kind, field_audience, text, number, day, choice_id, member_id
      from ${recordset(
        rows,
        sql`task_id uuid, field_id uuid, project_id uuid, audience text, kind text, field_audience text, text text, number float8,
            day date, choice_id uuid, member_id uuid`,
      )}
    on conflict (org_id, task_id, field_id) do update
       set text = excluded.text, number = excluded.number, day = excluded.day, choice_id = excluded.choice_id, member_id = excluded.member_id`;
}

/** Of new tasks of a project, in fields and choices that there are, and of people those who `fit`. */
export async function giveKnown(
  ctx: Ctx,
  projectId: string,
  tasks: readonly { id: string; audience: string; custom: CustomValues }[],
  fit: ReadonlySet<string>,
): Promise<void> {
  const ids = [...new Set(tasks.flatMap(({ custom }) => Object.keys(custom)))];
  if (!ids.length) return;
  await lockForValues(ctx, ids);
  const fields = new Map((await fieldsOffered(ctx, projectId)).map((field) => [field._id, field]));
  const stands = ({ kind, choices }: TaskField, value: CustomValue) =>
    kind === 'choice'
      ? choices.some(({ _id, retired }) => _id === value && !retired)
      : kind !== 'person' || fit.has(String(value));
  await writeMany(
    ctx,
    tasks.flatMap(({ id, audience, custom }) =>
      Object.entries(custom).flatMap(([fieldId, value]) => {
        const field = fields.get(fieldId);
        return field && stands(field, value) ? [{ task: { id, projectId, audience }, field, value }] : [];
      }),
    ),
  );
}

/** Whether the value `v` of the field `f` still may be given to a task: its person `m` is here, the field not archived. */
const givable: Sql = sql`f.live and f.archived_at is null
  and (v.member_id is null or exists (select from member m where m.org_id = v.org_id and m.id = v.member_id and m.approval = 1 and m.deactivated_at is null))`;

/** Gives a new task what another one of its project and audience has, except people who are gone. */
export const copyValues = (
  { db }: Pick<Ctx, 'db'>,
  from: string,
  { id, projectId, audience }: Omit<TaskSubject, 'version'>,
): Promise<number> => db.$executeRaw`
  insert into custom_value (task_id, field_id, project_id, audience, kind, field_audience, text, number, day, choice_id, member_id)
  select ${id}::uuid, v.field_id, ${projectId}::uuid, ${audience}, v.kind, v.field_audience, v.text, v.number, v.day, v.choice_id, v.member_id
    from custom_value v join custom_field f on f.org_id = v.org_id and f.id = v.field_id
   where v.task_id = ${from}::uuid and ${givable} on conflict do nothing`;

/** What tasks have that they cannot take along into the project: values of fields that it has not, and people outside of its team. */
export const valuesLost = (
  { db }: Pick<Ctx, 'db'>,
  taskIds: readonly string[],
  projectId: string,
): Promise<{ task_id: string; field_id: string; name: string }[]> => db.$queryRaw`
  select v.task_id, v.field_id, f.name from custom_value v join custom_field f on f.org_id = v.org_id and f.id = v.field_id
   where v.task_id = any(${[...taskIds]}::uuid[])
     and not (${isOfProject(sql`${projectId}::uuid`)} and (v.member_id is null or exists (select from member m
       where m.org_id = v.org_id and m.id = v.member_id and m.approval = 1 and m.deactivated_at is null and m.role not in ('client', 'observer')
         and (m.role in ('admin', 'subadmin') or exists (select from project_member pm
               where pm.org_id = m.org_id and pm.project_id = ${projectId}::uuid and pm.member_id = m.id)))))
   order by f.position, f.id`;

/** The history of the task says so. */
export async function dropValues(ctx: Ctx, task: TaskSubject, fieldIds: readonly string[]): Promise<void> {
  if (!fieldIds.length) return;
  const changes = await customChanges(ctx, task, Object.fromEntries(fieldIds.map((id) => [id, null])), []);
  await changeValues(ctx, task, changes);
}
