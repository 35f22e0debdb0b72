'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { DraftNotice } from '@/components/draft/draft-notice';
import { useFormDraft } from '@/components/draft/use-form-draft';
import type { OverlayProps } from '@/components/overlay/overlay';
import { openOverlay, overlayOrigin } from '@/components/overlay/overlay';
import { creatableProjectsQuery } from '@/components/project/project-query';
import { ApiError, call, reasonOf } from '@/components/query/api-client';
import { creationKeys } from '@/components/query/creation-key';
import { DASHBOARD } from '@/components/query/dashboard-query';
import { BOARDS, TASK_LISTS } from '@/components/task/task-query';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { PlainText, PlainTitle, sendOnCtrlEnter } from '@/components/ui/form/plain-field';
import { Dialog, DialogClose } from '@/components/ui/overlay/dialog';
import { showToast } from '@/components/ui/overlay/toast';
import { useOrganisationLinks, useShell } from '@/components/viewer/shell-context';
import { mayEver } from '@/lib/permission/policy';
import { defaultProject, projectKeyIn } from './default-project';
import { keepLastProject, lastProject } from './last-project';
import { BLANK_TASK, newTaskOf } from './new-task';
import { NewTaskChips } from './new-task-chips';
import { pageProject } from './page-project';

const DRAWN = [
  'title',
  'description',
  'project_id',
  'status',
  'assignee_ids',
  'priority',
  'category_id',
  'start_date',
  'due_date',
];

/** A new task above whatever page one is on: the title is enough, the rest can come later. */
export function NewTaskDialog({ open, onOpenChange }: OverlayProps) {
  return open ? <Form onClose={() => onOpenChange(false)} /> : null;
}

/** The project that a new task begins in, at once as far as the page or this browser knows it. */
function useStart() {
  const { organisation, member, projects: recent } = useShell();
  const [from] = useState(() => ({
    page: pageProject()?._id ?? projectKeyIn(new URLSearchParams(window.location.search)),
    last: lastProject(organisation.key, member._id),
  }));
  const projects = useQuery(creatableProjectsQuery);
  const expected = pageProject() ?? (from.page ? (recent.find(({ key }) => key === from.page) ?? null) : from.last);
  const start = projects.data
    ? defaultProject(projects.data, { page: from.page, lastUsed: from.last?._id ?? null })
    : expected;
  return { projects, start };
}

function Form({ onClose }: { onClose: () => void }) {
  const form = useId();
  const router = useRouter();
  const queries = useQueryClient();
  const hrefTo = useOrganisationLinks();
  const { organisation, member } = useShell();
  const title = useRef<HTMLTextAreaElement>(null);
  const [keyFor] = useState(creationKeys);
  const { value: task, change, forget, notice } = useFormDraft('new-task', BLANK_TASK);
  const { projects, start } = useStart();
  const project = task.project ?? start;

  const creation = useMutation({
    mutationFn: (projectId: string) => {
      const body = newTaskOf(task, projectId);
      return call('POST Task', body, { idempotencyKey: keyFor(body) });
    },
    onSuccess: (made) => {
      forget();
      if (project) keepLastProject(organisation.key, member._id, project);
      onClose();
      showToast({
        kind: 'success',
        text: `${made.key} was created.`,
        action: { label: 'Open', onAction: () => router.push(hrefTo(`taskpage?task=${made.key}`)) },
      });
      for (const queryKey of [BOARDS, TASK_LISTS, DASHBOARD]) void queries.invalidateQueries({ queryKey });
    },
  });
  const [missing, setMissing] = useState<Record<string, string[]>>({});
  const refused = creation.error instanceof ApiError ? creation.error.errors : {};
  const errors: Record<string, string[] | undefined> = { ...refused, ...missing };
  const isTold = DRAWN.some((field) => errors[field]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt leads to what is wrong
  useEffect(() => {
    document.getElementById(form)?.querySelector<HTMLElement>('[aria-invalid=true], [data-invalid]')?.focus();
  }, [creation.error, missing]);

  function submit(event: FormEvent) {
    event.preventDefault();
    if (creation.isPending) return;
    const left = {
      ...(!task.title.trim() && { title: ['Give the task a title.'] }),
      ...(!project && { project_id: ['Choose a project.'] }),
    };
    setMissing(left);
    if (project && Object.keys(left).length === 0) creation.mutate(project._id);
  }

  const nowhere = projects.data?.length === 0;
  const makesProjects = mayEver(member, 'project.create');
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="New task"
      initialFocus={title}
      finalFocus={overlayOrigin}
      footer={
        <>
          <DialogClose>
            <Button>Cancel</Button>
          </DialogClose>
          {!nowhere && (
            <Button variant="primary" type="submit" form={form} pending={creation.isPending} pendingText="Creating">
              Create task
            </Button>
          )}
        </>
      }
    >
      {nowhere ? (
        <EmptyState
          title="Tasks belong to projects"
          action={makesProjects && <Button onClick={() => openOverlay('new-project')}>New project</Button>}
        >
          {makesProjects
            ? 'Create a project first. Then you can create tasks in it.'
            : 'Once somebody adds you to a project, you can create tasks in it.'}
        </EmptyState>
      ) : (
        <form id={form} noValidate onSubmit={submit} onKeyDown={sendOnCtrlEnter} className="flex flex-col gap-2">
          <DraftNotice {...notice} />
          {creation.error && !isTold && (
            <p role="alert" className="rounded-sm border border-danger bg-danger-soft px-3 py-2 text-base text-text">
              {reasonOf(creation.error)}
            </p>
          )}
          <PlainTitle
            ref={title}
            label="Title"
            placeholder="What is to be done?"
            required
            maxLength={200}
            autoComplete="off"
            value={task.title}
            onChange={(text) => change({ title: text })}
            error={errors.title?.[0]}
          />
          <PlainText
            label="Description"
            placeholder="Add a description (Markdown: **bold**, lists, links)"
            maxLength={20_000}
            value={task.description}
            onChange={({ target }) => change({ description: target.value })}
            error={errors.description?.[0]}
          />
          <NewTaskChips task={task} project={project} projects={projects} errors={errors} onChange={change} />
        </form>
      )}
    </Dialog>
  );
}
