import type { ReactNode } from 'react';
import { SpanChoice } from '@/components/calendar/calendar-bar';
import { TaskCalendar } from '@/components/calendar/lazy-calendar';
import { FilterBar } from '@/components/task/filter-bar';
import { BoardChoice, GroupBoard, SortChoice, TaskBoard, TaskList } from '@/components/task/task-parts';
import { readsOnly } from '@/components/task/task-rights';
import { TaskTimeline } from '@/components/timeline/lazy-timeline';
import { ViewBar, ViewList } from '@/components/view/view-bar';
import { SaveView } from '@/components/view/view-parts';
import { ViewWatch } from '@/components/view/view-watch';
import type { TaskView } from '@/components/viewer/views';
import { listCategories } from '@/lib/category/queries';
import type { TaskField } from '@/lib/custom-field/schema';
import { formatsFor } from '@/lib/formats';
import { daysOfPage } from '@/lib/formats/calendar';
import type { Ctx } from '@/lib/org';
import { workingCalendar } from '@/lib/organisation/queries';
import { plainActor } from '@/lib/permission/policy';
import { listenedTo } from '@/lib/project/vocabulary';
import { parse } from '@/lib/session/transport';
import { leanCard } from '@/lib/task/lean-card';
import { countTasks, listBoard, listTasks } from '@/lib/task/queries';
import { filterNames } from '@/lib/task/queries.filter';
import { ListProjectTasks, ListTasks, type TaskCounts } from '@/lib/task/schema';
import {
  columnsShown,
  countQuery,
  extrasShown,
  type FilterUrl,
  filterHref,
  filterQuery,
  type TaskFilters,
} from '@/lib/task/vocabulary.filter';
import { readBoard } from '@/lib/task-board/queries';
import { ReadBoard } from '@/lib/task-board/schema';
import { boardGroupOf, isOfFields, laneOf } from '@/lib/task-board/vocabulary';
import { listTaskGroups } from '@/lib/task-group/queries';
import { ListTaskGroups, type TaskGroupRecord } from '@/lib/task-group/schema';
import { type Grouping, groupingOf } from '@/lib/task-group/vocabulary';
import { listCalendar, listLinks, listTimeline } from '@/lib/task-plan/queries';
import { ListCalendar, ListLinks, ListTimeline } from '@/lib/task-plan/schema';
import { type CalendarPage, calendarPage } from '@/lib/task-plan/vocabulary';
import { statusNames } from '@/lib/workflow/vocabulary';
import type { ViewsRead } from './read-views';

/** Rows of a list that come with its page, two windows of them; and cards of a column. */
const [ROWS, CARDS] = [40, 50];
/** Each is in the chart and in the phone's list. */
const BARS = 40;
const MOST_CATEGORIES = 200;
/** Tasks of a day that a calendar keeps; a month draws fewer of them. */
const OF_DAY = { month: 8, week: 50 };

type ViewAsked = {
  /** `filters` and `address` are those of the view that is open. */
  views: ViewsRead;
  filters: TaskFilters;
  address: FilterUrl;
  /** What the view's `state` is in the address. */
  state: Readonly<Record<string, string | undefined>>;
  project?: { _id: string; key: string };
  projects: readonly { _id: string; key: string; name: string; status?: string }[];
  allCompleted: boolean;
  /** The organisation's own that the address names. */
  fields: readonly TaskField[];
  /** Number of overdue tasks, if the page knows it. */
  overdue?: number;
  /** What an empty view offers. */
  action?: ReactNode;
  /** Links to the other views. */
  segments: ReactNode;
};

/** Reads inside the page's transaction. */
type Show = (ctx: Ctx, asked: ViewAsked) => Promise<ReactNode>;

/** A further view is an entry in `components/viewer/views.ts` and one here. */
export const SHOW_VIEW: Record<TaskView, Show> = {
  list: async (ctx, asked) => {
    const { filters, project, address } = asked;
    const { shared, query, names, narrowing } = await common(ctx, asked);
    const scope = project && { project_id: project._id };
    const place = { ofOne: project !== undefined, team: ctx.actor.role !== 'client', projectId: project?._id };
    const columns = columnsShown(filters, place);
    const include = extrasShown(columns);
    const rows = await listTasks(ctx, parse(ListTasks, { sort: 'progress', ...query, ...scope, include, limit: ROWS }));
    // The page's counts know fewer filters than the view: with others set they would not match the rows.
    const counted = countQuery(filters);
    const counts = counted && (await countTasks(ctx, { ...scope, ...counted }));
    const { docs: categories } = columns.includes('category')
      ? await listCategories(ctx, { page: 1, limit: MOST_CATEGORIES })
      : { docs: [] };
    const group = groupingOf(filters);
    const groups =
      group &&
      ((group === 'status' && counts && countedGroups(counts)) ||
        (await groupsRead(ctx, group, { ...query, ...scope })));
    return (
      <div className="view-frame">
        {narrowing(<SortChoice address={address} filters={filters} place={place} fields={asked.fields} />, counts)}
        <TaskList
          key={JSON.stringify([project?._id, filters])}
          {...shared}
          page={{ ...rows, docs: rows.docs.map(leanCard) }}
          groups={groups}
          address={address}
          names={names}
          projects={project ? [] : asked.projects.map(({ _id, name }) => ({ _id, name }))}
          heard={project ? [project._id] : listenedTo(asked.projects, asked.filters.filter)}
          projectId={project?._id}
          categories={categories}
          fields={asked.fields}
          action={asked.action}
        />
      </div>
    );
  },
  board: async (ctx, asked) => {
    const { filters, project, allCompleted, address } = asked;
    if (!project) return null;
    const { shared, query, narrowing } = await common(ctx, asked);
    const completed = allCompleted ? 'all' : 'recent';
    const { sort: _order, ...narrowed } = query;
    const input = { ...narrowed, project_id: project._id, completed, limit: CARDS };
    const [group, lanes] = [boardGroupOf(filters), laneOf(filters)];
    const saved = asked.views.bar.current?._id;
    const part = {
      ...shared,
      projectId: project._id,
      projectKey: project.key,
      view: saved ?? [project.key, group, lanes].join(),
      allCompleted,
    };
    const key = JSON.stringify([project._id, filters]);
    const head = narrowing(
      <BoardChoice address={address} filters={filters} projectId={project._id} fields={asked.fields} />,
    );
    if (isOfFields(filters)) {
      const board = await readBoard(ctx, parse(ReadBoard, { ...input, group, lanes }));
      return (
        <div className="view-frame">
          {head}
          <GroupBoard key={key} {...part} board={board} />
        </div>
      );
    }
    const columns = await listBoard(ctx, parse(ListProjectTasks, input));
    return (
      <div className="view-frame">
        {head}
        <TaskBoard key={key} {...part} columns={columns} />
      </div>
    );
  },
  calendar: async (ctx, asked) => {
    const { project, projects, address, action } = asked;
    const filters = { ...asked.filters, sort: undefined, group: undefined };
    const { shared, query, narrowing } = await common(ctx, { ...asked, filters });
    const page = calendarPage(asked.state, shared.today);
    const days = daysOfPage(page, formatsFor(ctx.actor).firstDay);
    const limit = OF_DAY[page.span];
    const range = { from: days[0], until: days.at(-1), limit };
    const scope = project && { project_id: project._id };
    const { span: _span, date: _date, ...keep } = address.keep;
    const hrefOf = ({ span, date }: CalendarPage) =>
      filterHref({ ...address, keep: { ...keep, span: span === 'month' ? undefined : span, date } }, filters);
    const { days: read } = await listCalendar(ctx, parse(ListCalendar, { ...query, ...scope, ...range }));
    return (
      <div className="view-frame">
        {narrowing(null, null, <SpanChoice page={page} hrefOf={hrefOf} />)}
        <TaskCalendar
          key={JSON.stringify([project?._id, filters, page])}
          {...shared}
          page={page}
          days={days}
          limit={limit}
          answered={read.map((day) => ({ ...day, docs: day.docs.map(leanCard) }))}
          address={address}
          projectId={project?._id}
          projectKey={project?.key}
          heard={project ? [project._id] : listenedTo(projects, filters.filter)}
          creates={Boolean(action)}
        />
      </div>
    );
  },
  timeline: async (ctx, asked) => {
    const { project, projects, address, state } = asked;
    const filters = { ...asked.filters, sort: undefined, group: undefined };
    const { shared, query, names, narrowing } = await common(ctx, { ...asked, filters });
    const scope = project && { project_id: project._id };
    const { tasks, total, next_cursor } = await listTimeline(
      ctx,
      parse(ListTimeline, { ...query, ...scope, limit: BARS }),
    );
    const links = await listLinks(ctx, parse(ListLinks, { ...query, ...scope }));
    const rest = await workingCalendar(ctx);
    return (
      <div className="view-frame">
        {narrowing(null)}
        <TaskTimeline
          key={JSON.stringify([project?._id, filters])}
          {...shared}
          first={{ docs: tasks.map(leanCard), total, cursor: next_cursor }}
          links={links}
          rest={rest}
          address={address}
          names={names}
          zoom={state.zoom}
          lanes={state.lanes}
          projects={projects.map(({ _id, name }) => ({ _id, name }))}
          projectId={project?._id}
          heard={project ? [project._id] : listenedTo(projects, filters.filter)}
        />
      </div>
    );
  },
};

const countedGroups = ({ pending, in_process, testing, completed, backlogs }: TaskCounts): TaskGroupRecord[] =>
  [pending, in_process, testing, completed, backlogs].map((total, at) => ({ _id: `${at + 1}`, name: '', total }));

/** `query`: the filters of taskList. */
async function groupsRead(ctx: Ctx, group: Grouping, { sort: _order, ...query }: Record<string, string>) {
  return (await listTaskGroups(ctx, parse(ListTaskGroups, { ...query, group }))).groups;
}

async function common(ctx: Ctx, { views, filters, address, overdue, project, projects, segments }: ViewAsked) {
  const { actor } = ctx;
  const formats = formatsFor(actor);
  const today = formats.today();
  const viewer = plainActor(actor);
  const names = { ...(await filterNames(ctx, filters.filter)), ...statusNames(ctx.workflows, project?._id) };
  return {
    names,
    shared: { viewer, loadedAt: Date.now(), filters, today },
    query: filterQuery(filters, { today, firstDay: formats.firstDay }),
    narrowing: (choice: ReactNode, counts?: TaskCounts | null, more?: ReactNode) => (
      <>
        <ViewWatch projectId={project?._id} />
        <FilterBar
          filters={filters}
          address={address}
          overdue={overdue ?? counts?.overdue}
          marksAudience={viewer.role !== 'client'}
          worksOnTasks={!readsOnly(viewer)}
          segments={segments}
          views={
            views.bar.tabs.length > 0
              ? { inline: <ViewBar {...views.bar} />, listed: <ViewList {...views.bar} /> }
              : undefined
          }
          choice={choice}
          names={names}
          projects={project ? [] : projects.map(({ key, name }) => ({ key, name }))}
          projectId={project?._id}
          saving={views.saving && <SaveView {...views.saving} address={address} />}
          // What has a bar of its own needs a phone's line for it.
          searches={more === undefined}
          more={more}
        />
      </>
    ),
  };
}
