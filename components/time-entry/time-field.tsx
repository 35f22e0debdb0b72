'use client';

import { useQueryClient } from '@tanstack/react-query';
import { Play, Square } from 'lucide-react';
import { useState } from 'react';
import { Editable } from '@/components/field/editable';
import { Field, Nothing } from '@/components/field/side-field';
import { useUndo } from '@/components/keys/use-undo';
import { Button } from '@/components/ui/button';
import { useActor } from '@/components/viewer/shell-context';
import type { TaskDetail } from '@/lib/task/schema';
import { estimateWords } from '@/lib/task/vocabulary';
import { canLogTime } from '@/lib/time-entry/policy';
import { useRunningFor } from './use-running-for';

const loadPanel = () => import('./time-panel').then(({ TimePanel }) => TimePanel);

/** What was spent on a task beside its estimate, and the viewer's timer for it. `onChanged`: the task is to be read again. */
export function TimeField({ task, onChanged }: { task: TaskDetail; onChanged: () => Promise<void> }) {
  const actor = useActor();
  const remember = useUndo();
  if (!task.time) return null;
  const { spent_minutes: spent, started_at } = task.time;
  const over = task.estimate_minutes === null ? 0 : spent - task.estimate_minutes;
  const mayLog = canLogTime(actor, { projectId: task.project_id }) && task.deleted_at === null;
  return (
    <Field name="Time spent">
      <span className="flex w-full min-w-0 items-center justify-between gap-3">
        <span className="min-w-0 flex-1">
          <Editable name="Time spent" popup="dialog" load={loadPanel} editor={{ task, mayLog, remember, onChanged }}>
            {spent === 0 ? (
              <Nothing>None</Nothing>
            ) : (
              <span className="tabular-nums">
                {estimateWords(spent)}
                {over > 0 && <span className="text-sm text-danger-text"> ({estimateWords(over)} over)</span>}
              </span>
            )}
          </Editable>
        </span>
        {mayLog && <TimerButton taskId={task._id} startedAt={started_at} onChanged={onChanged} />}
      </span>
    </Field>
  );
}

type TimerProps = { taskId: string; startedAt: string | null; onChanged: () => Promise<void> };

function TimerButton({ taskId, startedAt, onChanged }: TimerProps) {
  const queries = useQueryClient();
  const [pending, setPending] = useState(false);
  const running = useRunningFor(startedAt);
  async function press() {
    setPending(true);
    const { setTimer } = await import('./timer-actions');
    await setTimer(queries, startedAt ? null : taskId);
    // Until it says so itself a second press would begin anew.
    await onChanged();
    setPending(false);
  }
  return (
    <Button
      size="compact"
      icon={startedAt ? <Square /> : <Play />}
      pending={pending}
      data-task-field="Timer"
      aria-label={startedAt ? `Stop timer, running for ${running}` : 'Start timer'}
      onClick={() => void press()}
    >
      {startedAt && <span className="tabular-nums">{running}</span>}
    </Button>
  );
}
