import { rememberMade } from '@/components/keys/undo-made';
import { call } from '@/components/query/api-client';
import { showToast } from '@/components/ui/overlay/toast';
import type { CommentRecord } from '@/lib/comment/schema';
import type { HrefTo } from '@/lib/tenant/organisation-path';

/** Makes a task of the comment's words and says so; Ctrl+Z takes it back. Answers the comment with it; throws ApiError. */
export async function taskOf(
  comment: CommentRecord,
  hrefTo: HrefTo,
  onUndone: (comment: CommentRecord) => void,
): Promise<CommentRecord> {
  const sent = call('POST commentToTask/{id}', { id: comment._id });
  rememberMade(sent, () => onUndone(comment));
  const { _id, key, title } = await sent;
  showToast({
    kind: 'success',
    text: `${key} was made of the comment.`,
    action: { label: 'Open', onAction: () => window.location.assign(hrefTo(`taskpage?task=${key}`)) },
  });
  return { ...comment, tasks: [...comment.tasks, { _id, key, title }] };
}
