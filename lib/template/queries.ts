import 'server-only';
import type { Page } from '@/lib/contract/endpoint';
import { notFound } from '@/lib/errors';
import type { Ctx } from '@/lib/org';
import { paginate } from '@/lib/paging';
import { findProject } from '@/lib/project/queries.people';
import { type Sql, sql } from '@/lib/sql';
import { canEditTemplate } from '@/lib/template/policy';
import {
  type ListTemplates,
  readContent,
  type TemplateCard,
  type TemplateRecord,
  type TemplateReference,
} from '@/lib/template/schema';

type Row = Omit<TemplateCard, 'may_edit' | 'updated_at'> & { leader_id: string | null; updated_at: Date };

const found = (where: Sql, more: Sql = sql`null`): Sql => sql`
  select x.id as _id, x.kind, x.name, x.summary, x.project_id, jsonb_array_length(x.content -> 'tasks') as tasks, x.version,
         x.updated_at, p.leader_id, ${more} as content,
         case when m.id is not null then json_build_object('_id', m.id, 'name', shown_name(m.name, m.namesake)) end as created_by
    from template x left join member m on m.org_id = x.org_id and m.id = x.created_by_id
    left join project p on p.org_id = x.org_id and p.id = x.project_id where ${where}`;

const toCard =
  ({ actor }: Ctx) =>
  ({ leader_id: leaderId, updated_at, ...row }: Row): TemplateCard => ({
    ...row,
    updated_at: updated_at.toISOString(),
    may_edit: canEditTemplate(actor, row.project_id === null ? undefined : leaderId),
  });

/** By name: a project's own and the organisation's, or all that the caller sees. */
export const listTemplates = (ctx: Ctx, { project_id, kind, ...input }: ListTemplates): Promise<Page<TemplateCard>> =>
  paginate(
    ctx.db,
    input,
    {
      found:
        found(sql`(${project_id ?? null}::uuid is null or x.project_id is null or x.project_id = ${project_id ?? null}::uuid)
        and (${kind ?? null}::text is null or x.kind = ${kind ?? null}::text)`),
      order: sql`lower(name), _id`,
    },
    ({ content: _none, ...row }: Row & { content: null }) => toCard(ctx)(row),
  );

export async function getTemplate(ctx: Ctx, { id }: TemplateReference): Promise<TemplateRecord> {
  const [row] = await ctx.db.$queryRaw<
    (Row & { content: unknown })[]
  >`${found(sql`x.id = ${id}::uuid`, sql`x.content`)}`;
  if (!row) throw notFound('The template');
  return { ...toCard(ctx)(row), content: readContent(row.content) };
}

/** The project's leader; undefined without one; `not_found` if it is hidden. */
export const leaderOf = async (ctx: Ctx, projectId: string | null): Promise<string | null | undefined> =>
  projectId === null ? undefined : (await findProject(ctx, projectId)).leaderId;

/** What a template names that there still is: the ids of labels and categories. */
export async function thereStill(
  { db }: Ctx,
  tasks: readonly { label_ids: readonly string[]; category_id: string | null }[],
): Promise<Set<string>> {
  const ids = [...new Set(tasks.flatMap(({ label_ids, category_id }) => [...label_ids, category_id ?? []].flat()))];
  if (!ids.length) return new Set();
  const rows = await db.$queryRaw<{ id: string }[]>`
    select l.id from label l where l.id = any(${ids}::uuid[]) and l.deleted_at is null
    union all select k.id from category k where k.id = any(${ids}::uuid[])`;
  return new Set(rows.map(({ id }) => id));
}
