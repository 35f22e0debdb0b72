'use client';

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type Remember, rememberSent } from '@/components/keys/use-undo';
import { call } from '@/components/query/api-client';
import { LoadError } from '@/components/query/load-error';
import type { EditorProps } from '@/components/ui/form/editor';
import { Popover } from '@/components/ui/overlay/popover';
import { SkeletonRows } from '@/components/ui/skeleton';
import type { TaskDetail } from '@/lib/task/schema';
import { TimeForm, type TimeValues } from './time-form';
import { notUndone, TimeLine } from './time-line';
import { timeEntriesQuery } from './timer-query';

/** `remember`: of the page, as steps outlast the panel. */
type PanelProps = EditorProps & { task: TaskDetail; mayLog: boolean; remember: Remember; onChanged: () => void };

/** Logs time on a task, and shows what was logged. */
export function TimePanel({ task, mayLog, remember, onChanged, ...popover }: PanelProps) {
  async function log(values: TimeValues) {
    const sent = call('POST timeEntry', { task_id: task._id, ...values });
    rememberSent(sent, ({ _id: id }) => call('DELETE timeEntry/{id}', { id }).then(onChanged, notUndone), remember);
    await sent;
    onChanged();
  }
  return (
    <Popover {...popover} label="Time spent" size="panel">
      <div className="flex flex-col gap-4 p-4">
        {mayLog && <TimeForm send={log} action="Log time" />}
        <Logged task={task} remember={remember} onChanged={onChanged} />
      </div>
    </Popover>
  );
}

function Logged({ task, remember, onChanged }: Pick<PanelProps, 'task' | 'remember' | 'onChanged'>) {
  const entries = useQuery({ ...timeEntriesQuery(task), placeholderData: keepPreviousData });
  if (entries.isError) return <LoadError title="Time could not be loaded" of={entries} />;
  if (!entries.data) return <SkeletonRows rows={3} rowHeight={44} label="Loading time entries" />;
  if (entries.data.length === 0) return <p className="text-base text-text-3">Nothing logged yet.</p>;
  const changed = () => {
    void entries.refetch();
    onChanged();
  };
  return (
    <ul aria-label="Logged time" className="flex flex-col">
      {entries.data.map((entry) => (
        <TimeLine key={entry._id} entry={entry} remember={remember} onChanged={changed} />
      ))}
    </ul>
  );
}
