import { FolderKanban } from 'lucide-react';
import { cookies } from 'next/headers';
import { redirect } from 'next/navigation';
import { OverlayButton } from '@/components/overlay/overlay-button';
import { PageHeader } from '@/components/page/page-header';
import { addressWith, type Search, textOf } from '@/components/page/search-params';
import { WhoCanHelp } from '@/components/person/who-can-help';
import { COMPLETED_COOKIE, showsAllCompleted } from '@/components/task/board/completed-choice';
import { BOARD_COOKIE } from '@/components/task/board/last-board';
import { NewTaskButton } from '@/components/task/new/new-task-button';
import { ProjectChoice } from '@/components/task/new/project-choice';
import { ButtonLink } from '@/components/ui/button-link';
import { EmptyState } from '@/components/ui/empty-state';
import { Segmented } from '@/components/ui/form/segmented';
import { Link } from '@/components/ui/link';
import { FIRST_VIEW, TASK_VIEWS, type TaskView } from '@/components/viewer/views';
import { canOpenBin } from '@/lib/bin/policy';
import { notFound } from '@/lib/errors';
import type { Ctx } from '@/lib/org';
import { mayEver } from '@/lib/permission/policy';
import { listProjectNames, type ProjectName } from '@/lib/project/queries.names';
import { orgPage } from '@/lib/session/transport';
import { filterHref, readFilters } from '@/lib/task/vocabulary.filter';
import { organisationLinks } from '@/lib/tenant/organisation-links';
import { SHOW_VIEW } from '../task-views';
import { NewTask } from './new-task';

/** Views of the specification that do not exist: they lead to the list, ordered by due date. */
const BY_DATE = ['calendar', 'timeline'];
const ALL = { view: undefined, project: undefined };

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
  const current = TASK_VIEWS.find(({ id }) => id === textOf(search, 'view')) ?? FIRST_VIEW;
  const view = current.id;
  const onBoard = view === 'board';
  const filters = readFilters(search);
  const kept = await cookies();
  const allCompleted = showsAllCompleted(kept.get(COMPLETED_COOKIE)?.value);
  const last = kept.get(BOARD_COOKIE)?.value;
  const wanted = textOf(search, 'project').toUpperCase();
  const { viewer, projects, project, address, to, newTask, body } = await orgPage(orgKey, 'task.view', async (ctx) => {
    if (BY_DATE.includes(textOf(search, 'view'))) redirect(addressWith(path, search, { view: null, sort: 'due' }));
    const { projects, project } = await readProjects(ctx, { view, wanted, last });
    const address = {
      path,
      keep: {
        view: current === FIRST_VIEW ? undefined : view,
        project: wanted || (onBoard && project?.key) || undefined,
      },
    };
    const to = (keep: Record<string, string | undefined>) =>
      filterHref({ path, keep: { ...address.keep, ...keep } }, { ...filters, sort: undefined });
    const newTask = projects.some(({ creates }) => creates) && (
      <NewTaskButton project={project?.creates ? { _id: project._id, name: project.name } : undefined} />
    );
    const note = onBoard && project && projects.length > 1 && !wanted && (
      <p className="pb-2 text-sm text-text-2">
        Showing {project.name} only: a board has one project.{' '}
        <Link href={to(ALL)} prefetch={false} className="rounded-xs text-accent-text hover:underline">
          All projects are in the list
        </Link>
        .
      </p>
    );
    const asked = { filters, address, project, projects, allCompleted, action: newTask, note };
    const body = projects.length > 0 && (await SHOW_VIEW[view](ctx, asked));
    return { viewer: ctx.actor, projects, project, address, to, newTask, body };
  });
  return (
    <>
      <PageHeader
        title={project ? project.name : 'Task'}
        tabTitle={
          onBoard && project ? `Board of ${project.name}` : wanted && project ? `Tasks of ${project.name}` : 'Task'
        }
        beside={
          <>
            <Segmented
              label="View"
              segments={TASK_VIEWS.map((one) => ({
                href: to({ view: one === FIRST_VIEW ? undefined : one.id, project: wanted || undefined }),
                label: one.label,
                current: one === current,
                view: one.id,
              }))}
            />
            {projects.length > 1 && (
              <ProjectChoice
                value={project?.key ?? ''}
                all={{ name: onBoard ? 'All projects, as a list' : 'All projects', href: to(ALL) }}
                projects={projects.map(({ key, name }) => ({ key, name }))}
                address={address}
                filters={{ ...filters, sort: undefined }}
              />
            )}
          </>
        }
        actions={
          <>
            {!onBoard && canOpenBin(viewer) && (
              <span className="max-sm:hidden">
                <ButtonLink
                  href={hrefTo('project?view=bin')}
                  variant="quiet"
                  icon={<span aria-hidden="true" className="icon icon-trash-2" />}
                >
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
        body
      )}
    </>
  );
}

/** All projects the caller sees, and the one that the view shows. */
async function readProjects(ctx: Ctx, { view, wanted, last }: { view: TaskView; wanted: string; last?: string }) {
  const projects = await listProjectNames(ctx);
  const named = projects.find(({ key }) => key === wanted);
  if (wanted && !named) throw notFound('The project');
  const latest = projects.toSorted(
    (one, other) => Number(isOpen(other)) - Number(isOpen(one)) || other.updated_at.localeCompare(one.updated_at),
  )[0];
  return {
    projects,
    project: named ?? (view === 'board' ? (projects.find(({ key }) => key === last) ?? latest) : undefined),
  };
}

const isOpen = ({ status }: ProjectName) => status === 'active';
