import { rememberStep } from '@/components/keys/use-undo';
import { call, reasonOf } from '@/components/query/api-client';
import { showToast } from '@/components/ui/overlay/toast';
import type { CommentChange } from './comment-item';

/** Deletes a comment at once; the message's button and Ctrl+Z bring it back, also when its place is gone. */
export async function remove(id: string, { onDeleted, onChanged }: CommentChange): Promise<void> {
  const failed = (what: string) => (error: unknown) =>
    showToast({ kind: 'failure', text: `The comment was not ${what}. ${reasonOf(error)}` });
  try {
    await call('DELETE comment/{id}', { id });
  } catch (error) {
    return failed('deleted')(error);
  }
  onDeleted(id);
  const back = () => void call('POST restoreComment/{id}', { id }).then(onChanged, failed('restored'));
  const { undo } = rememberStep(back);
  showToast({ kind: 'success', text: 'The comment was deleted.', action: { label: 'Undo', onAction: undo } });
}
