'use client';

import { useMutationState } from '@tanstack/react-query';
import { Clock } from 'lucide-react';
import { isWaiting } from '@/components/query/change-queue';
import { Avatar } from '@/components/ui/avatar';
import { useShell } from '@/components/viewer/shell-context';
import type { MessageRecord } from '@/lib/message/schema';
import type { NewMessage } from './send-message';

/** The viewer's messages that the server has not answered yet, but for those that are shown already. */
export function usePendingMessages(roomId: string, threadId: string | null, shown: readonly MessageRecord[]) {
  const pending = useMutationState({
    filters: { mutationKey: ['sendMessage', roomId], status: 'pending' },
    select: (mutation) => ({ ...(mutation.state.variables as NewMessage), waiting: isWaiting(mutation) }),
  });
  const known = new Set(shown.map(({ client_id }) => client_id));
  return pending.filter((one) => (one.thread_id ?? null) === threadId && !known.has(one.client_id));
}

export function PendingMessages({ pending }: { pending: ReturnType<typeof usePendingMessages> }) {
  const { member } = useShell();
  if (pending.length === 0) return null;
  return (
    <ol aria-label="Messages on their way" className="flex flex-col">
      {pending.map(({ client_id, body, attachment_ids: { length: files } = [], waiting }) => (
        <li key={client_id} className="mt-2 flex gap-3 px-4 py-0.5">
          <Avatar person={{ id: member._id, name: member.name, picture: member.pic }} size={32} beside />
          <div className="min-w-0 flex-1">
            <p className="flex flex-wrap items-baseline gap-x-2 text-sm">
              <span dir="auto" className="font-semibold">
                {member.name}
              </span>
              <span className="inline-flex items-center gap-1 text-xs text-text-3 [&_.lucide]:size-3">
                {waiting && <Clock />}
                {waiting ? 'Waiting for connection' : 'Sending'}
              </span>
            </p>
            <p dir="auto" className="text-read break-words whitespace-pre-wrap text-text-2">
              {body}
            </p>
            {files > 0 && (
              <p className="text-sm text-text-3">{files === 1 ? '1 attachment' : `${files} attachments`}</p>
            )}
          </div>
        </li>
      ))}
    </ol>
  );
}
