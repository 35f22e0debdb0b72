'use client';

import { Copy, FolderInput } from 'lucide-react';
import { openOverlay } from '@/components/overlay/overlay';
import { Button } from '@/components/ui/button';

export function TransferButtons({ copies, moves, keeps }: { copies: boolean; moves: boolean; keeps: boolean }) {
  return (
    <>
      {copies && (
        <Button variant="quiet" icon={<Copy />} onClick={() => openOverlay('duplicate-task')}>
          Duplicate
        </Button>
      )}
      {keeps && (
        <Button variant="quiet" icon={<Copy />} onClick={() => openOverlay('save-template')}>
          Save as template
        </Button>
      )}
      {moves && (
        <Button variant="quiet" icon={<FolderInput />} data-task-field="Move" onClick={() => openOverlay('move-task')}>
          Move to another project
        </Button>
      )}
    </>
  );
}
