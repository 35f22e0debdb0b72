'use client';

import { reasonOf } from '@/components/query/api-client';
import { useCall } from '@/components/query/use-call';
import { FormDialog } from '@/components/ui/overlay/form-dialog';
import { showToast } from '@/components/ui/overlay/toast';
import { useRefresh } from '@/components/url/use-refresh';
import { bidi } from '@/lib/bidi';

/** Asks, deletes, and offers to restore. */
export function TintedDeletion({
  name,
  loss,
  remove,
  restore,
  onChanged,
  onClose,
}: {
  name: string;
  /** What goes with it, in words. */
  loss: string;
  remove: () => Promise<unknown>;
  restore: () => Promise<{ name: string }>;
  onChanged: () => void;
  onClose: () => void;
}) {
  const { run, status } = useCall();
  const refresh = useRefresh();
  const again = () => {
    onChanged();
    refresh();
  };
  const undo = () =>
    void restore().then(
      (restored) => {
        showToast({ kind: 'success', text: bidi`${restored.name} restored` });
        again();
      },
      (failure) => showToast({ kind: 'failure', text: reasonOf(failure) }),
    );
  async function submit() {
    if (!(await run(remove))) return;
    showToast({ kind: 'success', text: bidi`${name} deleted`, action: { label: 'Undo', onAction: undo } });
    again();
    onClose();
  }
  return (
    <FormDialog
      size="sm"
      role="alertdialog"
      title={bidi`Delete ${name}`}
      description={loss}
      action="Delete"
      pendingText="Deleting…"
      {...status}
      danger
      onSubmit={() => void submit()}
      onClose={onClose}
    />
  );
}
