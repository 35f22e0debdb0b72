import type { ReactNode } from 'react';
import { FilterBar } from '@/components/task/filter-bar';
import { TaskBoard, TaskList } from '@/components/task/task-parts';
import { readsOnly } from '@/components/task/task-rights';
import type { TaskView } from '@/components/viewer/views';
import { formatsFor } from '@/lib/formats';
import type { Ctx } from '@/lib/org';
import { parse } from '@/lib/session/transport';
import { countTasks, listBoard, listTasks } from '@/lib/task/queries';
import { ListProjectTasks, ListTasks, type TaskCounts } from '@/lib/task/schema';
import { countQuery, type FilterAddress, filterQuery, type TaskFilters } from '@/lib/task/vocabulary.filter';

const PAGE = 50;

/** What a page asks of a view, and what stands around it. */
type ViewAsked = {
  filters: TaskFilters;
  address: FilterAddress;
  /** The one project whose tasks it shows. */
  project?: { _id: string; key: string };
  /** All projects that may occur. */
  projects: readonly { _id: string; name: string }[];
  allCompleted: boolean;
  /** How many are late, where the page knows it. */
  overdue?: number;
  /** What an empty view offers. */
  action?: ReactNode;
  /** Stands between the filters and the tasks. */
  note?: ReactNode;
  /** What stands above and below on the page; a CSS length. */
  around?: string;
};

/** Reads inside the page's transaction and answers what to draw. */
type Show = (ctx: Ctx, asked: ViewAsked) => Promise<ReactNode>;

/** Each view of tasks. A further one is an entry in `components/viewer/views.ts` and one here. */
export const SHOW_VIEW: Record<TaskView, Show> = {
  list: async (ctx, asked) => {
    const { filters, project, address } = asked;
    const { shared, query, narrowing } = common(ctx, asked);
    const scope = project && { project_id: project._id };
    const rows = await listTasks(ctx, parse(ListTasks, { sort: 'progress', ...query, ...scope, limit: PAGE }));
    // Of the same rows only while nothing narrows them that the counts do not know.
    const counted = countQuery(filters);
    const counts = counted && (await countTasks(ctx, { ...scope, ...counted }));
    return (
      <>
        {narrowing(true, counts)}
        {asked.note}
        <TaskList
          key={JSON.stringify([project?._id, filters])}
          {...shared}
          page={rows}
          counts={counts}
          address={address}
          projects={asked.projects}
          projectId={project?._id}
          action={asked.action}
        />
      </>
    );
  },
  board: async (ctx, asked) => {
    const { filters, project, allCompleted } = asked;
    if (!project) return null;
    const { shared, query, narrowing } = common(ctx, asked);
    const completed = allCompleted ? 'all' : 'recent';
    const columns = await listBoard(
      ctx,
      parse(ListProjectTasks, { ...query, project_id: project._id, completed, limit: PAGE }),
    );
    return (
      <>
        {narrowing(false)}
        {asked.note}
        <TaskBoard
          key={JSON.stringify([project._id, filters])}
          {...shared}
          projectId={project._id}
          projectKey={project.key}
          columns={columns}
          allCompleted={allCompleted}
          around={asked.around}
        />
      </>
    );
  },
};

function common({ actor }: Ctx, { filters, address, overdue }: ViewAsked) {
  const formats = formatsFor(actor);
  const today = formats.today();
  const { memberId, role, projectIds } = actor;
  const viewer = { memberId, role, projectIds: [...projectIds] };
  return {
    shared: { viewer, loadedAt: Date.now(), filters, today },
    query: filterQuery(filters, { today, firstDay: formats.firstDay }),
    narrowing: (sortable: boolean, counts?: TaskCounts | null) => (
      <FilterBar
        filters={filters}
        address={address}
        overdue={overdue ?? counts?.overdue}
        marksAudience={role !== 'client'}
        worksOnTasks={!readsOnly(viewer)}
        sortable={sortable}
      />
    ),
  };
}
