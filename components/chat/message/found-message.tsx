import type { ReactNode } from 'react';
import { HIDDEN_PEOPLE } from '@/components/person/assignee-stack';
import { PlainMoment } from '@/components/ui/formats';
import type { MessageRecord } from '@/lib/message/schema';
import { namesOf } from './message-words';

/** A message in a list beside the room, which leads to it. */
export function FoundMessage({
  message,
  where,
  onJump,
}: {
  message: MessageRecord;
  where?: ReactNode;
  onJump: (message: MessageRecord) => void;
}) {
  return (
    <button
      type="button"
      onClick={() => onJump(message)}
      className="w-full min-w-0 rounded-md px-2 py-2 text-left hover:bg-hover"
    >
      <span className="flex flex-wrap items-baseline gap-x-2 text-sm">
        <span dir="auto" className="font-semibold">
          {message.author?.name ?? HIDDEN_PEOPLE}
        </span>
        {where && (
          <span dir="auto" className="min-w-0 truncate text-text-2">
            {where}
          </span>
        )}
        <span className="text-xs text-text-3">
          <PlainMoment at={message.created_at} />
        </span>
      </span>
      <span dir="auto" className="line-clamp-3 text-base break-words">
        {message.body || namesOf(message)}
      </span>
    </button>
  );
}
