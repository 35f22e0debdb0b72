import 'server-only';
import { allow, DomainError, invalidField, notFound, stale } from '@/lib/errors';
import type { Ctx } from '@/lib/org';
import { canEditTemplate } from '@/lib/template/policy';
import { getTemplate, leaderOf } from '@/lib/template/queries';
import { contentOfProject, contentOfTask } from '@/lib/template/queries.content';
import type {
  CreateTemplate,
  EditTemplate,
  TemplateContent,
  TemplateRecord,
  TemplateReference,
} from '@/lib/template/schema';
import { MOST_TEMPLATES } from '@/lib/template/vocabulary';
import { newId } from '@/lib/validation';

const NOT_YOURS = 'Admins and sub-admins change the templates of the organisation, and of a project also who leads it.';

/** `not_found` if the project, or what it is made of, is hidden. */
export async function createTemplate(ctx: Ctx, input: CreateTemplate): Promise<TemplateRecord> {
  const { name, summary, project_id: projectId } = input;
  allow(canEditTemplate(ctx.actor, await leaderOf(ctx, projectId)), NOT_YOURS);
  if ((await ctx.db.template.count({ where: { projectId } })) >= MOST_TEMPLATES)
    throw new DomainError('conflict', `There are ${MOST_TEMPLATES} templates already. Delete one first.`);
  const content = await contentOf(ctx, input);
  const id = newId();
  const kind = content.project ? 'project' : 'task';
  await ctx.db.template.createMany({ data: [{ id, projectId, kind, name, summary, content: fitting(content) }] });
  ctx.happened('template.created', { id }, { name });
  return getTemplate(ctx, { id });
}

async function contentOf(ctx: Ctx, input: CreateTemplate): Promise<TemplateContent> {
  if (input.of_task_id) return contentOfTask(ctx, input.of_task_id);
  if (input.of_project_id) return contentOfProject(ctx, input.of_project_id, input.with_people);
  if (!input.content) throw invalidField('content', 'Say what the template is made of.');
  return input.content;
}

/** `conflict` with the current record if `version` is stale. */
export async function editTemplate(ctx: Ctx, { id, version, ...changes }: EditTemplate): Promise<TemplateRecord> {
  const template = await getTemplate(ctx, { id });
  allow(template.may_edit, NOT_YOURS);
  if (template.version !== version) throw stale(template);
  if (changes.content && (changes.content.project === null) !== (template.kind === 'task'))
    throw invalidField('content.project', `This is the template of a ${template.kind}.`);
  const { count } = await ctx.db.template.updateMany({
    where: { id, version },
    data: {
      ...changes,
      content: changes.content && fitting(changes.content),
      version: { increment: 1 },
      updatedAt: new Date(),
    },
  });
  if (!count) throw stale(await getTemplate(ctx, { id }));
  ctx.happened('template.edited', { id }, { name: changes.name ?? template.name });
  return getTemplate(ctx, { id });
}

/** What was made from it stays. Answers the template as it was. */
export async function deleteTemplate(ctx: Ctx, { id }: TemplateReference): Promise<TemplateRecord> {
  const template = await getTemplate(ctx, { id });
  allow(template.may_edit, NOT_YOURS);
  const { count } = await ctx.db.template.deleteMany({ where: { id } });
  if (!count) throw notFound('The template');
  ctx.happened('template.deleted', { id }, { name: template.name });
  return template;
}

/** As large as a call may be, so that it can be sent back. */
const MOST_BYTES = 900_000;

function fitting(content: TemplateContent): TemplateContent {
  if (Buffer.byteLength(JSON.stringify(content)) > MOST_BYTES)
    throw new DomainError('conflict', 'This is too much text for one template. Leave out some tasks or descriptions.');
  return content;
}
