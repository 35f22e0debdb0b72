'use client';

import { useEffect, useEffectEvent, useRef } from 'react';
import { useCatchUp, useLive, useLiveEvents } from '@/components/live/live-provider';
import { call } from '@/components/query/api-client';
import { sayThere } from './say-there';

/** All who hear of a message would otherwise ask in the same moment (ms). */
const CALM_MS = 3_000;

/** Whether there is something unread, before the chat is opened; and that the person is there. */
export function ChatWatch({ onUnread }: { onUnread: (rooms: number) => void }) {
  const { channels } = useLive();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const ask = useEffectEvent(() => {
    timer.current = undefined;
    void call('GET unreadRooms').then(
      ({ rooms }) => onUnread(rooms),
      () => undefined,
    );
  });
  function soon() {
    timer.current ??= setTimeout(() => ask(), CALM_MS * (0.5 + Math.random()));
  }
  useEffect(() => {
    ask();
    const end = sayThere();
    return () => {
      clearTimeout(timer.current);
      end();
    };
  }, []);
  useLiveEvents([channels.organisation, channels.member, ...channels.projects], ({ event }) => {
    if (event.startsWith('message.') || event === 'room.read') soon();
  });
  useCatchUp((reason) => reason === 'reconnected' && soon());
  return null;
}
