'use client';

import { keepPreviousData, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { rememberSent, useUndo } from '@/components/keys/use-undo';
import { useCatchUp, useLive, useLiveEvents } from '@/components/live/live-provider';
import { Later } from '@/components/overlay/later';
import { call, reasonOf } from '@/components/query/api-client';
import { LoadError } from '@/components/query/load-error';
import { useFormats } from '@/components/ui/formats';
import { showToast } from '@/components/ui/overlay/toast';
import { SkeletonRows } from '@/components/ui/skeleton';
import type { MovedTask, TaskCard } from '@/lib/task/schema';
import { moveBack } from '../change/move-back';
import { refusalOf } from '../refusal';
import { sendMove } from '../send-change';
import { rightsOn } from '../task-rights';
import { type BelowProps, SubtaskRow } from './subtask-row';

/** The most that one call answers. */
const MOST = 200;

/** What is right below a task, in order. */
const belowQuery = ({ _id: id, subtask_progress: progress }: TaskCard) =>
  queryOptions({
    // Their numbers are told to open pages: with others there is something to read.
    queryKey: ['subtasks-below', id, progress],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => call('GET taskList', { filter: `parent:${id}`, sort: 'place', limit: MOST }, { signal }),
  });

/** What is right below a subtask; each of it can be unfolded too. */
export function SubtasksBelow({ parent, ...shared }: BelowProps) {
  const { channels } = useLive();
  const queries = useQueryClient();
  const { data, isError, error, refetch } = useQuery(belowQuery(parent));
  useLiveEvents([channels.project(parent.project_id)], ({ event, data: told }) => {
    const ofTask = event === 'task.changed' || event === 'task.progressed';
    if (ofTask && data?.docs.some(({ _id }) => _id === told.id)) void refetch();
  });
  useCatchUp(() => void refetch());
  const remember = useUndo();
  const formats = useFormats();

  const show = (ids: readonly string[]) =>
    queries.setQueryData(belowQuery(parent).queryKey, (now) =>
      now ? { ...now, docs: ids.flatMap((id) => now.docs.find(({ _id }) => _id === id) ?? []) } : now,
    );
  async function move(subtask: TaskCard, status: number) {
    try {
      const sent = sendMove(subtask._id, { status });
      rememberSent(sent, (made) => undo(subtask, made), remember);
      await sent;
    } catch (error) {
      showToast({ kind: 'failure', text: `${subtask.key} was not changed. ${reasonOf(error)}` });
    }
    await refetch();
  }
  async function undo({ _id, key, status }: TaskCard, made: MovedTask) {
    try {
      await moveBack((version) => sendMove(_id, { status }, version), made);
      showToast({ kind: 'info', text: `The change of ${key} was undone.` });
    } catch (error) {
      showToast({
        kind: 'failure',
        text: `The change of ${key} was not undone. ${await refusalOf(error, null, formats)}`,
      });
    }
    await refetch();
  }

  if (isError) return <LoadError title="What is below could not be loaded" of={{ error, refetch }} />;
  if (!data)
    return (
      <SkeletonRows
        rows={parent.subtask_progress?.total ?? 1}
        rowHeight={40}
        label={`Loading what is below ${parent.key}`}
      />
    );
  return (
    <div className="border-t border-border pl-4 sm:pl-6">
      <ul aria-label={`Below ${parent.key}`} className="divide-y divide-border border-l border-border">
        {data.docs.map((subtask) => (
          <SubtaskRow
            key={subtask._id}
            {...shared}
            subtask={subtask}
            loadBelow={loadItself}
            onMove={(one, status) => void move(one, status)}
          />
        ))}
      </ul>
      {data.docs.length > 1 && rightsOn(shared.viewer, parent).edit && (
        <Later load={loadOrder} rows={data.docs} show={show} reread={() => void refetch()} />
      )}
      {data.totalDocs > data.docs.length && (
        <p className="py-1 text-xs text-text-3">
          The first {data.docs.length} of {data.totalDocs} are shown.
        </p>
      )}
    </div>
  );
}

const loadOrder = () => import('./subtask-order').then(({ SubtaskOrder }) => SubtaskOrder);
const loadItself = () => Promise.resolve(SubtasksBelow);
