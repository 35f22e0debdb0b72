'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useCatchUp } from '@/components/live/live-provider';
import { ErrorState } from '@/components/ui/error-state';
import type { MessageRecord } from '@/lib/message/schema';
import { threadQuery } from './chat-query';
import { Composer } from './composer';
import { useLogKeys } from './message/use-log-keys';
import { Message } from './message-item';
import { PendingMessages, usePendingMessages } from './pending-messages';
import { SidePanel } from './side-panel';
import type { MessageTools } from './use-message-actions';
import { useRoomEvents } from './use-rooms';

type ThreadProps = MessageTools & {
  root: MessageRecord;
  /** A reply to begin at. */
  at?: string;
  onClose: () => void;
};

export function ThreadPanel({ root, at, onClose, ...tools }: ThreadProps) {
  const { room } = tools;
  const { _id: thread } = root;
  const client = useQueryClient();
  const field = useRef<HTMLTextAreaElement>(null);
  const end = useRef<HTMLDivElement>(null);
  const onKeyDown = useLogKeys(field);
  const asked = threadQuery(room._id, thread);
  const { data, isError } = useQuery(asked);
  const shown = data ?? [root];
  const again = () => client.invalidateQueries({ queryKey: asked.queryKey });
  // A new reply changes the message that began the thread.
  useRoomEvents(room, ({ event, data: { id } }) => {
    if (event === 'message.changed' && shown.some(({ _id }) => _id === id)) void again();
  });
  useCatchUp(() => void again());
  useEffect(() => {
    if (!at && !matchMedia('(pointer: coarse)').matches) field.current?.focus();
  }, [at]);
  const pending = usePendingMessages(room._id, thread, shown);
  const count = shown.length + pending.length;
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was said last comes into view
  useEffect(() => {
    end.current?.scrollIntoView({ block: 'end' });
  }, [count]);
  const log = useRef<HTMLDivElement>(null);
  const there = data !== undefined;
  useEffect(() => {
    if (there && at) log.current?.querySelector<HTMLElement>(`[data-message="${at}"]`)?.focus();
  }, [there, at]);
  function put(message: MessageRecord) {
    tools.put(message);
    void again();
  }
  return (
    <SidePanel title="Thread" onClose={onClose}>
      <div
        ref={log}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls by keys
        tabIndex={0}
        role="log"
        aria-live="off"
        aria-label="Messages of the thread"
        onKeyDown={onKeyDown}
        className="min-h-0 flex-1 overflow-y-auto py-3"
      >
        {shown.map((message) => (
          <Message
            key={message._id}
            message={message}
            brief={false}
            {...tools}
            put={put}
            onQuote={() => field.current?.focus()}
          />
        ))}
        {isError && (
          <div className="p-3">
            <ErrorState title="The thread could not be loaded" onRetry={() => void again()} />
          </div>
        )}
        <PendingMessages pending={pending} />
        <div ref={end} />
      </div>
      {room.rights.send && (
        <Composer
          {...{ room, thread, field }}
          quoting={null}
          onQuote={() => undefined}
          onSend={() => undefined}
          onSent={again}
        />
      )}
    </SidePanel>
  );
}
