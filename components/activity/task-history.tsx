'use client';

import { Undo2 } from 'lucide-react';
import { useState } from 'react';
import { rememberSent, useUndo } from '@/components/keys/use-undo';
import { call, reasonOf } from '@/components/query/api-client';
import { Button } from '@/components/ui/button';
import { showToast } from '@/components/ui/overlay/toast';
import { useActor } from '@/components/viewer/shell-context';
import type { ActivityRecord } from '@/lib/event/schema';
import { canBringBack } from '@/lib/permission/policy';
import type { TaskDetail } from '@/lib/task/schema';
import { isUndoable } from '@/lib/task-undo/vocabulary';
import { ActivityList } from './activity-list';

type Props = {
  taskKey: string;
  activity: readonly ActivityRecord[];
  mayUndo: boolean;
  /** With the task after it. */
  onUndone: (task: TaskDetail) => void;
  /** Heard by screen readers. */
  say: (words: string) => void;
};

/** The history of a task: what a line tells can be taken back, and that too, by Ctrl+Z. */
export function TaskHistory({ taskKey, activity, mayUndo, onUndone, say }: Props) {
  const [pending, setPending] = useState<string | null>(null);
  const remember = useUndo();
  const actor = useActor();
  async function undo({ _id: id, says }: ActivityRecord, undoing = false) {
    setPending(id);
    const sent = call('POST undoActivity/{id}', { id });
    if (!undoing) rememberSent(sent, ({ activity: [line] }) => line && undo(line, true), remember);
    try {
      onUndone(await sent);
      say(`Undone: ${says}`);
    } catch (error) {
      showToast({ kind: 'failure', text: `${taskKey} was not changed. ${reasonOf(error)}` });
    } finally {
      setPending(null);
    }
  }
  return (
    <ActivityList
      activity={activity}
      action={(line) =>
        mayUndo &&
        isUndoable(line) &&
        (line.kind !== 'file.deleted' || canBringBack(actor, line.actor?._id ?? null)) && (
          <span className="-my-1 print:hidden">
            <Button
              variant="quiet"
              size="compact"
              icon={<Undo2 />}
              pending={pending === line._id}
              onClick={() => void undo(line)}
            >
              Undo<span className="sr-only">: {line.says}</span>
            </Button>
          </span>
        )
      }
    />
  );
}
