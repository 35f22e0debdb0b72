import { keepBefore } from '@/components/draft/draft-store';
import { call } from '@/components/query/api-client';
import { showToast } from '@/components/ui/overlay/toast';
import type { InputOf } from '@/lib/api/contract';
import { bidi } from '@/lib/bidi';
import { keepFiles } from './message/use-message-files';

export type NewMessage = InputOf<'POST message'>;

/** The same `client_id` is sent again, so that nothing is said twice. */
export const sendMessage = (message: NewMessage) =>
  call('POST message', message, { idempotencyKey: message.client_id });

/** The draft of what is being written to a room, or in a thread of it. */
export const draftOf = (memberId: string, roomId: string, threadId?: string | null): string =>
  `${memberId}:chat:${roomId}${threadId ? `:${threadId}` : ''}`;

/** Keeps the text and the files of a message that was refused, and says so. */
export function keepRefused(memberId: string, message: NewMessage, reason: string): void {
  const { room_id, thread_id, body, attachment_ids = [] } = message;
  const draft = draftOf(memberId, room_id, thread_id);
  keepBefore(draft, body);
  if (attachment_ids.length) keepFiles(draft, attachment_ids);
  showToast({ kind: 'failure', text: bidi`A message was not sent; its text is kept as a draft. ${reason}` });
}
