import { reasonOf } from '@/components/query/api-client';
import { showToast } from '@/components/ui/overlay/toast';
import { showUndoable } from './show-undoable';
import { rememberSent } from './use-undo';

type Deletion<Restored> = {
  /** What it is, such as "The comment". */
  what: string;
  remove: () => Promise<unknown>;
  restore: () => Promise<Restored>;
  onDeleted: () => void;
  onRestored: (restored: Restored) => void;
};

/** Deletes at once; the message's button and Ctrl+Z bring it back, also when its place is gone. */
export async function deleteUndoably<Restored>(deletion: Deletion<Restored>): Promise<void> {
  const { what, remove, restore, onDeleted, onRestored } = deletion;
  const failed = (how: string) => (error: unknown) =>
    showToast({ kind: 'failure', text: `${what} was not ${how}. ${reasonOf(error)}` });
  const removal = remove();
  const step = rememberSent(removal, () => restore().then(onRestored, failed('restored')));
  try {
    await removal;
  } catch (error) {
    return failed('deleted')(error);
  }
  onDeleted();
  showUndoable(`${what} was deleted.`, step);
}
