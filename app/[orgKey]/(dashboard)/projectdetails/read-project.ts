import 'server-only';
import type { ProjectTab } from '@/components/project/project-header';
import { findBinnedProject } from '@/lib/bin/queries';
import { DomainError } from '@/lib/errors';
import { formatsFor } from '@/lib/formats';
import type { Ctx } from '@/lib/org';
import { getProject } from '@/lib/project/queries';
import { listProjectMembers } from '@/lib/project/queries.people';
import { ProjectReference } from '@/lib/project/schema';
import { parse } from '@/lib/session/transport';
import { countTasks, listBoard, listTasks } from '@/lib/task/queries';
import { ListProjectTasks, ListTasks } from '@/lib/task/schema';
import { countQuery, filterQuery, type TaskFilters } from '@/lib/task/vocabulary.filter';

const LATE = 8;
const PAGE = 50;

type ProjectAsked = { reference: string; tab: ProjectTab; filters: TaskFilters; allCompleted: boolean };

/** The project, or what stands in its place while it is in the bin. `not_found` if it is neither the caller's to see. */
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

/** A project and what the chosen tab shows of it, in one visit through the door. `not_found` if it is hidden. */
async function readProject(ctx: Ctx, { reference, tab, filters, allCompleted }: ProjectAsked) {
  const formats = formatsFor(ctx.actor);
  const today = formats.today();
  const { project_id: wanted } = parse(ProjectReference, { project_id: reference });
  const project = await getProject(ctx, { project_id: wanted });
  const project_id = project._id;
  const query = filterQuery(filters, { today, firstDay: formats.firstDay });
  // Counts are of the same rows only while nothing else narrows them.
  const counted = tab === 'tasks' ? countQuery(filters) : null;
  const { memberId, role, projectIds } = ctx.actor;
  return {
    today,
    project,
    viewer: { memberId, role, projectIds: [...projectIds] },
    loadedAt: Date.now(),
    late:
      tab === 'overview'
        ? await listTasks(ctx, parse(ListTasks, { project_id, overdue: 'true', sort: 'due', limit: LATE }))
        : null,
    members: tab === 'people' ? await listProjectMembers(ctx, { project_id, page: 1, limit: 200 }) : null,
    rows:
      tab === 'tasks'
        ? await listTasks(ctx, parse(ListTasks, { sort: 'progress', ...query, project_id, limit: PAGE }))
        : null,
    counts: counted && (await countTasks(ctx, { project_id, ...counted })),
    board:
      tab === 'board'
        ? await listBoard(
            ctx,
            parse(ListProjectTasks, { ...query, project_id, completed: allCompleted ? 'all' : 'recent', limit: PAGE }),
          )
        : null,
  };
}
