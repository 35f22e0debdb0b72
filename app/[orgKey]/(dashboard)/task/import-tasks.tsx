import { FolderKanban } from 'lucide-react';
import { PageHeader } from '@/components/page/page-header';
import { type Search, textOf } from '@/components/page/search-params';
import { SectionCard } from '@/components/page/section-card';
import { LazyImportScreen, LazyPastImports } from '@/components/task-import/lazy-import-screen';
import { EmptyState } from '@/components/ui/empty-state';
import { mayEver } from '@/lib/permission/policy';
import { listProjectNames } from '@/lib/project/queries.names';
import { orgPage } from '@/lib/session/transport';
import { canImportInto } from '@/lib/task-import/policy';
import { listImports, membersFor } from '@/lib/task-import/queries';

const SHOWN = 10;
const MOST_MEMBERS = 500;

export async function ImportTasks({ orgKey, search }: { orgKey: string; search: Search }) {
  const wanted = textOf(search, 'project');
  const { projects, project, members, imports, creates } = await orgPage(orgKey, 'task.import', async (ctx) => {
    const projects = (await listProjectNames(ctx, wanted)).filter(
      ({ _id, creates }) => creates && canImportInto(ctx.actor, _id),
    );
    const project = projects.find(({ _id, key }) => _id === wanted || key === wanted.toUpperCase());
    const members = (await membersFor(ctx, null)).slice(0, MOST_MEMBERS).map(({ id, name }) => ({ _id: id, name }));
    const { docs: imports } = await listImports(ctx, { page: 1, limit: SHOWN });
    return { projects, project, members, imports, creates: mayEver(ctx.actor, 'project.create') };
  });
  return (
    <>
      <PageHeader title="Import tasks" />
      {projects.length > 0 || creates ? (
        <div className="flex flex-col gap-6">
          <LazyImportScreen
            projects={projects.map(({ _id, name }) => ({ _id, name }))}
            projectId={project?._id ?? ''}
            creates={creates}
            members={members.toSorted((one, other) => one.name.localeCompare(other.name))}
          />
          {imports.length > 0 && (
            <SectionCard title="Earlier imports">
              <LazyPastImports imports={imports} />
            </SectionCard>
          )}
        </div>
      ) : (
        <EmptyState icon={<FolderKanban />} title="No project to import into">
          Ask an admin to add you to a project.
        </EmptyState>
      )}
    </>
  );
}
