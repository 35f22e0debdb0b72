'use client';

import { useShellIfAny } from '@/components/viewer/shell-context';
import { columnIn, NO_WORKFLOWS, type Workflow, type WorkflowColumn, workflowOf } from '@/lib/workflow/vocabulary';

/** Of a project, else the organisation's; the same object until it is changed. */
export const useWorkflow = (projectId?: string): Workflow =>
  workflowOf(useShellIfAny()?.workflows ?? NO_WORKFLOWS, projectId);

type Statused = { status: number; project_id?: string };

/** What the status of a task is called, and its colour. */
export const useStatus = ({ status, project_id }: Statused): WorkflowColumn =>
  columnIn(useWorkflow(project_id), status);
