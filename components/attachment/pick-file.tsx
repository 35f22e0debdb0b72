'use client';

import { FolderOpen } from 'lucide-react';
import { useOnDemand } from '@/components/overlay/on-demand';
import { Button } from '@/components/ui/button';
import { IconButton } from '@/components/ui/icon-button';
import type { FileRecord } from '@/lib/file/schema';

const load = () => import('./pick-file-dialog').then(({ PickFileDialog }) => PickFileDialog);

type Props = { projectId: string; onPick: (file: FileRecord) => Promise<void> | void; brief?: boolean };

/** A button that opens the files of a project. */
export function PickFile({ projectId, onPick, brief }: Props) {
  const { Part, open, setOpen, opener } = useOnDemand(load);
  const props = {
    ...opener,
    onClick: () => (Part ? setOpen(true) : opener.onClick?.()),
    'aria-haspopup': 'dialog',
  } as const;
  return (
    <>
      {brief ? (
        <IconButton label="Attach a file of the project" icon={<FolderOpen />} {...props} />
      ) : (
        <Button variant="quiet" size="compact" icon={<FolderOpen />} {...props}>
          From the project
        </Button>
      )}
      {Part && <Part open={open} onOpenChange={setOpen} projectId={projectId} onPick={onPick} />}
    </>
  );
}
