'use client';

import { Dialog } from '@/components/ui/overlay/dialog';
import { useRefresh } from '@/components/url/use-refresh';
import { MembersPanel } from './members-panel';
import type { ProjectHandle } from './project-handle';

/** The People tab's panel over any other page. */
export function MembersDialog({ project, onClose }: { project: ProjectHandle; onClose: () => void }) {
  const refresh = useRefresh();
  return (
    <Dialog
      open
      title="Members"
      description={project.name}
      onOpenChange={(open) => {
        if (open) return;
        onClose();
        refresh();
      }}
    >
      <MembersPanel projectId={project._id} mayChange={project.rights.members} />
    </Dialog>
  );
}
