import { cookies } from 'next/headers';
import { redirect } from 'next/navigation';
import { ActivityList } from '@/components/activity/activity-list';
import { LazyRequestsView } from '@/components/client-request/lazy-requests-view';
import { NewRequestButton } from '@/components/client-request/new-request-button';
import { LazyFileManager } from '@/components/file/lazy-file-manager';
import { LiveRefresh } from '@/components/live/live-refresh';
import { LazyNewMeeting } from '@/components/meeting/lazy-meetings';
import { DoneNotice } from '@/components/page/done-notice';
import { PageTitle } from '@/components/page/page-title';
import { addressWith, textOf } from '@/components/page/search-params';
import { SectionCard } from '@/components/page/section-card';
import { MembersPanel } from '@/components/project/members-panel';
import { ProjectHeader, ProjectTabs } from '@/components/project/project-header';
import { ProjectOverview } from '@/components/project/project-overview';
import { shownOverview } from '@/components/project/shown-overview';
import { WhileThere } from '@/components/project/while-there';
import { COMPLETED_COOKIE, showsAllCompleted } from '@/components/task/board/completed-choice';
import { MisreadFilter } from '@/components/task/filter/misread-filter';
import { NewTaskButton } from '@/components/task/new/new-task-button';
import { ButtonLink } from '@/components/ui/button-link';
import { EmptyState } from '@/components/ui/empty-state';
import { PROJECT_TABS, type ProjectTab, stateOf, tabPath } from '@/components/viewer/views';
import { formatsFor } from '@/lib/formats';
import { projectMeetings } from '@/lib/meeting/queries.project';
import type { ProjectDetail } from '@/lib/project/schema';
import { orgPage } from '@/lib/session/transport';
import { knownFields } from '@/lib/task/queries.filter';
import { columnsShown, filterHref, filterQuery, readFilters } from '@/lib/task/vocabulary.filter';
import { misreadFilters } from '@/lib/task/vocabulary.misread';
import { canImportInto } from '@/lib/task-import/policy';
import { organisationLinks } from '@/lib/tenant/organisation-links';
import { managerKey, readManager } from '../file_manager/read-manager';
import { readViews } from '../read-views';
import { SHOW_VIEW } from '../task-views';
import { EditProject } from './edit-project';
import { readEfficiencyTab } from './efficiency-tab';
import { MeetingsTab } from './meetings-tab';
import { readProjectOrBin } from './read-project';

/** Tabs with lists and boards redraw only for these: tasks are followed there. */
const OF_PROJECT = ['project.changed', 'members.changed'] as const;

export default async function ProjectDetailsPage({ params, searchParams }: PageProps<'/[orgKey]/projectdetails'>) {
  const { orgKey } = await params;
  const hrefTo = await organisationLinks(orgKey);
  const search = await searchParams;
  const { id: tab, view } = PROJECT_TABS.find(({ id }) => id === textOf(search, 'tab')) ?? PROJECT_TABS[0];
  const reference = textOf(search, 'project');
  if (reference && textOf(search, 'view') === 'edit') return <EditProject orgKey={orgKey} reference={reference} />;
  const filters = readFilters(search);
  const misread = misreadFilters((name) => textOf(search, name), filters);
  const allCompleted = showsAllCompleted((await cookies()).get(COMPLETED_COOKIE)?.value);
  const path = hrefTo('projectdetails');
  const { binned, data, body, tools, segments, meetings } = await orgPage(
    orgKey,
    tab === 'efficiency' ? 'project.efficiency' : 'project.view',
    async (ctx) => {
      if (!reference) redirect(hrefTo('project'));
      const { binned, data } = await readProjectOrBin(ctx, { reference, tab });
      if (!data) return { binned, data };
      // A project has one board, whichever page one comes from.
      if (tab === 'board') redirect(addressWith(hrefTo('task'), search, { view: tab, tab: null }));
      const { _id, key, name, counts } = data.project;
      const state = Object.fromEntries(stateOf(view).map((name) => [name, textOf(search, name) || undefined]));
      const address = { path, keep: { project: key, tab, ...state } };
      const views = view && (await readViews(ctx, { search, layout: view, projectId: _id, filters, state, address }));
      const known = views && (await knownFields(ctx, views.filters));
      const faults = [...misread, ...(known?.faults ?? [])];
      const formats = formatsFor(ctx.actor);
      const reading = { today: formats.today(), firstDay: formats.firstDay };
      const tools = known && {
        links:
          data.project.rights.create_task && canImportInto(ctx.actor, _id)
            ? [{ does: 'import', label: 'Import', href: hrefTo(`task?view=import&project=${key}`) } as const]
            : [],
        exported:
          faults.length === 0
            ? {
                ...filterQuery(known.filters, reading),
                project_id: _id,
                ...(view === 'list' && {
                  columns: columnsShown(known.filters, { ofOne: true, team: ctx.actor.role !== 'client' }).join(),
                }),
              }
            : undefined,
      };
      const segments = <ProjectTabs orgKey={orgKey} project={data.project} tab={tab} />;
      const asked = {
        segments,
        project: { _id, key },
        projects: [{ _id, key, name }],
        allCompleted,
        overdue: counts.overdue,
        action: newTaskIn(data.project),
      };
      const within = { _id, key, name };
      const files = tab === 'files' && (await readManager(ctx, { url: { path, search, tab: true }, within }));
      const body = files ? (
        <LazyFileManager key={managerKey(files)} {...files} segments={segments} />
      ) : tab === 'efficiency' ? (
        await readEfficiencyTab(ctx, within, { search, path, hrefTo })
      ) : known && faults.length > 0 ? (
        <MisreadFilter faults={faults} clear={filterHref(address, known.filters)} />
      ) : (
        known && views && (await SHOW_VIEW[view](ctx, { ...asked, ...views, ...known, views }))
      );
      const meetings = tab === 'meetings' ? await projectMeetings(ctx, _id, textOf(search, 'date')) : null;
      return { binned: null, data, body, tools, segments, meetings };
    },
  );
  if (!data) {
    return (
      <>
        <PageTitle>{binned.name}</PageTitle>
        <WhileThere project={binned} mayRestore deleted />
      </>
    );
  }
  const { project, today, isClient, updates } = data;
  const { _id, key, name, rights } = project;
  const to = (other: ProjectTab) => hrefTo(tabPath(project.key, other));
  return (
    <WhileThere key={_id} project={{ _id, key, name }} mayRestore={rights.delete}>
      <DoneNotice search={search} what={project.name} />
      <ProjectHeader
        project={project}
        tab={tab}
        segments={segments}
        today={today}
        update={updates?.docs[0] ?? null}
        tools={tools || undefined}
        action={
          tab === 'requests'
            ? newRequestIn(project, data.takesRequests && data.filesRequests)
            : tab === 'meetings'
              ? meetings?.choices && <LazyNewMeeting choices={meetings.choices} projectId={_id} />
              : (tab === 'overview' || view) && newTaskIn(project)
        }
      />
      {tab === 'overview' && (
        <ProjectOverview
          {...shownOverview(project, data.late?.docs ?? [])}
          {...{ today, isClient }}
          milestones={data.milestones}
          updates={updates}
        />
      )}
      {body}
      {meetings && (
        <MeetingsTab project={project} meetings={meetings} path={path} search={search} pageHref={hrefTo('meeting')} />
      )}
      {data.requests && (
        <LazyRequestsView
          key={project._id}
          project={{ _id, name }}
          archived={project.status === 'archived'}
          taken={data.takesRequests}
          initial={{ docs: data.requests.docs, totalDocs: data.requests.total }}
          opened={textOf(search, 'request') || null}
        />
      )}
      {tab === 'people' && (
        <div className="max-w-[720px]">
          <SectionCard title="People">
            <MembersPanel
              // Another project's people are another list.
              key={project._id}
              projectId={project._id}
              mayChange={project.rights.members}
              initial={data.members?.docs}
            />
          </SectionCard>
        </div>
      )}
      {tab === 'activity' && (
        <div className="max-w-[720px]">
          {project.activity.length > 0 ? (
            <SectionCard title="Activity">
              <ActivityList activity={project.activity} />
            </SectionCard>
          ) : (
            <EmptyState
              title="Nothing has happened yet"
              action={<ButtonLink href={to('tasks')}>See the tasks</ButtonLink>}
            >
              Activity in this project appears here.
            </EmptyState>
          )}
        </div>
      )}
      <LiveRefresh
        projectIds={[project._id]}
        events={tab === 'overview' || tab === 'activity' ? undefined : OF_PROJECT}
      />
    </WhileThere>
  );
}

const newRequestIn = ({ _id, name, status }: ProjectDetail, files: boolean) =>
  files && status !== 'archived' && <NewRequestButton projects={[{ _id, name }]} />;

const newTaskIn = ({ _id, name, rights }: ProjectDetail) =>
  rights.create_task && <NewTaskButton project={{ _id, name }} />;
