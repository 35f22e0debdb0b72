'use client';

import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/overlay/dialog';

export function LeaveDialog({ onStay, onLeave }: { onStay: () => void; onLeave: () => void }) {
  return (
    <Dialog
      open
      size="sm"
      role="alertdialog"
      onOpenChange={(open) => !open && onStay()}
      title="Leave without saving?"
      description="What you changed here has not been saved."
      footer={
        <>
          <Button onClick={onStay}>Stay</Button>
          <Button variant="danger" onClick={onLeave}>
            Discard and leave
          </Button>
        </>
      }
    />
  );
}
