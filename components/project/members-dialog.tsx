'use client';

import { useRouter } from 'next/navigation';
import { Dialog } from '@/components/ui/overlay/dialog';
import { MembersPanel } from './members-panel';
import type { ProjectHandle } from './project-handle';

/** The People tab's panel over any other page. */
export function MembersDialog({ project, onClose }: { project: ProjectHandle; onClose: () => void }) {
  const router = useRouter();
  return (
    <Dialog
      open
      title="Members"
      description={project.name}
      onOpenChange={(open) => {
        if (open) return;
        onClose();
        router.refresh();
      }}
    >
      <MembersPanel projectId={project._id} mayChange={project.rights.members} />
    </Dialog>
  );
}
