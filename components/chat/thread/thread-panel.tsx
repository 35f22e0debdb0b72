'use client';

import { Fragment, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { TypingLine } from '@/components/presence/typing-line';
import { Button } from '@/components/ui/button';
import { ErrorState } from '@/components/ui/error-state';
import type { MessageRecord } from '@/lib/message/schema';
import type { RoomRecord } from '@/lib/room/schema';
import { roomMembersQuery } from '../chat-query';
import { Composer } from '../composer';
import { NewLine } from '../message/new-line';
import { useLogKeys } from '../message/use-log-keys';
import { Message } from '../message-item';
import { PendingMessages, usePendingMessages } from '../pending-messages';
import { SidePanel } from '../side-panel';
import { useKeptPlace } from '../use-kept-place';
import type { MessageTools } from '../use-message-actions';
import { useThread } from './use-thread';

type ThreadProps = MessageTools & {
  root: MessageRecord;
  /** A reply to begin at. */
  at?: string;
  opened: number;
  onRoom: (room: RoomRecord) => void;
  onClose: () => void;
};

export function ThreadPanel({ root, at, opened, onRoom, onClose, ...tools }: ThreadProps) {
  const { room } = tools;
  const { _id: thread } = root;
  const [quoting, setQuoting] = useState<MessageRecord | null>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const log = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const bottom = useRef(true);
  const onKeyDown = useLogKeys(field);
  const read = useThread(room, { root, at: at ?? null, log, opened, onRoom, put: tools.put });
  const { shown, there, again, atEnd, reading } = read;
  const { to: readTo, set } = reading.line;
  useEffect(() => {
    if (!at && !matchMedia('(pointer: coarse)').matches) field.current?.focus();
  }, [at]);
  const pending = usePendingMessages(room._id, thread, shown);
  const place = useKeptPlace(
    { scroller: log, content, atEnd: bottom, whole: atEnd },
    `${shown[1]?._id} ${shown.at(-1)?._id} ${shown.length} ${pending.length}`,
  );
  const begin = useEffectEvent(() => {
    const row = at && log.current?.querySelector<HTMLElement>(`[data-message="${at}"]`);
    if (!row) return;
    place.show(row, 'center');
    row.focus({ preventScroll: true });
  });
  useLayoutEffect(() => {
    if (there) begin();
  }, [there]);
  const toLine = useEffectEvent(() => {
    const row = bottom.current ? log.current?.querySelector<HTMLElement>('[data-new]') : null;
    if (row) place.show(row, 'center');
  });
  useLayoutEffect(() => {
    if (set) toLine();
  }, [set]);
  // Who sends something sees it.
  const sent = useRef(0);
  const { end } = place;
  useLayoutEffect(() => {
    if (pending.length > sent.current) end();
    sent.current = pending.length;
  }, [pending.length, end]);

  function put(message: MessageRecord) {
    tools.put(message);
    void again();
  }
  function quote(message: MessageRecord) {
    setQuoting(message);
    field.current?.focus();
  }
  function toQuoted(id: string) {
    const row = log.current?.querySelector<HTMLElement>(`[data-message="${id}"]`);
    if (!row) return tools.onQuoted(id);
    place.show(row, 'center');
    row.focus({ preventScroll: true });
  }
  /** Of a reply the thread alone, until it is opened again. */
  async function unreadFrom(message: MessageRecord) {
    const before = shown[shown.findIndex(({ _id }) => _id === message._id) - 1];
    if (!before) return tools.onUnread(message);
    await reading.unreadFrom(before._id);
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
        onScroll={() => place.note()}
        className="min-h-0 flex-1 overflow-y-auto py-3 [overflow-anchor:none]"
      >
        <div ref={content}>
          {shown.map((message, index) => (
            <Fragment key={message._id}>
              {index > 0 && shown[index - 1]?._id === readTo && <NewLine />}
              <Message
                message={message}
                brief={false}
                {...tools}
                put={put}
                onUnread={unreadFrom}
                onQuote={quote}
                onQuoted={toQuoted}
              />
              {index === 0 && read.earlier && (
                <p className="px-4 py-2 text-center">
                  <Button size="compact" disabled={read.isFetching} onClick={read.earlier}>
                    Show earlier replies
                  </Button>
                </p>
              )}
            </Fragment>
          ))}
          {read.later && (
            <p className="px-4 py-2 text-center">
              <Button size="compact" disabled={read.isFetching} onClick={read.later}>
                Show later replies
              </Button>
            </p>
          )}
          {read.isError && (
            <div className="p-3">
              <ErrorState title="The thread could not be loaded" onRetry={() => void again()} />
            </div>
          )}
          <PendingMessages pending={pending} />
        </div>
      </div>
      <TypingLine roomId={room._id} threadId={thread} people={roomMembersQuery(room._id)} />
      {room.rights.send && (
        <Composer
          {...{ room, thread, field }}
          quoting={quoting}
          onQuote={setQuoting}
          onSend={read.toEnd}
          onSent={again}
        />
      )}
    </SidePanel>
  );
}
