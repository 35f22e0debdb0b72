'use client';

import { useEffect, useRef, useState } from 'react';
import { useLive, useLiveEvents } from '@/components/live/live-provider';
import { call } from '@/components/query/api-client';
import { useShell } from '@/components/viewer/shell-context';
import type { InputOf } from '@/lib/api/contract';
import { TYPING_SECONDS } from '@/lib/presence/vocabulary';

const SAID_MS = TYPING_SECONDS * 1000;
/** One word of it may be lost. */
const COUNTS_MS = 2.5 * SAID_MS;

/** @returns a function to call at each change of the text: others hear of it every few seconds. */
export function useSaysTyping(about: InputOf<'POST typing'>): () => void {
  const said = useRef(0);
  return () => {
    const now = Date.now();
    if (now - said.current < SAID_MS || !navigator.onLine) return;
    said.current = now;
    void call('POST typing', about).catch(() => undefined);
  };
}

/** Ids of those who are writing in the room, one of its threads, or the task's description, just now, without the viewer. */
export function useTyping(about: string, thread?: string): readonly string[] {
  const { channels } = useLive();
  const { member } = useShell();
  const [writing, setWriting] = useState<readonly string[]>([]);
  const timers = useRef(new Map<string, ReturnType<typeof setTimeout>>());
  const without = (id: string) => {
    clearTimeout(timers.current.get(id));
    timers.current.delete(id);
    setWriting((now) => now.filter((one) => one !== id));
  };
  useEffect(() => {
    const { current } = timers;
    return () => {
      for (const timer of current.values()) clearTimeout(timer);
    };
  }, []);
  useLiveEvents(
    [channels.organisation, channels.member, ...channels.projects],
    ({ event, data: { id, room_id, thread_id, task_id } }) => {
      if (event !== 'typing' || (room_id ?? task_id) !== about || thread_id !== thread || id === member._id) return;
      clearTimeout(timers.current.get(id));
      timers.current.set(
        id,
        setTimeout(() => without(id), COUNTS_MS),
      );
      setWriting((now) => (now.includes(id) ? now : [...now, id]));
    },
    false,
    true,
  );
  return writing;
}
