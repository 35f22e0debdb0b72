'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { PinOff } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useCatchUp } from '@/components/live/live-provider';
import { call, reasonOf } from '@/components/query/api-client';
import { ErrorState } from '@/components/ui/error-state';
import { FocusKeeper } from '@/components/ui/focus-keeper';
import { IconButton } from '@/components/ui/icon-button';
import { showToast } from '@/components/ui/overlay/toast';
import type { MessageRecord } from '@/lib/message/schema';
import type { RoomRecord } from '@/lib/room/schema';
import { cut } from '@/lib/text';
import { pinsQuery } from '../chat-query';
import { SidePanel } from '../side-panel';
import { useRoomEvents } from '../use-rooms';
import { FoundMessage } from './found-message';
import { spokenOf } from './message-words';

/** Reactions of many change many messages, of which few are pins (ms). */
const CALM_MS = 600;

type PinnedProps = {
  room: RoomRecord;
  /** A message as it is now. */
  put: (message: MessageRecord) => void;
  onJump: (message: MessageRecord) => void;
  onClose: () => void;
};

/** What is pinned in a room and in its threads, followed live; who writes there takes a pin off. */
export function PinnedMessages({ room, put, onJump, onClose }: PinnedProps) {
  const { pins, isError, again } = usePins(room);
  async function change(work: Promise<MessageRecord>, done: () => void) {
    try {
      put(await work);
      done();
    } catch (error) {
      showToast({ kind: 'failure', text: `The message was not changed. ${reasonOf(error)}` });
    }
    again();
  }
  function unpin({ _id: id }: MessageRecord) {
    const back = () => void change(call('POST pinMessage/{id}', { id }), () => undefined);
    void change(call('DELETE pinMessage/{id}', { id }), () =>
      showToast({ kind: 'success', text: 'Message unpinned.', action: { label: 'Undo', onAction: back } }),
    );
  }
  return (
    <SidePanel title="Pinned messages" onClose={onClose}>
      <p role="status" className="px-4 pt-2 text-sm text-text-3 empty:hidden">
        {!pins && !isError && 'Loading'}
        {pins?.length === 0 && 'Nothing is pinned here yet.'}
      </p>
      {isError && (
        <div className="p-3">
          <ErrorState title="The messages could not be loaded" onRetry={again} />
        </div>
      )}
      <div className="min-h-0 flex-1 overflow-y-auto">
        <FocusKeeper label="Pinned messages">
          <ul aria-label="Pinned messages" className="p-2">
            {pins?.map((message) => (
              <li key={message._id} tabIndex={-1} className="flex items-start gap-1">
                <FoundMessage message={message} where={message.thread_id && 'in a thread'} onJump={onJump} />
                {room.rights.send && (
                  <IconButton
                    label={`Unpin: ${cut(spokenOf(message), 60, '…')}`}
                    icon={<PinOff />}
                    size="compact"
                    onClick={() => unpin(message)}
                  />
                )}
              </li>
            ))}
          </ul>
        </FocusKeeper>
      </div>
    </SidePanel>
  );
}

function usePins(room: RoomRecord) {
  const client = useQueryClient();
  const query = pinsQuery(room._id);
  const { data: pins, isError } = useQuery(query);
  const again = () => void client.invalidateQueries({ queryKey: query.queryKey });
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  useRoomEvents(room, ({ event }) => {
    if (event !== 'message.changed') return;
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      again();
    }, CALM_MS);
  });
  useCatchUp(again);
  return { pins: pins?.toReversed(), isError: isError && !pins, again };
}
