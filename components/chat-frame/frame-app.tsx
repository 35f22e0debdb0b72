'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import ChatApp, { type ChatPlace } from '@/components/chat/chat-app';
import { keepLastRoom, lastRoom } from '@/components/chat/rooms/last-room';
import { firstRoom, wantedRoom } from '@/components/chat/rooms/room-entries';
import { keepRefused, sendMessage } from '@/components/chat/send-message';
import { setAtService } from '@/components/file/upload/road';
import { LiveProvider } from '@/components/live/live-provider';
import { Toaster } from '@/components/page/toaster';
import { actAsChat } from '@/components/query/acting';
import { QueryProvider } from '@/components/query/query-provider';
import { onExpiry } from '@/components/query/session-channel';
import { persistQueue } from '@/components/query/stored-queue';
import { FormatsProvider } from '@/components/ui/formats';
import { type Shell, ShellProvider } from '@/components/viewer/shell-context';
import type { Reader } from '@/lib/formats';
import type { LiveConfig } from '@/lib/realtime/live-config';
import type { RoomRecord } from '@/lib/room/schema';
import { FrameStatus } from './frame-status';
import { tellParent } from './to-parent';
import { useParent } from './use-parent';

if (typeof window !== 'undefined') actAsChat();

type FrameProps = {
  shell: Shell;
  organisationId: string;
  reader: Reader;
  live: LiveConfig | null;
  /** Files go to UploadThing. */
  atService: boolean;
  rooms: RoomRecord[];
  place: ChatPlace;
  /** Origin of the page around it. */
  parent: string | null;
};

/** The chat as an application of its own: what it shows is read, followed and sent by its own session. */
export function FrameApp({ shell, organisationId, reader, live, atService, ...rest }: FrameProps) {
  useEffect(() => setAtService(atService), [atService]);
  return (
    <FormatsProvider reader={reader}>
      <QueryProvider>
        <ShellProvider shell={shell}>
          <LiveProvider
            config={live}
            member={{ id: shell.member._id }}
            organisation={{ id: organisationId }}
            projectIds={[...shell.projectIds]}
            role={shell.member.role}
          >
            <Framed memberId={shell.member._id} {...rest} />
          </LiveProvider>
        </ShellProvider>
      </QueryProvider>
      <Toaster label="Messages of the chat" />
    </FormatsProvider>
  );
}

type FramedProps = Pick<FrameProps, 'rooms' | 'place' | 'parent'> & { memberId: string };

function Framed({ memberId, rooms, place: first, parent }: FramedProps) {
  const [place, setPlace] = useState(first.room ? first : { room: wantedRoom(rooms), message: null });
  const [begun, setBegun] = useState(false);
  const [opened, setOpened] = useState(0);
  const box = useRef<HTMLDivElement>(null);
  const client = useQueryClient();
  function goTo(next: ChatPlace) {
    setPlace(next);
    tellParent(parent, { kind: 'place', ...next });
  }
  // Whoever opens the chat without naming a room wants to read what is new, or to go on where they were.
  const begin = useEffectEvent(() => {
    setBegun(true);
    const room = first.room ? null : firstRoom(rooms, lastRoom(memberId));
    if (room) goTo({ room, message: null });
  });
  useEffect(() => begin(), []);
  useEffect(() => {
    if (place.room) keepLastRoom(memberId, place.room);
  }, [memberId, place.room]);
  const tellOwn = () => {
    if (first.room === null && place.room) tellParent(parent, { kind: 'place', ...place });
  };
  // The frame keeps its drafts at an address of its own.
  useEffect(() => {
    void import('@/components/draft/drop-ended').then(({ dropEndedDrafts }) => dropEndedDrafts(memberId));
  }, [memberId]);
  const ended = useEffectEvent(() => tellParent(parent, { kind: 'ended' }));
  useEffect(() => onExpiry(() => ended()), []);
  // A list of its own: the page around it may send nothing of this, and this nothing of its.
  useEffect(
    () =>
      persistQueue(client, {
        owner: `chat-${memberId}`,
        kinds: {
          sendMessage: {
            send: sendMessage,
            onRefused: (message: Parameters<typeof keepRefused>[1], reason) => keepRefused(memberId, message, reason),
          },
        },
        onSent: () => void client.invalidateQueries(),
      }),
    [client, memberId],
  );
  function enter() {
    box.current?.focus();
    setOpened((now) => now + 1);
  }
  useParent(parent, { onGo: setPlace, onFocus: enter, onHello: tellOwn });
  return (
    // The page around it has a main part of its own.
    <div
      ref={box}
      id="main"
      role={parent ? undefined : 'main'}
      tabIndex={-1}
      className="fixed inset-0 flex flex-col bg-surface outline-none"
    >
      <h1 className="sr-only">Chat</h1>
      <FrameStatus />
      <ChatApp
        first={rooms}
        place={place}
        onPlace={goTo}
        opened={opened}
        begun={begun}
        onUnread={(count) => tellParent(parent, { kind: 'unread', rooms: count })}
      />
    </div>
  );
}
