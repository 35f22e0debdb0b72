import { type Search, textOf } from '@/components/page/search-params';
import { SectionCard } from '@/components/page/section-card';
import { RuleList } from '@/components/rule/rule-parts';
import { WorkflowPlace } from '@/components/workflow/workflow-parts';
import { notFound } from '@/lib/errors';
import type { Ctx } from '@/lib/org';
import { listProjectNames } from '@/lib/project/queries.names';
import { canEditRule } from '@/lib/rule/policy';
import { leaderOf, listRules, namesIn } from '@/lib/rule/queries';
import { ListRules } from '@/lib/rule/schema';

export async function rulesSection(ctx: Ctx, search: Search) {
  const key = textOf(search, 'project') ?? '';
  const projects = (await listProjectNames(ctx, key)).map(({ _id, key, name }) => ({ _id, key, name }));
  const project = key ? projects.find((one) => one.key === key) : undefined;
  if (key && !project) throw notFound('The project');
  const { docs: rules } = await listRules(ctx, ListRules.parse({ project_id: project?._id, limit: 200 }));
  return (
    <SectionCard title="Rules">
      <p className="mb-3 text-sm text-text-2">
        A rule does something by itself when something happens to a task, with the rights of whoever saved it last. It
        runs once for each cause, so rules never run in circles.
      </p>
      <div className="mb-6 max-w-80">
        <WorkflowPlace section="rules" chosen={key} projects={projects} />
      </div>
      <RuleList
        rules={rules}
        projectId={project?._id ?? null}
        creates={canEditRule(ctx.actor, project ? await leaderOf(ctx, project._id) : undefined)}
        names={await namesIn(ctx, rules)}
        projects={projects}
      />
    </SectionCard>
  );
}
