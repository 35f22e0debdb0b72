'use client';

import { useRouter } from 'next/navigation';
import { restore } from '@/components/bin/bin-calls';
import { DeleteQuestion } from '@/components/bin/delete-question';
import { api } from '@/components/query/api-client';
import { showToast } from '@/components/ui/toast';
import type { ProjectHandle } from './project-handle';

/** Puts a project into the bin, once its name or key is typed. */
export function DeleteProjectDialog({ project, onClose }: { project: ProjectHandle; onClose: () => void }) {
  const router = useRouter();
  return (
    <DeleteQuestion
      title={`Delete ${project.name}?`}
      description={`The project disappears at once for everybody, with all its tasks, their comments and history. Its people are told. For 30 days an admin can restore it from the bin, whole, and its key ${project.key} stays taken; then it is removed for good.`}
      typed={{ label: `Type ${project.name} or ${project.key} to confirm`, texts: [project.name, project.key] }}
      action="Delete project"
      onDelete={async () => {
        await api.delete(`project/${project._id}`);
        router.refresh();
        showToast({
          kind: 'success',
          text: `${project.name} was moved to the bin.`,
          action: {
            label: 'Undo',
            onAction: () => void restore({ ...project, kind: 'project' }).then((done) => done && router.refresh()),
          },
        });
      }}
      onClose={onClose}
    />
  );
}
