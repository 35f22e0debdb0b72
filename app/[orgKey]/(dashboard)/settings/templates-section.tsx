import { type Search, textOf } from '@/components/page/search-params';
import { SectionCard } from '@/components/page/section-card';
import { TemplateList } from '@/components/template/template-parts';
import { WorkflowPlace } from '@/components/workflow/workflow-parts';
import { notFound } from '@/lib/errors';
import type { Ctx } from '@/lib/org';
import { listProjectNames } from '@/lib/project/queries.names';
import { listTemplates } from '@/lib/template/queries';
import { ListTemplates } from '@/lib/template/schema';

export async function templatesSection(ctx: Ctx, search: Search) {
  const key = textOf(search, 'project') ?? '';
  const projects = (await listProjectNames(ctx, key)).map(({ _id, key, name }) => ({ _id, key, name }));
  const project = key ? projects.find((one) => one.key === key) : undefined;
  if (key && !project) throw notFound('The project');
  const { docs } = await listTemplates(ctx, ListTemplates.parse({ project_id: project?._id, limit: 200 }));
  return (
    <SectionCard title="Templates">
      <p className="mb-3 text-sm text-text-2">
        A template makes a task with all below it, or a whole project. Save a task or a project as one from its page;
        use it with New task, with / in the line that adds a task, and with New project.
      </p>
      <div className="mb-6 max-w-80">
        <WorkflowPlace section="templates" chosen={key} projects={projects} />
      </div>
      <TemplateList templates={docs} projects={projects} />
    </SectionCard>
  );
}
