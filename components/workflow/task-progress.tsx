'use client';

import { ProgressBar, type StatusCounts } from '@/components/ui/progress-bar';
import { useWorkflow } from './use-workflow';

/** How many tasks have which status, as these are called and coloured in the project, or in the organisation. */
export const TaskProgress = ({ counts, projectId }: { counts: StatusCounts; projectId?: string }) => (
  <ProgressBar counts={counts} names={useWorkflow(projectId).columns} />
);
