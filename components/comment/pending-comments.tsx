'use client';

import { useMutationState } from '@tanstack/react-query';
import { Clock } from 'lucide-react';
import { isWaiting } from '@/components/query/change-queue';
import { Avatar } from '@/components/ui/avatar';
import { Badge } from '@/components/ui/badge';
import { useShell } from '@/components/viewer/shell-context';
import { cn } from '@/lib/class-names';
import { withoutPictures } from '@/lib/markdown/pictures';
import type { NewComment } from './send-comment';

/** The viewer's comments that the server has not answered yet. */
export function PendingComments({ taskId }: { taskId: string }) {
  const { member } = useShell();
  const pending = useMutationState({
    filters: { mutationKey: ['addComment', taskId], status: 'pending' },
    select: (mutation) => {
      const { idempotencyKey, body, internal, attachment_ids } = mutation.state.variables as NewComment;
      const attached = attachment_ids?.length ?? 0;
      return { key: idempotencyKey, body, attached, note: internal === true, waiting: isWaiting(mutation) };
    },
  });
  if (pending.length === 0) return null;
  return (
    <ol aria-label="Comments on their way" className="flex flex-col gap-3">
      {pending.map(({ key, body, attached, note, waiting }) => (
        <li key={key} className={cn('flex gap-3 rounded-lg', note && '-mx-3 bg-internal-soft px-3 py-2')}>
          <Avatar person={{ id: member._id, name: member.name, picture: member.pic }} size={32} beside />
          <div className="min-w-0 flex-1">
            <div className="flex min-h-8 flex-wrap items-center gap-x-2 text-sm">
              <span dir="auto" className="font-semibold">
                {member.name}
              </span>
              {note && <Badge tone="internal">Internal note</Badge>}
              <span role="status" className="inline-flex items-center gap-1 text-xs text-text-3">
                {waiting && <Clock className="size-3" />}
                {waiting ? 'Waiting for connection' : 'Sending'}
              </span>
            </div>
            <p dir="auto" className="text-read break-words whitespace-pre-wrap text-text-2">
              {withoutPictures(body)}
            </p>
            {attached > 0 && (
              <p className="text-sm text-text-3">{attached === 1 ? '1 attachment' : `${attached} attachments`}</p>
            )}
          </div>
        </li>
      ))}
    </ol>
  );
}
