'use client';

import { FORM_PAGE } from '@/components/overlay/form-page';
import { OverlayButton } from '@/components/overlay/overlay-button';
import type { ProjectName } from './default-project';
import { usePageProject } from './page-project';

export function NewTaskButton({ project }: { project?: ProjectName }) {
  usePageProject(project);
  const page = FORM_PAGE['new-task'];
  return (
    <OverlayButton overlay="new-task" page={project && `${page}&project=${project._id}`}>
      New task
    </OverlayButton>
  );
}
