import { call, reasonOf } from '@/components/query/api-client';
import { showToast } from '@/components/ui/overlay/toast';

type Removal = 'DELETE deleteTaskAttachment/{id}' | 'DELETE deleteprojectAttachment/{id}';

/** Shows a message either way, with Undo. */
export async function removeAttachment(by: Removal, file: { _id: string; name: string }, onChanged: () => void) {
  try {
    await call(by, { id: file._id });
    onChanged();
    showToast({
      kind: 'success',
      text: `${file.name} was moved to the bin.`,
      action: { label: 'Undo', onAction: () => void bringBack(file, onChanged) },
    });
  } catch (error) {
    showToast({ kind: 'failure', text: `${file.name} was not removed. ${reasonOf(error)}` });
  }
}

async function bringBack({ _id, name }: { _id: string; name: string }, onChanged: () => void) {
  try {
    await call('POST restoreFile', { _id });
    onChanged();
  } catch (error) {
    showToast({ kind: 'failure', text: `${name} was not restored. ${reasonOf(error)}` });
  }
}
