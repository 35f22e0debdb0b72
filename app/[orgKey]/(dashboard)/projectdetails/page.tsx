import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { ActivityList } from '@/components/project/activity-list';
import { ComingTab } from '@/components/project/coming-tab';
import { MembersPanel } from '@/components/project/members-panel';
import { PROJECT_TABS, ProjectHeader } from '@/components/project/project-header';
import { ProjectLive } from '@/components/project/project-live';
import { ProjectOverview } from '@/components/project/project-overview';
import { type Search, textOf } from '@/components/shell/search-address';
import { SectionCard } from '@/components/shell/section-card';
import { ButtonLink } from '@/components/ui/button-link';
import { EmptyState } from '@/components/ui/empty-state';
import { getProject } from '@/lib/project/queries';
import { listProjectMembers } from '@/lib/project/queries.people';
import { ProjectReference } from '@/lib/project/schema';
import { listTasks } from '@/lib/task/queries';
import { ListTasks } from '@/lib/task/schema';
import { orgPage, parse } from '@/lib/transport';

export const metadata: Metadata = { title: 'Project' };

const LATE = 8;

export default async function ProjectDetailsPage({
  params,
  searchParams,
}: {
  params: Promise<{ orgKey: string }>;
  searchParams: Promise<Search>;
}) {
  const { orgKey } = await params;
  const search = await searchParams;
  const [tab] = PROJECT_TABS.find(([value]) => value === textOf(search, 'tab')) ?? PROJECT_TABS[0];
  const reference = textOf(search, 'project');
  const { project, late, members } = await orgPage(orgKey, 'project.view', async (ctx) => {
    if (!reference) redirect(`/${orgKey}/project`);
    const { project_id } = parse(ProjectReference, { project_id: reference });
    const project = await getProject(ctx, { project_id });
    return {
      project,
      late:
        tab === 'overview'
          ? await listTasks(
              ctx,
              parse(ListTasks, { project_id: project._id, overdue: 'true', sort: 'due', limit: LATE }),
            )
          : null,
      members:
        tab === 'people' ? await listProjectMembers(ctx, { project_id: project._id, page: 1, limit: 200 }) : null,
    };
  });
  const today = new Date().toISOString().slice(0, 10);
  const path = `/${orgKey}/projectdetails?project=${project.key}`;
  return (
    <>
      <ProjectHeader orgKey={orgKey} project={project} tab={tab} today={today} />
      {tab === 'overview' && (
        <ProjectOverview orgKey={orgKey} project={project} late={late?.docs ?? []} today={today} />
      )}
      {tab === 'people' && (
        <div className="max-w-[720px]">
          <SectionCard title="People">
            <MembersPanel
              // Another project's people are another list.
              key={project._id}
              projectId={project._id}
              mayChange={project.rights.members}
              initial={members?.docs}
            />
          </SectionCard>
        </div>
      )}
      {tab === 'activity' && (
        <div className="max-w-[720px]">
          {project.activity.length > 0 ? (
            <SectionCard title="Activity">
              <ActivityList orgKey={orgKey} activity={project.activity} />
            </SectionCard>
          ) : (
            <EmptyState
              title="Nothing has happened yet"
              action={<ButtonLink href={`${path}&tab=tasks`}>See the tasks</ButtonLink>}
            >
              What people do in this project will show here.
            </EmptyState>
          )}
        </div>
      )}
      {(tab === 'timeline' || tab === 'files' || tab === 'meetings') && (
        <ComingTab tab={tab} tasksHref={`${path}&tab=tasks`} />
      )}
      <ProjectLive projectIds={[project._id]} />
    </>
  );
}
