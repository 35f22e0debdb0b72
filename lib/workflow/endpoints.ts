import 'server-only';
import { command, defineEndpoints, query } from '@/lib/contract/endpoint';
import { editWorkflow, resetWorkflow } from '@/lib/workflow/commands';
import { getWorkflow } from '@/lib/workflow/queries';
import { EditWorkflow, ResetWorkflow, WorkflowRecord, WorkflowReference } from '@/lib/workflow/schema';

export const workflowEndpoints = defineEndpoints({
  'GET workflow': query(
    WorkflowReference,
    WorkflowRecord,
    'workflow.view',
    getWorkflow,
    'Names, colours and limits of the five statuses and the allowed moves: of the organisation, or of a project',
  ),
  'PUT workflow': command(
    EditWorkflow,
    WorkflowRecord,
    'workflow.view',
    editWorkflow,
    'Changes the workflow of the organisation, or gives a project one of its own. 409 with the current one if `version` is stale',
    { decides: 'workflow.edit' },
  ),
  'DELETE workflow': command(
    ResetWorkflow,
    WorkflowRecord,
    'workflow.view',
    resetWorkflow,
    'Back to the organisation’s workflow, or to the names that everybody begins with',
    { decides: 'workflow.edit' },
  ),
});
