import { showUndoable } from '@/components/keys/show-undoable';
import { rememberSent } from '@/components/keys/use-undo';
import { call, reasonOf } from '@/components/query/api-client';
import { showToast } from '@/components/ui/overlay/toast';
import { bidi } from '@/lib/bidi';

export type Removal = 'DELETE deleteTaskAttachment/{id}' | 'DELETE deleteprojectAttachment/{id}';

/** Shows a message either way, with Undo, also by Ctrl+Z. */
export async function remove(by: Removal, file: { _id: string; name: string }, onChanged: () => void): Promise<void> {
  const removal = call(by, { id: file._id });
  const step = rememberSent(removal, () => bringBack(file, onChanged));
  try {
    await removal;
    onChanged();
    showUndoable(bidi`${file.name} was moved to the bin.`, step);
  } catch (error) {
    showToast({ kind: 'failure', text: bidi`${file.name} was not removed. ${reasonOf(error)}` });
  }
}

async function bringBack({ _id, name }: { _id: string; name: string }, onChanged: () => void) {
  try {
    await call('POST restoreFile', { _id });
    onChanged();
  } catch (error) {
    showToast({ kind: 'failure', text: bidi`${name} was not restored. ${reasonOf(error)}` });
  }
}
