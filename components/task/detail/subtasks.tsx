'use client';

import { useMutation } from '@tanstack/react-query';
import { Clock, Plus } from 'lucide-react';
import { useUndo } from '@/components/keys/use-undo';
import { beginTemplateWith } from '@/components/overlay/begun-template';
import { DialogLink } from '@/components/overlay/dialog-link';
import { FORM_PAGE } from '@/components/overlay/form-page';
import { useOnDemand } from '@/components/overlay/on-demand';
import { openOverlay, prefetchOverlay } from '@/components/overlay/overlay';
import { AssigneeStack } from '@/components/person/assignee-stack';
import { newIdempotencyKey, reasonOf } from '@/components/query/api-client';
import { QUEUED } from '@/components/query/change-queue';
import { Button } from '@/components/ui/button';
import { buttonStyle } from '@/components/ui/button-style';
import { DueDate } from '@/components/ui/due-date';
import { Link } from '@/components/ui/link';
import { showToast } from '@/components/ui/overlay/toast';
import { useOrganisationLinks } from '@/components/viewer/shell-context';
import { TaskStatus } from '@/components/workflow/task-status';
import type { TaskCard } from '@/lib/task/schema';
import { COMPLETED } from '@/lib/task/vocabulary';
import type { QuickTask } from '../quick/quick-add';
import { sendTask } from '../send-change';
import { rightsOn, type Viewer } from '../task-rights';
import { Tick } from '../tick';
import { useWaiting } from '../use-waiting';
import { loadUndo } from './use-field-changes';
import type { TaskHandle } from './use-task';

const loadQuickAdd = () => import('../quick/quick-add').then(({ QuickAdd }) => QuickAdd);

export function Subtasks({
  handle,
  viewer,
  today,
  mayAdd,
}: {
  handle: TaskHandle;
  viewer: Viewer;
  today: string;
  mayAdd: boolean;
}) {
  const hrefTo = useOrganisationLinks();
  const { task, addSubtask, moveSubtask } = handle;
  const { Part: QuickAdd, open: adding, setOpen: setAdding, opener, press } = useOnDemand(loadQuickAdd);
  const waiting = useWaiting();
  const remember = useUndo();
  const creation = useMutation({
    ...QUEUED,
    mutationKey: ['addTask'],
    scope: { id: 'addTask' },
    mutationFn: sendTask,
  });
  const { subtasks } = task;
  const done = subtasks.filter(({ status }) => status === COMPLETED).length;
  if (subtasks.length === 0 && !mayAdd) return null;

  function fromTemplate() {
    const { _id, key, title, project } = task;
    beginTemplateWith({ project: { _id: task.project_id, name: project.name }, parent: { _id, key, title } });
    openOverlay('use-template');
  }
  async function add(more: QuickTask) {
    await addSubtask(
      creation.mutateAsync({
        ...more,
        project_id: task.project_id,
        parent_id: task._id,
        status: 1,
        audience: task.audience,
        idempotencyKey: newIdempotencyKey(),
      }),
    );
  }
  const move = (subtask: TaskCard, status: number) => {
    const step = remember(() => void loadUndo().then(({ undoMove }) => undoMove(handle, subtask, status)));
    return moveSubtask(subtask._id, status).catch((error) => {
      step.forget();
      showToast({ kind: 'failure', text: `${subtask.key} was not changed. ${reasonOf(error)}` });
    });
  };

  return (
    <section aria-labelledby="subtasks-title">
      <div className="flex min-h-8 flex-wrap items-center gap-x-1">
        <h2 id="subtasks-title" className="mr-auto text-sm font-semibold text-text-2">
          Subtasks{' '}
          {subtasks.length > 0 && (
            <span className="font-normal text-text-3 tabular-nums">
              {done} of {subtasks.length} completed
            </span>
          )}
        </h2>
        {mayAdd && (
          <DialogLink
            href={hrefTo(`${FORM_PAGE['use-template']}&parent=${task.key}`)}
            onOpen={fromTemplate}
            onPointerEnter={() => prefetchOverlay('use-template')}
            onFocus={() => prefetchOverlay('use-template')}
            className={buttonStyle('quiet', 'compact')}
          >
            Use a template
          </DialogLink>
        )}
        {mayAdd && !adding && (
          <Button variant="quiet" size="compact" icon={<Plus />} {...opener} onClick={press}>
            Add subtask
          </Button>
        )}
      </div>
      {subtasks.length > 0 && (
        <ul className="divide-y divide-border rounded-lg border border-border bg-surface">
          {subtasks.map((subtask) => (
            <li key={subtask._id} className="flex min-h-10 items-center gap-2 px-3 max-sm:min-h-14">
              {rightsOn(viewer, subtask).move && (
                <span className="-ml-2">
                  <Tick
                    done={subtask.status === COMPLETED}
                    name={`${subtask.key} ${subtask.title}`}
                    onTick={(status) => void move(subtask, status)}
                  />
                </span>
              )}
              <span className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3">
                <Link
                  href={hrefTo(`taskpage?task=${subtask.key}`)}
                  prefetch={false}
                  className="min-w-0 flex-1 truncate rounded-xs text-base hover:underline max-sm:basis-full"
                >
                  {subtask.title}
                </Link>
                <span className="text-xs text-text-3 tabular-nums">{subtask.key}</span>
                {subtask.subtask_progress && (
                  <span className="text-xs text-text-3 tabular-nums">
                    {subtask.subtask_progress.done} of {subtask.subtask_progress.total} below
                  </span>
                )}
                {waiting.has(subtask._id) && (
                  <span className="inline-flex items-center gap-1 text-xs text-text-3">
                    <Clock className="size-3" />
                    Waiting
                  </span>
                )}
                <DueDate date={subtask.due_date} today={today} done={subtask.status === COMPLETED} />
                <span className="text-xs text-text-2 sm:w-24">
                  <TaskStatus of={subtask} size={12} />
                </span>
              </span>
              <AssigneeStack task={subtask} size={20} />
            </li>
          ))}
        </ul>
      )}
      {adding && QuickAdd && (
        <div className="pt-2">
          <QuickAdd label="New subtask" projectId={task.project_id} add={add} onClose={() => setAdding(false)} />
        </div>
      )}
    </section>
  );
}
