'use client';

import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { roomQuery } from '@/components/chat/chat-query';
import { Composer } from '@/components/chat/composer';
import { CommentBox } from '@/components/comment/comment-box';
import { LoadError } from '@/components/query/load-error';
import { SkeletonRows } from '@/components/ui/skeleton';
import { useShell } from '@/components/viewer/shell-context';
import type { NotificationRecord } from '@/lib/notification/schema';
import { commentIn, threadIn } from '@/lib/notification/vocabulary.row';

type ReplyProps = {
  row: NotificationRecord;
  onSent: () => void;
  onClose: () => void;
};

/** Answers the comment or message of a row where it stands. Escape closes it and keeps what was written. */
export function ReplyPart({ row, onSent, onClose }: ReplyProps) {
  const { member } = useShell();
  const { room, task } = row;
  const comment = commentIn(row);
  return (
    <fieldset
      aria-label="Reply"
      data-closes-first
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return;
        event.stopPropagation();
        onClose();
      }}
      className="px-4 pb-3"
    >
      {room && <InRoom roomId={room._id} thread={threadIn(row) ?? undefined} onSent={onSent} />}
      {!room && task && comment && (
        <CommentBox
          taskId={task._id}
          projectId={task.project_id}
          viewerId={member._id}
          readers={member.role === 'client' ? 'everybody' : task.audience === 'client' ? 'choice' : 'team'}
          onAdded={onSent}
          reply={{ to: comment, onClose }}
        />
      )}
    </fieldset>
  );
}

function InRoom({ roomId, thread, onSent }: { roomId: string; thread: string | undefined; onSent: () => void }) {
  const { data: room, error, refetch } = useQuery(roomQuery(roomId));
  const field = useRef<HTMLTextAreaElement>(null);
  const there = room !== undefined;
  useEffect(() => {
    if (there) field.current?.focus();
  }, [there]);
  if (error) return <LoadError title="The room could not be loaded" of={{ error, refetch }} />;
  if (!room) return <SkeletonRows rows={1} rowHeight={48} label="Loading the room" />;
  return (
    <div className="overflow-hidden rounded-lg border border-border [&>form]:border-t-0">
      <Composer
        room={room}
        {...(thread && { thread })}
        field={field}
        quoting={null}
        onQuote={() => undefined}
        onSend={() => undefined}
        onSent={async () => onSent()}
      />
    </div>
  );
}
