import type { ReactNode } from 'react';
import { packed } from '@/components/rows/packed';
import { FilterBar } from '@/components/task/filter-bar';
import { TaskBoard, TaskList } from '@/components/task/task-parts';
import { readsOnly } from '@/components/task/task-rights';
import type { TaskView } from '@/components/viewer/views';
import { formatsFor } from '@/lib/formats';
import type { Ctx } from '@/lib/org';
import { parse } from '@/lib/session/transport';
import { countTasks, listBoard, listTasks } from '@/lib/task/queries';
import { ListProjectTasks, ListTasks, type TaskCounts } from '@/lib/task/schema';
import { countQuery, type FilterUrl, filterQuery, type TaskFilters } from '@/lib/task/vocabulary.filter';

const PAGE = 50;

type ViewAsked = {
  filters: TaskFilters;
  address: FilterUrl;
  project?: { _id: string; key: string };
  projects: readonly { _id: string; name: string }[];
  allCompleted: boolean;
  /** Number of overdue tasks, if the page knows it. */
  overdue?: number;
  /** What an empty view offers. */
  action?: ReactNode;
  note?: ReactNode;
  /** Height of everything above and below it on the page, as a CSS length. */
  around?: string;
};

/** Reads inside the page's transaction. */
type Show = (ctx: Ctx, asked: ViewAsked) => Promise<ReactNode>;

/** A further view is an entry in `components/viewer/views.ts` and one here. */
export const SHOW_VIEW: Record<TaskView, Show> = {
  list: async (ctx, asked) => {
    const { filters, project, address } = asked;
    const { shared, query, narrowing } = common(ctx, asked);
    const scope = project && { project_id: project._id };
    const rows = await listTasks(ctx, parse(ListTasks, { sort: 'progress', ...query, ...scope, limit: PAGE }));
    // The page's counts know fewer filters than the view: with others set they would not match the rows.
    const counted = countQuery(filters);
    const counts = counted && (await countTasks(ctx, { ...scope, ...counted }));
    return (
      <>
        {narrowing(true, counts)}
        {asked.note}
        <TaskList
          key={JSON.stringify([project?._id, filters])}
          {...shared}
          page={{ docs: packed(rows.docs), total: rows.total, next_cursor: rows.next_cursor }}
          counts={counts}
          address={address}
          projects={project ? [] : asked.projects.map(({ _id, name }) => ({ _id, name }))}
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
          columns={columns.map(({ docs: _, ...column }) => column)}
          cards={packed(columns.flatMap(({ docs }) => docs))}
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
