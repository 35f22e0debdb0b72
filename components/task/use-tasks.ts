'use client';

import { useMutation } from '@tanstack/react-query';
import { rememberMade } from '@/components/keys/undo-made';
import { shownRow } from '@/components/live/collection';
import type { Nudge } from '@/components/live/follow';
import { useLive } from '@/components/live/live-provider';
import type { LiveMessage } from '@/components/live/subscriptions';
import { type CollectionSource, useCollection } from '@/components/live/use-collection';
import { call, newIdempotencyKey } from '@/components/query/api-client';
import { QUEUED } from '@/components/query/change-queue';
import { useFormats } from '@/components/ui/formats';
import { showToast } from '@/components/ui/overlay/toast';
import { parseFilter } from '@/lib/filter/format';
import type { TaskCard } from '@/lib/task/schema';
import type { CardExtra } from '@/lib/task/vocabulary';
import { extrasOf } from '@/lib/task/vocabulary.fields';
import { columnsIn, extrasShown, includes, type TaskFilters } from '@/lib/task/vocabulary.filter';
import { useMadeTasks } from './new/made-task';
import { type NewTask, sendChange, sendTask } from './send-change';
import { type Begun, basisOf, EditConflict, newerOf, type TaskChange, withChange } from './task-edit';
import type { Viewer } from './task-rights';
import { useWaiting } from './use-waiting';

type TasksSource = Pick<
  CollectionSource<TaskCard, TaskChange>,
  'key' | 'first' | 'loadedAt' | 'read' | 'list' | 'compare' | 'arrives' | 'tally'
> & {
  viewer: Viewer;
  filters: TaskFilters;
  today: string;
  /** Projects whose live messages are followed. */
  heard: readonly string[];
  /** What the view leaves out besides its filters, without saying so. */
  hides?: (card: TaskCard) => boolean;
  /** A task that was made elsewhere on the page is shown now. */
  onMade?: (card: TaskCard) => void;
};

export function useTasks({ viewer, filters, today, heard, hides, onMade, ...source }: TasksSource) {
  const { channels } = useLive();
  const { firstDay, today: dayOf } = useFormats();
  const { memberId } = viewer;
  const belongs = (card: TaskCard) => includes(card, filters, { memberId, today, firstDay, dayOf });
  const collection = useCollection<TaskCard, TaskChange>({
    ...source,
    includes: (card) => belongs(card) && !hides?.(card),
    channels: heard.map(channels.project),
    nudge: (message) => extraNudge(message, filters) ?? taskNudge(message),
    fetchOne: (id) => call('GET taskCard/{id}', { id }),
    send: (change, card) => sendChange(change, card),
    kind: 'changeTask',
    newer: newerOf,
  });
  const { now, dispatch } = collection;
  useMadeTasks((card) => {
    if (!heard.includes(card.project_id)) return 'elsewhere';
    if (!belongs(card)) return 'hidden';
    if (hides?.(card)) return 'elsewhere';
    dispatch({ type: 'patched', row: card, at: Date.now(), own: true });
    onMade?.(card);
    return 'shown';
  });
  const creation = useMutation({ ...QUEUED, mutationKey: ['addTask'], scope: { id: 'addTask' }, mutationFn: sendTask });

  return {
    ...collection,
    waiting: useWaiting(),
    take: (card: TaskCard) => dispatch({ type: 'patched', row: card }),
    /** Shown at once; answers the row, or undoes it and rejects with the reason. */
    change: async (change: Begun): Promise<TaskCard | null> => {
      const before = shownRow(now(), change.id, withChange);
      const basis = before ? basisOf(before, change.kind === 'edit' ? change.changes : {}) : undefined;
      try {
        return await collection.change({ basis, ...change, token: newIdempotencyKey() });
      } catch (error) {
        if (error instanceof EditConflict) dispatch({ type: 'patched', row: error.current });
        throw error;
      }
    },
    create: async (task: Omit<NewTask, 'idempotencyKey'>): Promise<void> => {
      const assignee_ids = task.assignee_ids ?? (filters.assignee === 'me' ? [memberId] : undefined);
      const sent = creation.mutateAsync({ ...task, assignee_ids, idempotencyKey: newIdempotencyKey() });
      rememberMade(sent);
      const card = await collection.add(sent);
      if (belongs(card)) dispatch({ type: 'patched', row: card, at: Date.now(), own: true });
      else showToast({ kind: 'info', text: `${card.key} was added. The filters of this view hide it.` });
    },
  };
}

const EXTRA_TOLD: Partial<Record<LiveMessage['event'], CardExtra>> = {
  'time.changed': 'spent_minutes',
  'file.changed': 'attached',
  'file.deleted': 'attached',
  'comment.added': 'attached',
  'comment.changed': 'attached',
};

/** Of what a task is asked for besides: by a filter, which it may enter by this, or for a column. Its version stays. */
function extraNudge({ event, data }: LiveMessage, { filter = '', columns }: TaskFilters): Nudge {
  const extra = EXTRA_TOLD[event];
  if (!extra || !data.task_id) return null;
  if (extrasOf(parseFilter(filter)).includes(extra)) return { id: data.task_id };
  return extrasShown(columnsIn(columns)).includes(extra) ? { id: data.task_id, known: true } : null;
}

function taskNudge({ event, data }: LiveMessage): Nudge {
  switch (event) {
    case 'task.created':
    case 'task.changed':
      return { id: data.id, version: data.version };
    case 'task.deleted':
      return { id: data.id, version: data.version, gone: true };
    case 'task.progressed':
      return { id: data.id, known: true };
    case 'comment.added':
    case 'comment.changed':
      return data.task_id ? { id: data.task_id, known: true } : null;
    case 'project.deleted':
    case 'project.restored':
      return 'everything';
    default:
      return null;
  }
}
