'use client';

import { restore } from '@/components/bin/bin-calls';
import { DeleteQuestion } from '@/components/bin/delete-question';
import { call } from '@/components/query/api-client';
import { showToast } from '@/components/ui/overlay/toast';
import { useRefresh } from '@/components/url/use-refresh';
import { bidi } from '@/lib/bidi';
import { BIN_DAYS } from '@/lib/retention';
import type { ProjectHandle } from './project-handle';

export function DeleteProjectDialog({ project, onClose }: { project: ProjectHandle; onClose: () => void }) {
  const refresh = useRefresh();
  return (
    <DeleteQuestion
      title={bidi`Delete ${project.name}?`}
      description={`The project and all its tasks, comments and history disappear for everybody immediately. Its members are notified. An admin can restore it from the bin within ${BIN_DAYS} days, and its key ${project.key} stays reserved; after that it is deleted permanently.`}
      typed={{ label: bidi`Type ${project.name} or ${project.key} to confirm`, texts: [project.name, project.key] }}
      action="Delete project"
      onDelete={async () => {
        await call('DELETE project/{id}', { id: project._id });
        refresh();
        showToast({
          kind: 'success',
          text: bidi`${project.name} was moved to the bin.`,
          action: {
            label: 'Undo',
            onAction: () => void restore({ ...project, kind: 'project' }).then((done) => done && refresh()),
          },
        });
      }}
      onClose={onClose}
    />
  );
}
