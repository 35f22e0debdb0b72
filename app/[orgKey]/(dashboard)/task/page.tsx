import { FolderKanban } from 'lucide-react';
import { cookies } from 'next/headers';
import { OverlayButton } from '@/components/overlay/overlay-button';
import { PageTitle } from '@/components/page/page-title';
import { textOf } from '@/components/page/search-params';
import { ToolbarHead } from '@/components/page/toolbar-head';
import { WhoCanHelp } from '@/components/person/who-can-help';
import { COMPLETED_COOKIE, showsAllCompleted } from '@/components/task/board/completed-choice';
import { BOARD_COOKIE } from '@/components/task/board/last-board';
import { MisreadFilter } from '@/components/task/filter/misread-filter';
import { NewTaskButton } from '@/components/task/new/new-task-button';
import { ProjectChoice } from '@/components/task/new/project-choice';
import { EmptyState } from '@/components/ui/empty-state';
import { Segmented } from '@/components/ui/form/segmented';
import { type Tools, ToolsButton } from '@/components/view/tools-button';
import { FIRST_VIEW, stateOf, TASK_VIEWS, type TaskView, tabPath } from '@/components/viewer/views';
import { bidi } from '@/lib/bidi';
import { canOpenBin } from '@/lib/bin/policy';
import { notFound } from '@/lib/errors';
import { formatsFor } from '@/lib/formats';
import type { Ctx } from '@/lib/org';
import { mayEver } from '@/lib/permission/policy';
import { listProjectNames, MOST_NAMES, type ProjectName } from '@/lib/project/queries.names';
import { orgPage } from '@/lib/session/transport';
import { knownFields } from '@/lib/task/queries.filter';
import { columnsShown, filterHref, filterQuery, readFilters } from '@/lib/task/vocabulary.filter';
import { misreadFilters } from '@/lib/task/vocabulary.misread';
import { mayImport } from '@/lib/task-import/policy';
import { organisationLinks } from '@/lib/tenant/organisation-links';
import { readViews } from '../read-views';
import { SHOW_VIEW } from '../task-views';
import { ImportTasks } from './import-tasks';
import { NewTask } from './new-task';
import { TimeReport } from './time-report';
import { TimeSheetPage } from './time-sheet';
import { UseTemplate } from './use-template';

const ALL = { view: undefined, project: undefined };

export default async function TaskPage({ params, searchParams }: PageProps<'/[orgKey]/task'>) {
  const { orgKey } = await params;
  const hrefTo = await organisationLinks(orgKey);
  const search = await searchParams;
  if (textOf(search, 'view') === 'new') return <NewTask orgKey={orgKey} search={search} />;
  if (textOf(search, 'view') === 'template') return <UseTemplate orgKey={orgKey} search={search} />;
  if (textOf(search, 'view') === 'import') return <ImportTasks orgKey={orgKey} search={search} />;
  if (textOf(search, 'view') === 'sheet') return <TimeSheetPage orgKey={orgKey} search={search} />;
  if (textOf(search, 'view') === 'time') return <TimeReport orgKey={orgKey} search={search} />;
  const path = hrefTo('task');
  const current = TASK_VIEWS.find(({ id }) => id === textOf(search, 'view')) ?? FIRST_VIEW;
  const view = current.id;
  const onBoard = view === 'board';
  const filters = readFilters(search);
  const misread = misreadFilters((name) => textOf(search, name), filters);
  const kept = await cookies();
  const allCompleted = showsAllCompleted(kept.get(COMPLETED_COOKIE)?.value);
  const last = kept.get(BOARD_COOKIE)?.value;
  const wanted = textOf(search, 'project').toUpperCase();
  const { viewer, projects, project, address, to, segments, newTask, exported, body } = await orgPage(
    orgKey,
    'task.view',
    async (ctx) => {
      const { projects, project } = await readProjects(ctx, { view, wanted, last });
      const state = Object.fromEntries(stateOf(view).map((name) => [name, textOf(search, name) || undefined]));
      const base = {
        view: current === FIRST_VIEW ? undefined : view,
        project: wanted || (onBoard && project?.key) || undefined,
      };
      const address = { path, keep: { ...base, ...state } };
      const to = (keep: Record<string, string | undefined>) =>
        filterHref(
          { path, keep: { ...base, ...keep } },
          { ...filters, sort: undefined, swimlane: onBoard ? filters.swimlane : undefined },
        );
      const newTask = projects.some(({ creates }) => creates) && (
        <NewTaskButton project={project?.creates ? { _id: project._id, name: project.name } : undefined} />
      );
      const segments = (
        <Segmented
          label="View"
          segments={TASK_VIEWS.map((one) => ({
            href: to({ view: one === FIRST_VIEW ? undefined : one.id, project: wanted || undefined }),
            label: one.label,
            current: one === current,
            view: one.id,
          }))}
        />
      );
      const views = await readViews(ctx, { search, layout: view, projectId: project?._id, filters, state, address });
      const known = await knownFields(ctx, views.filters);
      const faults = [...misread, ...known.faults];
      const asked = { ...views, ...known, views, project, projects, allCompleted, action: newTask, segments };
      const body =
        projects.length > 0 &&
        (faults.length > 0 ? (
          <MisreadFilter faults={faults} clear={filterHref(address, known.filters)} />
        ) : (
          await SHOW_VIEW[view](ctx, asked)
        ));
      const formats = formatsFor(ctx.actor);
      const exported = {
        ...filterQuery(known.filters, { today: formats.today(), firstDay: formats.firstDay }),
        ...(project && { project_id: project._id }),
        ...(view === 'list' && {
          columns: columnsShown(known.filters, {
            ofOne: project !== undefined,
            team: ctx.actor.role !== 'client',
          }).join(),
        }),
      };
      return { viewer: ctx.actor, projects, project, address, to, segments, newTask, exported, body };
    },
  );
  const ofProject = project ? `&project=${project.key}` : '';
  const tools: Tools['links'] = [
    // From a project's board, which is here, back to the rest of it.
    ...(project
      ? [{ does: 'project', label: 'About the project', href: hrefTo(tabPath(project.key, 'overview')) } as const]
      : []),
    ...(mayEver(viewer, 'time.view')
      ? [{ does: 'time', label: 'Time', href: hrefTo(`task?view=time${ofProject}`) } as const]
      : []),
    ...(mayImport(viewer)
      ? [{ does: 'import', label: 'Import', href: hrefTo(`task?view=import${ofProject}`) } as const]
      : []),
    ...(canOpenBin(viewer) ? [{ does: 'bin', label: 'Bin', href: hrefTo('project?view=bin') } as const] : []),
  ];
  const heading = (
    <h1 dir="auto" title={project?.name}>
      {project ? project.name : 'Task'}
    </h1>
  );
  return (
    <>
      <PageTitle>
        {project
          ? bidi`${current.tabLabel ?? current.label} of ${project.name}`
          : current === FIRST_VIEW
            ? 'Task'
            : current.label}
      </PageTitle>
      <ToolbarHead
        segments={segments}
        actions={
          <>
            <ToolsButton links={tools} exported={projects.length > 0 && misread.length === 0 ? exported : undefined} />
            {/* On a phone the bar below has it. */}
            <span className="max-sm:hidden">{newTask}</span>
          </>
        }
      >
        {projects.length > 1 ? (
          <ProjectChoice
            value={project?.key ?? ''}
            all={{ name: onBoard ? 'All projects, as a list' : 'All projects', href: to(ALL) }}
            more={projects.length >= MOST_NAMES ? { name: 'More projects…', href: hrefTo('project') } : undefined}
            projects={projects.map(({ key, name }) => ({ key, name }))}
            address={address}
            filters={{ ...filters, sort: undefined }}
          >
            {heading}
            {!project && <span className="truncate text-base text-text-2">All projects</span>}
          </ProjectChoice>
        ) : (
          heading
        )}
      </ToolbarHead>
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
  const projects = await listProjectNames(ctx, wanted);
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
