import { FolderKanban, Trash2 } from 'lucide-react';
import { cookies } from 'next/headers';
import { redirect } from 'next/navigation';
import { OverlayButton } from '@/components/overlay/overlay-button';
import { PageHeader } from '@/components/page/page-header';
import { addressWith, type Search, textOf } from '@/components/page/search-params';
import { WhoCanHelp } from '@/components/person/who-can-help';
import { COMPLETED_COOKIE, showsAllCompleted } from '@/components/task/board/completed-choice';
import { BOARD_COOKIE } from '@/components/task/board/last-board';
import { TaskBoard } from '@/components/task/board/task-board';
import { FilterBar } from '@/components/task/filter-bar';
import { TaskList } from '@/components/task/list/task-list';
import { NewTaskButton } from '@/components/task/new/new-task-button';
import { ProjectChoice } from '@/components/task/new/project-choice';
import { readsOnly } from '@/components/task/task-rights';
import { ButtonLink } from '@/components/ui/button-link';
import { EmptyState } from '@/components/ui/empty-state';
import { Segmented } from '@/components/ui/form/segmented';
import { Link } from '@/components/ui/link';
import { canOpenBin } from '@/lib/bin/policy';
import { notFound } from '@/lib/errors';
import { formatsFor } from '@/lib/formats';
import type { Ctx } from '@/lib/org';
import { mayEver } from '@/lib/permission/policy';
import { listProjects } from '@/lib/project/queries';
import { ListProjects } from '@/lib/project/schema';
import { orgPage, parse } from '@/lib/session/transport';
import { countTasks, listBoard, listTasks } from '@/lib/task/queries';
import { ListProjectTasks, ListTasks } from '@/lib/task/schema';
import { countQuery, filterHref, filterQuery, readFilters, type TaskFilters } from '@/lib/task/vocabulary.filter';
import { organisationLinks } from '@/lib/tenant/organisation-links';
import { NewTask } from './new-task';

const VIEWS = [
  { view: 'list', label: 'List' },
  { view: 'board', label: 'Board' },
] as const;
/** Views of the specification that do not exist: their addresses lead to the list, ordered by due date. */
const BY_DATE = ['calendar', 'timeline'];
type View = (typeof VIEWS)[number]['view'];

const PAGE = 50;

export default async function TaskPage({
  params,
  searchParams,
}: {
  params: Promise<{ orgKey: string }>;
  searchParams: Promise<Search>;
}) {
  const { orgKey } = await params;
  const hrefTo = await organisationLinks(orgKey);
  const search = await searchParams;
  if (textOf(search, 'view') === 'new') return <NewTask orgKey={orgKey} search={search} />;
  const path = hrefTo('task');
  const view = VIEWS.find((one) => one.view === textOf(search, 'view'))?.view ?? 'list';
  const filters = readFilters(search);
  const kept = await cookies();
  const allCompleted = showsAllCompleted(kept.get(COMPLETED_COOKIE)?.value);
  const last = kept.get(BOARD_COOKIE)?.value;
  const wanted = textOf(search, 'project').toUpperCase();
  const data = await orgPage(orgKey, 'task.view', (ctx) => {
    if (BY_DATE.includes(textOf(search, 'view'))) redirect(addressWith(path, search, { view: null, sort: 'due' }));
    return readView(ctx, { view, filters, wanted, allCompleted, last });
  });
  const { projects, project, viewer, today } = data;

  const onBoard = view === 'board';
  const all = { view: undefined, project: undefined };
  const address = {
    path,
    keep: { view: onBoard ? view : undefined, project: wanted || (onBoard && project?.key) || undefined },
  };
  const to = (keep: Record<string, string | undefined>) =>
    filterHref({ path, keep: { ...address.keep, ...keep } }, { ...filters, sort: undefined });
  const newTask = projects.some(({ creates }) => creates) && (
    <NewTaskButton project={project?.creates ? { _id: project._id, name: project.name } : undefined} />
  );
  const shared = { viewer, loadedAt: data.loadedAt, filters, today };
  return (
    <>
      <PageHeader
        title={project ? project.name : 'Task'}
        tabTitle={
          view === 'board' && project
            ? `Board of ${project.name}`
            : wanted && project
              ? `Tasks of ${project.name}`
              : 'Task'
        }
        beside={
          <>
            <Segmented
              label="View"
              segments={VIEWS.map((one) => ({
                href: to({ view: one.view === 'list' ? undefined : one.view, project: wanted || undefined }),
                label: one.label,
                current: one.view === view,
                view: one.view,
              }))}
            />
            {projects.length > 1 && (
              <ProjectChoice
                value={project?.key ?? ''}
                options={[
                  { key: '', name: onBoard ? 'All projects, as a list' : 'All projects', href: to(all) },
                  ...projects.map(({ key, name }) => ({ key, name, href: to({ project: key }) })),
                ]}
              />
            )}
          </>
        }
        actions={
          <>
            {!onBoard && canOpenBin(viewer) && (
              <span className="max-sm:hidden">
                <ButtonLink href={hrefTo('project?view=bin')} variant="quiet" icon={<Trash2 />}>
                  Bin
                </ButtonLink>
              </span>
            )}
            {newTask}
          </>
        }
      />
      {projects.length === 0 ? (
        <EmptyState
          icon={<FolderKanban />}
          title="Tasks belong to projects"
          action={mayEver(viewer, 'project.create') && <OverlayButton overlay="new-project">New project</OverlayButton>}
        >
          {mayEver(viewer, 'project.create') ? (
            'Create your first project; its tasks appear here.'
          ) : (
            <>
              <p>Once you are in a project, its tasks appear here.</p>
              <WhoCanHelp to="add you to one" />
            </>
          )}
        </EmptyState>
      ) : (
        <>
          {(data.rows || data.board) && (
            <FilterBar
              filters={filters}
              address={address}
              overdue={data.counts?.overdue}
              marksAudience={viewer.role !== 'client'}
              worksOnTasks={!readsOnly(viewer)}
              sortable={view === 'list'}
            />
          )}
          {data.rows && (
            <TaskList
              key={JSON.stringify([wanted, filters])}
              {...shared}
              page={data.rows}
              counts={data.counts}
              address={address}
              projects={projects}
              projectId={project?._id}
              action={newTask}
            />
          )}
          {onBoard && project && projects.length > 1 && !wanted && (
            <p className="pb-2 text-sm text-text-2">
              A board shows one project, here {project.name}.{' '}
              <Link href={to(all)} prefetch={false} className="rounded-xs text-accent-text hover:underline">
                All projects are in the list
              </Link>
              .
            </p>
          )}
          {data.board && project && (
            <TaskBoard
              key={JSON.stringify([project._id, filters])}
              {...shared}
              projectId={project._id}
              projectKey={project.key}
              columns={data.board}
              allCompleted={allCompleted}
            />
          )}
        </>
      )}
    </>
  );
}

type Asked = { view: View; filters: TaskFilters; wanted: string; allCompleted: boolean; last?: string };

/** What the chosen view needs, in one visit through the door. */
async function readView(ctx: Ctx, { view, filters, wanted, allCompleted, last }: Asked) {
  const formats = formatsFor(ctx.actor);
  const today = formats.today();
  const { docs } = await listProjects(ctx, parse(ListProjects, { limit: 200 }));
  const projects = docs.map(({ _id, key, name, status, rights, updated_at }) => ({
    _id,
    key,
    name,
    updated_at,
    open: status === 'active',
    creates: rights.create_task,
  }));
  const named = projects.find(({ key }) => key === wanted);
  if (wanted && !named) throw notFound('The project');
  const latest = projects.toSorted(
    (one, other) => Number(other.open) - Number(one.open) || other.updated_at.localeCompare(one.updated_at),
  )[0];
  const project = named ?? (view === 'board' ? (projects.find(({ key }) => key === last) ?? latest) : undefined);
  const query = filterQuery(filters, { today, firstDay: formats.firstDay });
  const scope = project && { project_id: project._id };
  // Counts are of the same rows only while nothing else narrows them.
  const counted = view === 'list' ? countQuery(filters) : null;
  const { memberId, role, projectIds } = ctx.actor;
  return {
    today,
    projects,
    project,
    viewer: { memberId, role, projectIds: [...projectIds] },
    loadedAt: Date.now(),
    rows:
      view === 'list' && projects.length > 0
        ? await listTasks(ctx, parse(ListTasks, { sort: 'progress', ...query, ...scope, limit: PAGE }))
        : null,
    counts: counted && (await countTasks(ctx, { ...scope, ...counted })),
    board:
      view === 'board' && project
        ? await listBoard(
            ctx,
            parse(ListProjectTasks, {
              ...query,
              project_id: project._id,
              completed: allCompleted ? 'all' : 'recent',
              limit: PAGE,
            }),
          )
        : null,
  };
}
