'use client';

import { useMutation } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useRef } from 'react';
import { rememberSent, useUndo } from '@/components/keys/use-undo';
import { beginTemplateWith } from '@/components/overlay/begun-template';
import { DialogLink } from '@/components/overlay/dialog-link';
import { FORM_PAGE } from '@/components/overlay/form-page';
import { Later } from '@/components/overlay/later';
import { useOnDemand } from '@/components/overlay/on-demand';
import { openOverlay, prefetchOverlay } from '@/components/overlay/overlay';
import { newIdempotencyKey, reasonOf } from '@/components/query/api-client';
import { QUEUED } from '@/components/query/change-queue';
import { Button } from '@/components/ui/button';
import { buttonStyle } from '@/components/ui/button-style';
import { useFormats } from '@/components/ui/formats';
import { showToast } from '@/components/ui/overlay/toast';
import { useOrganisationLinks } from '@/components/viewer/shell-context';
import type { TaskCard } from '@/lib/task/schema';
import { COMPLETED } from '@/lib/task/vocabulary';
import type { QuickTask } from '../quick/quick-add';
import { sendTask } from '../send-change';
import { SubtaskAudience, useSubtaskAudience } from '../subtask/subtask-audience';
import { SubtaskRow } from '../subtask/subtask-row';
import type { Viewer } from '../task-rights';
import { useWaiting } from '../use-waiting';
import { loadUndo } from './use-field-changes';
import type { TaskHandle } from './use-task';

const loadQuickAdd = () => import('../quick/quick-add').then(({ QuickAdd }) => QuickAdd);
const loadOrder = () => import('../subtask/subtask-order').then(({ SubtaskOrder }) => SubtaskOrder);
const loadBelow = () => import('../subtask/subtasks-below').then(({ SubtasksBelow }) => SubtasksBelow);

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
  const formats = useFormats();
  const section = useRef<HTMLElement>(null);
  // A client's own tasks are always seen by clients.
  const shared = task.audience === 'client' && viewer.role !== 'client';
  const seen = useSubtaskAudience(task.project_id);
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
    const asked = shared && seen.ask();
    const audience = asked ? await asked : task.audience;
    if (asked) section.current?.querySelector<HTMLElement>('form input')?.focus();
    const sent = creation.mutateAsync({
      ...more,
      project_id: task.project_id,
      parent_id: task._id,
      status: 1,
      audience,
      idempotencyKey: newIdempotencyKey(),
    });
    rememberSent(sent, async (made) => (await loadUndo()).removeMade(made, handle.refetch));
    await addSubtask(sent);
  }
  const move = (subtask: TaskCard, status: number) => {
    const step = remember(() => void loadUndo().then(({ undoMove }) => undoMove(handle, subtask, status, formats)));
    return moveSubtask(subtask._id, status).catch((error) => {
      step.forget();
      showToast({ kind: 'failure', text: `${subtask.key} was not changed. ${reasonOf(error)}` });
    });
  };

  return (
    <section ref={section} aria-labelledby="subtasks-title">
      <div className="flex min-h-8 flex-wrap items-center gap-x-1">
        <h2 id="subtasks-title" className="mr-auto text-sm font-semibold text-text-2">
          Subtasks{' '}
          {subtasks.length > 0 && (
            <span className="font-normal text-text-3 tabular-nums">
              {done} of {subtasks.length}
              <span className="max-sm:sr-only"> completed</span>
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
            <SubtaskRow
              key={subtask._id}
              {...{ subtask, viewer, today, waiting, loadBelow }}
              onMove={(one, status) => void move(one, status)}
            />
          ))}
        </ul>
      )}
      {subtasks.length > 1 && task.rights.edit && (
        <Later load={loadOrder} rows={subtasks} show={handle.orderSubtasks} reread={handle.refetch} />
      )}
      {adding && QuickAdd && (
        <div className="pt-2">
          <QuickAdd
            label="New subtask"
            projectId={task.project_id}
            add={add}
            onClose={() => {
              seen.giveUp();
              setAdding(false);
            }}
          >
            {shared && <SubtaskAudience {...seen} />}
          </QuickAdd>
        </div>
      )}
    </section>
  );
}
