import 'server-only';
import { MOST_SHOWN } from '@/components/client-request/request-query';
import { hasToolbar, type ProjectTab } from '@/components/viewer/views';
import { findBinnedProject } from '@/lib/bin/queries';
import { listRequests, takesRequests } from '@/lib/client-request/queries';
import { ListRequests } from '@/lib/client-request/schema';
import { DomainError } from '@/lib/errors';
import { formatsFor } from '@/lib/formats';
import { milestonesOf } from '@/lib/milestone/queries';
import type { Ctx } from '@/lib/org';
import { mayEver } from '@/lib/permission/policy';
import { getProject } from '@/lib/project/queries';
import { listProjectMembers } from '@/lib/project/queries.people';
import { ProjectReference } from '@/lib/project/schema';
import { updatesOf } from '@/lib/project-update/queries';
import { parse } from '@/lib/session/transport';
import { listTasks } from '@/lib/task/queries';
import { ListTasks } from '@/lib/task/schema';

const LATE = 8;
const MILESTONES = 50;
const UPDATES = 5;

type ProjectAsked = { reference: string; tab: ProjectTab };

/** The project, or its placeholder while it is in the bin. `not_found` if the caller may see neither. */
export async function readProjectOrBin(ctx: Ctx, asked: ProjectAsked) {
  try {
    return { binned: null, data: await readProject(ctx, asked) };
  } catch (error) {
    const hidden = error instanceof DomainError && error.code === 'not_found';
    const binned = hidden ? await findBinnedProject(ctx, asked.reference.toUpperCase()) : null;
    if (!binned) throw error;
    return { binned, data: null };
  }
}

/** The project and the tab's data except its tasks. `not_found` if it is hidden. */
async function readProject(ctx: Ctx, { reference, tab }: ProjectAsked) {
  const { project_id: wanted } = parse(ProjectReference, { project_id: reference });
  const project = await getProject(ctx, { project_id: wanted });
  const project_id = project._id;
  return {
    today: formatsFor(ctx.actor).today(),
    isClient: ctx.actor.role === 'client',
    project,
    late:
      tab === 'overview'
        ? await listTasks(ctx, parse(ListTasks, { project_id, overdue: 'true', sort: 'due', limit: LATE }))
        : null,
    takesRequests: tab === 'requests' && (await takesRequests(ctx)),
    filesRequests: mayEver(ctx.actor, 'request.file'),
    requests:
      tab === 'requests' ? await listRequests(ctx, parse(ListRequests, { project_id, limit: MOST_SHOWN })) : null,
    updates: hasToolbar(tab)
      ? null
      : await updatesOf(ctx, project_id, { page: 1, limit: tab === 'overview' ? UPDATES : 1 }),
    milestones: tab === 'overview' ? (await milestonesOf(ctx, project_id, { page: 1, limit: MILESTONES })).docs : [],
    members: tab === 'people' ? await listProjectMembers(ctx, { project_id, page: 1, limit: 200 }) : null,
  };
}
