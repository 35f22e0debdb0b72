'use client';

import { OverlayButton } from '@/components/overlay/overlay-button';
import type { ProjectName } from './default-project';
import { usePageProject } from './page-project';

/** Opens the dialog that makes a task, in the page's `project` where the page is about one. */
export function NewTaskButton({ project }: { project?: ProjectName }) {
  usePageProject(project);
  return <OverlayButton overlay="new-task">New task</OverlayButton>;
}
