import 'server-only';
import type { Page } from '@/lib/contract/endpoint';
import type {
  CustomFieldRecord,
  CustomFieldUse,
  FieldChoice,
  ListCustomFields,
  TaskField,
} from '@/lib/custom-field/schema';
import { type FieldRef, MOST_FIELDS, readRef } from '@/lib/custom-field/vocabulary';
import { invalidField, notFound } from '@/lib/errors';
import type { Ctx } from '@/lib/org';
import { paginate } from '@/lib/paging';
import { type Db, type Sql, sql } from '@/lib/sql';

type Row<R extends CustomFieldRecord> = Omit<R, 'created_at'> & { created_at: Date };
const toRecord = <R extends CustomFieldRecord>({ created_at, ...row }: Row<R>) => ({
  ...row,
  created_at: created_at.toISOString(),
});

/** Of the field `f`. */
const columns: Sql = sql`f.id as _id, f.name, f.kind, f.audience, f.choices, f.archived_at is not null as archived, f.position,
  f.version, f.created_at, case when f.every_project then null else array(select fp.project_id::text from custom_field_project fp
    where fp.org_id = f.org_id and fp.field_id = f.id order by fp.project_id) end as project_ids`;

/** Whether the field `f` is one of the project. */
export const isOfProject = (projectId: Sql): Sql => sql`(f.every_project or exists (select from custom_field_project fp
  where fp.org_id = f.org_id and fp.field_id = f.id and fp.project_id = ${projectId}))`;

/** In their order; for a client those whose values it may see. */
export function listCustomFields({ db }: Ctx, { project_id, ...input }: ListCustomFields) {
  const of = project_id ? isOfProject(sql`${project_id}::uuid`) : sql`true`;
  const list = {
    found: sql`select ${columns} from custom_field f where f.deleted_at is null and ${of}`,
    order: sql`position, _id`,
  };
  return paginate(db, input, list, (row: Row<CustomFieldRecord>) => toRecord<CustomFieldRecord>(row)) as Promise<
    Page<CustomFieldRecord>
  >;
}

export async function listFieldUse({ db }: Ctx, id: string | null = null): Promise<CustomFieldUse[]> {
  const rows = await db.$queryRaw<Row<CustomFieldUse>[]>`
    select ${columns}, coalesce(used.tasks, 0)::int as tasks, coalesce(used.by_choice, '{}') as by_choice
      from custom_field f
      left join (select n.field_id, sum(n.tasks) as tasks, jsonb_object_agg(n.choice_id, n.tasks) filter (where n.choice_id is not null) as by_choice
                   from (select v.field_id, v.choice_id, count(*)::int as tasks from custom_value v
                          where ${id}::uuid is null or v.field_id = ${id}::uuid group by v.field_id, v.choice_id) n
                  group by n.field_id) used on used.field_id = f.id
     where f.deleted_at is null and (${id}::uuid is null or f.id = ${id}::uuid) order by f.position, f.id limit ${MOST_FIELDS * 2}::int`;
  return rows.map((row) => toRecord<CustomFieldUse>(row) as CustomFieldUse);
}

/** As JSON, those of a project, for a statement about its tasks. */
export const fieldsOf = (projectId: Sql): Sql => sql`
  (select coalesce(json_agg(json_build_object('_id', f.id, 'name', f.name, 'kind', f.kind, 'audience', f.audience,
            'choices', f.choices, 'archived', f.archived_at is not null) order by f.position, f.id), '[]')
     from custom_field f where f.live and ${isOfProject(projectId)})`;

/** Those that new tasks of the project are given; null: of one that is to be made. */
export const fieldsOffered = ({ db }: Ctx, projectId: string | null): Promise<TaskField[]> => db.$queryRaw`
  select f.id as _id, f.name, f.kind, f.audience, f.choices, false as archived from custom_field f
   where f.live and f.archived_at is null and (f.every_project or ${isOfProject(sql`${projectId}::uuid`)}) order by f.position, f.id`;

/** Waits for other transactions that give the same name. */
export async function fieldNameTaken({ db }: Ctx, name: string, own: string | null = null): Promise<boolean> {
  await db.$executeRaw`select pg_advisory_xact_lock(hashtextextended('field:' || app_org_id() || ':' || name_key(${name}::text), 0))`;
  const rows = await db.$queryRaw<unknown[]>`select id from custom_field where name_key(name) = name_key(${name}::text)
     and deleted_at is null and id is distinct from ${own}::uuid`;
  return rows.length > 0;
}

export const countFields = ({ db }: Ctx) => db.customField.count({ where: { deletedAt: null } });

/**
 * Until the transaction ends nobody gives a task a value of it: what is said of its use stays true.
 * @throws not_found
 */
export async function lockField(ctx: Ctx, id: string, deleted = false): Promise<CustomFieldUse> {
  await ctx.db.$executeRaw`select pg_advisory_xact_lock(hashtextextended('field-values:' || ${id}::text, 0))`;
  await ctx.db.$queryRaw`select id from custom_field where id = ${id}::uuid for update`;
  if (!deleted) {
    const [field] = await listFieldUse(ctx, id);
    if (!field) throw notFound('The field');
    return field;
  }
  const [row] = await ctx.db.$queryRaw<Row<CustomFieldRecord>[]>`
    select ${columns} from custom_field f where f.id = ${id}::uuid and f.deleted_at is not null`;
  if (!row) throw notFound('The deleted field');
  return { ...(toRecord<CustomFieldRecord>(row) as CustomFieldRecord), tasks: 0, by_choice: {} };
}

/** Shares the lock of `lockField` with others who give values. */
export const lockForValues = ({ db }: Pick<Ctx, 'db'>, ids: readonly string[]) =>
  db.$executeRaw`select pg_advisory_xact_lock_shared(hashtextextended('field-values:' || id, 0))
    from (select distinct given.id from unnest(${[...ids]}::text[]) as given(id) order by 1) as wanted`;

/** How many tasks outside of these projects have a value. */
export const usedOutside = ({ db }: Ctx, fieldId: string, projectIds: readonly string[]): Promise<number> =>
  db.customValue.count({ where: { fieldId, projectId: { notIn: [...projectIds] } } });

export async function setProjects({ db }: Ctx, fieldId: string, projectIds: readonly string[]): Promise<void> {
  await db.customFieldProject.deleteMany({ where: { fieldId, projectId: { notIn: [...projectIds] } } });
  await db.customFieldProject.createMany({
    data: projectIds.map((projectId) => ({ fieldId, projectId })),
    skipDuplicates: true,
  });
}

/** Puts it at `position`, and the others behind each other. */
export const placeField = ({ db }: Ctx, id: string, position: number): Promise<number> => db.$executeRaw`
  with others as (select o.id, row_number() over (order by o.position, o.id) - 1 as place
                    from custom_field o where o.deleted_at is null and o.id <> ${id}::uuid)
  update custom_field f
     set position = coalesce((select place + (place >= ${position}::int)::int from others o where o.id = f.id), ${position}::int)
   where f.id = ${id}::uuid or f.id in (select id from others)`;

export const forgetDeletedFields = (db: Db) =>
  db.$executeRaw`delete from custom_field where deleted_at < now() - interval '1 day'`;

/** Of these ids those that there are, as far as the caller sees them. */
export const fieldsById = ({ db }: Ctx, ids: readonly string[]): Promise<TaskField[]> => db.$queryRaw`
  select f.id as _id, f.name, f.kind, f.audience, f.choices, f.archived_at is not null as archived from custom_field f
   where f.id = any(${[...ids]}::uuid[]) and f.live`;

/** What filters, orders, groups and columns name, by id. */
export type NamedFields = ReadonlyMap<string, { name: string; choices: readonly FieldChoice[] }>;
export const NO_FIELDS: NamedFields = new Map();

/**
 * Nothing is asked where there are none. One that the caller does not see is as one that is not there.
 * @throws invalid
 */
export async function namedFields({ db }: Ctx, refs: readonly { in: string; ref: FieldRef }[]): Promise<NamedFields> {
  if (!refs.length) return NO_FIELDS;
  const wanted = refs.map(({ ref, ...one }) => ({ ...one, ref, ...(readRef(ref) ?? { kind: 'text', id: '' }) }));
  const rows = await db.$queryRaw<{ id: string; kind: string; name: string; choices: FieldChoice[] }[]>`
    select f.id, f.kind, f.name, f.choices from custom_field f
     where f.id = any(${wanted.map(({ id }) => id)}::uuid[]) and f.deleted_at is null`;
  const unknown = wanted.find(({ id, kind }) => !rows.some((row) => row.id === id && row.kind === kind));
  if (unknown) throw invalidField(unknown.in, `There is no field “${unknown.ref}”.`);
  return new Map(rows.map(({ id, name, choices }) => [id, { name, choices }]));
}

/** Names of the fields and of their choices, to be added to a list of `id` and `name`. */
export const namesOfFields = (ids: readonly string[]): Sql => sql`
  union all select f.id, f.name from custom_field f where f.id = any(${[...ids]}::uuid[]) and f.live
  union all select (c ->> '_id')::uuid, c ->> 'name' from custom_field f cross join lateral jsonb_array_elements(f.choices) c
   where f.id = any(${[...ids]}::uuid[]) and f.live`;
