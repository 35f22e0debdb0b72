import { type Search, textOf } from '@/components/page/search-params';
import { SectionCard } from '@/components/page/section-card';
import { StatusMark } from '@/components/ui/status-mark';
import { MoveTable } from '@/components/workflow/move-table';
import { WorkflowForm, WorkflowPlace } from '@/components/workflow/workflow-parts';
import { isolated } from '@/lib/bidi';
import { notFound } from '@/lib/errors';
import type { Ctx } from '@/lib/org';
import { listProjectNames } from '@/lib/project/queries.names';
import { getWorkflow } from '@/lib/workflow/queries';
import type { WorkflowRecord } from '@/lib/workflow/schema';

export async function workflowSection(ctx: Ctx, search: Search) {
  const key = textOf(search, 'project') ?? '';
  const projects = await listProjectNames(ctx, key);
  const project = key ? projects.find((one) => one.key === key) : undefined;
  if (key && !project) throw notFound('The project');
  const workflow = await getWorkflow(ctx, { project_id: project?._id });
  const backTo = project ? 'the organisation’s workflow' : 'the usual names';
  return (
    <SectionCard title="Workflow">
      <p className="mb-3 text-sm text-text-2">
        What the five statuses are called on lists, boards and in exports, how many tasks a column of a board should
        have, and which moves are allowed. A project can have its own.
      </p>
      <div className="mb-6 max-w-80">
        <WorkflowPlace section="workflow" chosen={key} projects={projects} />
        {project && !workflow.own && (
          <p className="mt-2 text-sm text-text-2">{isolated(project.name)} goes by the organisation’s workflow.</p>
        )}
      </div>
      {workflow.may_edit ? (
        <WorkflowForm key={workflow.project_id ?? ''} workflow={workflow} backTo={backTo} />
      ) : (
        <ReadOnly workflow={workflow} />
      )}
    </SectionCard>
  );
}

function ReadOnly({ workflow: { columns, moves, over_limit } }: { workflow: WorkflowRecord }) {
  return (
    <div className="flex flex-col gap-4">
      <ul aria-label="Statuses" className="flex flex-col gap-2">
        {columns.map(({ status, name, colour, limit }) => (
          <li key={status} className="flex items-center gap-2 text-base">
            <StatusMark status={status} label={name} tint={colour} />
            {limit !== null && <span className="text-sm text-text-2">at most {limit} tasks</span>}
          </li>
        ))}
      </ul>
      <p className="text-sm text-text-2">
        {over_limit === 'refuse' ? 'Columns that are full take no more.' : 'Over the limit there is a warning.'}
      </p>
      {moves ? <MoveTable columns={columns} moves={moves} /> : <p className="text-base">Every move is allowed.</p>}
      <p className="text-sm text-text-2">
        Admins and sub-admins change the workflow of the organisation, and of a project also who leads it.
      </p>
    </div>
  );
}
