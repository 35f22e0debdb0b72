import 'server-only';
import { allow, DomainError, invalidField } from '@/lib/errors';
import { formatsFor } from '@/lib/formats';
import { dayAfter } from '@/lib/formats/days';
import { addMilestones } from '@/lib/milestone/queries.copy';
import type { Ctx } from '@/lib/org';
import { mayEver } from '@/lib/permission/policy';
import { createProject } from '@/lib/project/commands';
import { canCreateProject, canPlace, whyNotJoin } from '@/lib/project/policy';
import { getProjectCard } from '@/lib/project/queries';
import { candidates } from '@/lib/project/queries.people';
import { CreateProject, type ProjectCard } from '@/lib/project/schema';
import { getTask } from '@/lib/task/queries';
import type { TaskDetail } from '@/lib/task/schema';
import { makeTasks } from '@/lib/template/commands.make';
import { getTemplate, thereStill } from '@/lib/template/queries';
import type {
  TemplateContent,
  TemplateRecord,
  TemplateRole,
  UseProjectTemplate,
  UseTemplate,
} from '@/lib/template/schema';
import { newId } from '@/lib/validation';
import { editWorkflow } from '@/lib/workflow/commands';
import { EditWorkflow } from '@/lib/workflow/schema';

async function templateOf(ctx: Ctx, id: string, kind: TemplateRecord['kind']): Promise<TemplateRecord> {
  const template = await getTemplate(ctx, { id });
  if (template.kind !== kind) throw new DomainError('conflict', `This is the template of a ${template.kind}.`);
  return template;
}

const today = ({ actor }: Ctx) => formatsFor(actor).today();

/** Makes its task with all below it. `conflict` for an archived project, or a column that takes no more. */
export async function takeTemplate(
  ctx: Ctx,
  { id, project_id, title, start_date, parent_id }: UseTemplate,
): Promise<TaskDetail> {
  allow(mayEver(ctx.actor, 'task.create'));
  const { name, content } = await templateOf(ctx, id, 'task');
  const tasks = content.tasks.map((task) => (title && task.parent === null ? { ...task, title } : task));
  const [top] = await makeTasks(ctx, tasks, {
    ...{ projectId: project_id, template: name, from: start_date ?? today(ctx), people: [] },
    ...(parent_id && { parentId: parent_id }),
  });
  await ctx.settle();
  return getTask(ctx, { id: top ?? '' });
}

/** Makes a project as it says, with its tasks. Of the people that it names those come along who can. */
export async function takeProjectTemplate(ctx: Ctx, input: UseProjectTemplate): Promise<ProjectCard> {
  allow(canCreateProject(ctx.actor));
  const { name, content } = await templateOf(ctx, input.id, 'project');
  const { project: settings, roles, milestones: wanted, tasks } = content;
  if (!settings) throw new DomainError('conflict', 'This is the template of a task.');
  const from = input.start_date ?? today(ctx);
  const people = await peopleFor(ctx, roles, input);
  const { description, type, tint, category_id: category, due_in: length, workflow } = settings;
  const known = await thereStill(ctx, [{ label_ids: [], category_id: category }]);
  const made = await createProject(
    ctx,
    CreateProject.parse({
      ...{ name: input.name, code: input.code, team_leader_id: input.team_leader_id, description, type },
      ...{ tint: tint ?? undefined, category_id: category && known.has(category) ? category : null },
      ...{ start_date: from, due_date: length === null ? null : dayAfter(from, length) },
      member_ids: [...new Set(people.filter((one) => one !== null))],
      client_ids: input.client_ids,
    }),
  );
  ctx.happened('project.templated', { id: made._id, version: made.version }, { template: name });
  const milestones = await addMilestones(
    ctx,
    made._id,
    wanted.map(({ due_in, ...one }) => ({ ...one, id: newId(), due: due_in === null ? null : dayAfter(from, due_in) })),
  );
  await makeTasks(ctx, tasks, { projectId: made._id, template: name, from, people, milestones });
  if (workflow) await editWorkflow(ctx, EditWorkflow.parse({ ...workflow, project_id: made._id, version: 0 }));
  await ctx.settle();
  return getProjectCard(ctx, made._id);
}

/** By role: whoever was chosen, who has to fit; else whom the template names, if they still do. */
async function peopleFor(
  ctx: Ctx,
  roles: TemplateContent['roles'],
  { people: chosen }: UseProjectTemplate,
): Promise<(string | null)[]> {
  for (const [at, { role }] of chosen.entries())
    if (role >= roles.length) throw invalidField(`people.${at}.role`, 'There is no such role in the template.');
  const given = new Map(chosen.map(({ role, member_id }) => [role, member_id]));
  const wanted = roles.map((role: TemplateRole, at) => (given.has(at) ? (given.get(at) ?? null) : role.member_id));
  const known = await candidates(
    ctx,
    wanted.filter((id) => id !== null),
  );
  return wanted.map((id, at) => {
    if (id === null) return null;
    const person = known.get(id);
    const problem = whyNotJoin(person, 'team');
    if (!given.has(at))
      return problem || !(id === ctx.actor.memberId || canPlace(ctx.actor, person?.role ?? 'admin')) ? null : id;
    if (problem) throw invalidField('people', problem);
    allow(
      id === ctx.actor.memberId || canPlace(ctx.actor, person?.role ?? 'admin'),
      'A team leader can only add users and clients.',
    );
    return id;
  });
}
