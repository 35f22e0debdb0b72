import 'server-only';
import { randomBytes } from 'node:crypto';
import { offerFieldsIn } from '@/lib/custom-field/queries.offer';
import { allow, DomainError } from '@/lib/errors';
import { bytesLeft } from '@/lib/file/queries.content';
import { dayAfter } from '@/lib/formats/days';
import { getJob } from '@/lib/job/queries';
import { addMilestones, milestonesIn } from '@/lib/milestone/queries.copy';
import type { Ctx } from '@/lib/org';
import { IdMap } from '@/lib/organisation-archive/ids';
import { createProject } from '@/lib/project/commands';
import { changeProjectMembers } from '@/lib/project/commands.members';
import { canAppointLeader, canCreateProject, canPlace, whyNotJoin, whyNotLead } from '@/lib/project/policy';
import { getProjectCard } from '@/lib/project/queries';
import { candidates } from '@/lib/project/queries.people';
import { CreateProject } from '@/lib/project/schema';
import { copyAll } from '@/lib/project-copy/commands.run';
import { type Seat, type SourceProject, seatsOf, sourceProject } from '@/lib/project-copy/queries';
import type { CopyJob, DuplicatedProject, DuplicateProject } from '@/lib/project-copy/schema';
import { MOST_TASKS, type Part } from '@/lib/project-copy/vocabulary';
import { addJobs } from '@/lib/queue/jobs';
import { daysBetween } from '@/lib/rrule/vocabulary';
import { editWorkflow } from '@/lib/workflow/commands';
import { getWorkflow } from '@/lib/workflow/queries';
import { EditWorkflow } from '@/lib/workflow/schema';

/** As many are copied before the answer. */
const AT_ONCE = { tasks: 200, files: 20 };

/**
 * Makes a project like this one, as far as the caller sees it: its tasks begin anew, and clients see of them what they saw.
 * Of its people come those who can.
 * @throws conflict beyond 10,000 tasks, or for a code that is taken; full where there is no room for the files
 */
export async function duplicateProject(ctx: Ctx, input: DuplicateProject): Promise<DuplicatedProject> {
  allow(canCreateProject(ctx.actor), 'Your role cannot create projects.');
  const source = await sourceProject(ctx, input.id);
  const take = new Set(input.take);
  if (take.has('tasks') && source.tasks > MOST_TASKS)
    throw new DomainError(
      'conflict',
      `A project of more than ${MOST_TASKS.toLocaleString('en')} tasks is not duplicated.`,
    );
  if (take.has('attachments') && source.size > (await bytesLeft(ctx)))
    throw new DomainError('full', 'There is no room for the files of this project. Duplicate it without its files.');
  const people = await peopleOf(ctx, source, take);
  const days = input.start_date && source.first ? daysBetween(source.startDate ?? source.first, input.start_date) : 0;
  const moved = (day: string | null) => (day && take.has('dates') ? dayAfter(day, days) : null);
  const made = await createProject(
    ctx,
    CreateProject.parse({
      ...{ name: input.name, code: input.code, description: source.description, type: source.type, tint: source.tint },
      ...{ category_id: source.categoryId, team_leader_id: people.leaderId },
      ...{ start_date: input.start_date ?? moved(source.startDate), due_date: moved(source.dueDate) },
      ...{ member_ids: people.team, client_ids: people.clients },
    }),
  );
  ctx.happened('project.duplicated', { id: made._id, version: made.version }, { from: source.name });
  if (people.contacts.length)
    await changeProjectMembers(ctx, {
      ...{ project_id: made._id, add: [], remove: [], add_contacts: people.contacts, remove_contacts: [] },
    });
  await takeWorkflow(ctx, source.id, made._id);
  if (take.has('fields')) await offerFieldsIn(ctx, source.id, made._id);
  const mask = randomBytes(6).toString('hex');
  const ids = new IdMap(mask, new Map());
  if (take.has('milestones'))
    await addMilestones(
      ctx,
      made._id,
      (await milestonesIn(ctx, source.id)).map((one) => ({ ...one, id: ids.id(one.id), due: moved(one.due) })),
    );
  const plan: CopyJob = { from: source.id, to: made._id, mask, days, take: input.take };
  const left = { tasks: take.has('tasks') ? source.tasks : 0, files: take.has('attachments') ? source.files : 0 };
  const isSmall = left.tasks <= AT_ONCE.tasks && left.files <= AT_ONCE.files;
  if (isSmall) await copyAll(ctx, plan);
  const job = isSmall ? null : await begun(ctx, plan, input.name, left.tasks + left.files);
  await ctx.settle();
  return { ...(await getProjectCard(ctx, made._id)), job };
}

async function begun(ctx: Ctx, payload: CopyJob, name: string, total: number) {
  const [id] = await addJobs(ctx.db, [
    { kind: 'project.copy', lane: 'work', memberId: ctx.actor.memberId, about: { name }, total, payload },
  ]);
  return getJob(ctx, { id: id as string });
}

type People = { leaderId: string; team: string[]; clients: string[]; contacts: string[] };

/** Those whom the caller may place, and who may be there; who makes it leads it where its leader cannot. */
async function peopleOf(ctx: Ctx, source: SourceProject, take: ReadonlySet<Part>): Promise<People> {
  const { actor } = ctx;
  const seats = await seatsOf(ctx, source.id);
  const known = await candidates(
    ctx,
    seats.map(({ id }) => id),
  );
  const comes = ({ id, role }: Seat) => {
    const as = role === 'client' ? 'client' : 'team';
    const person = known.get(id);
    return (
      take.has(as === 'client' ? 'clients' : 'members') &&
      !whyNotJoin(person, as) &&
      (id === actor.memberId || canPlace(actor, person?.role ?? 'admin'))
    );
  };
  const coming = seats.filter(comes);
  const leads = coming.some(({ id }) => id === source.leaderId) && !whyNotLead(known.get(source.leaderId ?? ''));
  return {
    leaderId: leads && source.leaderId && canAppointLeader(actor) ? source.leaderId : actor.memberId,
    team: coming.filter(({ role }) => role !== 'client').map(({ id }) => id),
    clients: coming.filter(({ role }) => role === 'client').map(({ id }) => id),
    contacts: coming.filter(({ role, isContact }) => isContact && role !== 'client').map(({ id }) => id),
  };
}

async function takeWorkflow(ctx: Ctx, from: string, to: string): Promise<void> {
  const { own, columns, moves, over_limit } = await getWorkflow(ctx, { project_id: from });
  if (own) await editWorkflow(ctx, EditWorkflow.parse({ columns, moves, over_limit, project_id: to, version: 0 }));
}
