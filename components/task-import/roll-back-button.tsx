'use client';

import { useState } from 'react';
import { call } from '@/components/query/api-client';
import { useCall } from '@/components/query/use-call';
import { Button } from '@/components/ui/button';
import { FormError } from '@/components/ui/form/form-error';
import { Dialog, DialogClose } from '@/components/ui/overlay/dialog';
import type { ImportBatchRecord } from '@/lib/task-import/schema';

/** Asks first: what nobody has changed is removed for good. */
export function RollBackButton({ batch, onDone }: { batch: ImportBatchRecord; onDone: () => Promise<void> | void }) {
  const [open, setOpen] = useState(false);
  const { run, pending, error } = useCall();
  if (!batch.can.roll_back || batch.tasks === 0) return null;
  return (
    <>
      <Button onClick={() => setOpen(true)}>
        Roll back<span className="sr-only"> the import of {batch.file_name}</span>
      </Button>
      {open && (
        <Dialog
          open
          onOpenChange={setOpen}
          title="Roll back this import?"
          description="Its tasks are removed for good, with their comments. Tasks that somebody changed or commented on since are kept, with the tasks above them. A project that was made for it goes too, if nothing else was done there."
          footer={
            <>
              <DialogClose>
                <Button>Cancel</Button>
              </DialogClose>
              <Button
                variant="danger"
                pending={pending}
                pendingText="Removing…"
                onClick={() =>
                  void run(async () => {
                    await call('POST rollBackImport/{id}', { id: batch._id });
                    await onDone();
                    setOpen(false);
                  })
                }
              >
                Roll back
              </Button>
            </>
          }
        >
          <FormError message={error?.message} attempt={error} />
        </Dialog>
      )}
    </>
  );
}
