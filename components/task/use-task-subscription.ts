'use client';

import { useEffect, useEffectEvent, useRef } from 'react';
import { useCatchUp, useLive, useLiveEvents } from '@/components/live/live-provider';
import { ApiError, call } from '@/components/query/api-client';
import type { TaskCard } from '@/lib/task/schema';

/** More tasks at once than are worth fetching one by one. */
const MANY = 20;

type News = {
  projectIds: readonly string[];
  /** The version that is on screen, if the task is. */
  versionOf: (id: string) => number | undefined;
  onCard: (card: TaskCard) => void;
  /** Deleted, or no longer the viewer's to see. */
  onGone: (id: string) => void;
  /** Too much happened, or some of it was missed: read everything again. */
  onCatchUp: () => void;
};

/** Hears which tasks of these projects changed, and fetches exactly those. Events carry no content. */
export function useTaskSubscription({ projectIds, versionOf, onCard, onGone, onCatchUp }: News): void {
  const { channels } = useLive();
  const running = useRef(new Map<string, { again: boolean }>());
  const stopped = useRef(false);
  useEffect(() => {
    stopped.current = false;
    return () => {
      stopped.current = true;
    };
  }, []);

  const arrived = useEffectEvent((card: TaskCard) => !stopped.current && onCard(card));
  const gone = useEffectEvent((id: string) => !stopped.current && onGone(id));
  const load = (id: string): void => {
    const before = running.current.get(id);
    if (before) {
      before.again = true;
      return;
    }
    if (running.current.size >= MANY) {
      onCatchUp();
      return;
    }
    const state = { again: false };
    running.current.set(id, state);
    call('GET taskCard/{id}', { id })
      .then(arrived, (error) => {
        if (error instanceof ApiError && error.code === 'not_found') gone(id);
      })
      .finally(() => {
        running.current.delete(id);
        if (state.again && !stopped.current) load(id);
      });
  };

  useLiveEvents(projectIds.map(channels.project), ({ event, data }) => {
    switch (event) {
      case 'task.created':
      case 'task.changed':
        if ((versionOf(data.id) ?? 0) < (data.version ?? Number.POSITIVE_INFINITY)) load(data.id);
        break;
      case 'task.deleted':
        onGone(data.id);
        break;
      case 'comment.added':
      case 'comment.changed':
        if (data.task_id && versionOf(data.task_id) !== undefined) load(data.task_id);
        break;
      case 'project.deleted':
      case 'project.restored':
        onCatchUp();
        break;
      default:
    }
  });
  useCatchUp(onCatchUp);
}
