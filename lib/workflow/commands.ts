import 'server-only';
import { allow, stale } from '@/lib/errors';
import type { Ctx } from '@/lib/org';
import { newId } from '@/lib/validation';
import { getWorkflow, projectsWithClients, writeWorkflow } from '@/lib/workflow/queries';
import type { EditWorkflow, ResetWorkflow, WorkflowRecord } from '@/lib/workflow/schema';

const NOT_YOURS = 'Admins and sub-admins change the workflow of the organisation, and of a project also who leads it.';

/** `conflict` with the current record if `version` is stale. */
export async function editWorkflow(ctx: Ctx, input: EditWorkflow): Promise<WorkflowRecord> {
  const before = await getWorkflow(ctx, input);
  allow(before.may_edit, NOT_YOURS);
  if (before.version !== input.version || !(await writeWorkflow(ctx, newId(), input)))
    throw stale(await getWorkflow(ctx, input));
  await tell(ctx, input.project_id, 'changed');
  return getWorkflow(ctx, input);
}

/** A project goes by the organisation's again; the organisation has what everybody begins with. */
export async function resetWorkflow(ctx: Ctx, { project_id, version }: ResetWorkflow): Promise<WorkflowRecord> {
  const before = await getWorkflow(ctx, { project_id });
  allow(before.may_edit, NOT_YOURS);
  if (before.version !== version) throw stale(before);
  if (!before.own) return before;
  const { count } = await ctx.db.workflow.deleteMany({ where: { projectId: project_id ?? null, version } });
  if (!count) throw stale(await getWorkflow(ctx, { project_id }));
  await tell(ctx, project_id, 'reset');
  return getWorkflow(ctx, { project_id });
}

async function tell(ctx: Ctx, projectId: string | undefined, change: 'changed' | 'reset'): Promise<void> {
  const clients = await projectsWithClients(ctx, projectId);
  ctx.happened('workflow.changed', { projectId: projectId ?? null, clients }, { change });
}
