'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useRef, useState } from 'react';
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
import { PlainText, PlainTitle } from '@/components/ui/form/plain-field';
import { FormDialog } from '@/components/ui/overlay/form-dialog';
import { showToast } from '@/components/ui/overlay/toast';
import { useOrganisationLinks, useShell } from '@/components/viewer/shell-context';
import { mayEver } from '@/lib/permission/policy';
import { TASK_FORM as FIELDS } from '@/lib/task/vocabulary.form';
import { defaultProject, projectKeyIn } from './default-project';
import { keepLastProject, lastProject } from './last-project';
import { BLANK_TASK, newTaskOf } from './new-task';
import { NewTaskChips } from './new-task-chips';
import { pageProject } from './page-project';

const DRAWN = ['project_id', ...Object.keys(FIELDS)];

export function NewTaskDialog({ open, onOpenChange }: OverlayProps) {
  return open ? <Form onClose={() => onOpenChange(false)} /> : null;
}

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
  const [missing, setMissing] = useState<Record<string, string[]>>();
  const refused = creation.error instanceof ApiError ? creation.error.errors : {};
  const errors: Record<string, string[] | undefined> = { ...refused, ...missing };
  const isTold = DRAWN.some((field) => errors[field]);
  function submit() {
    const left = {
      ...(!task.title.trim() && { title: ['Give the task a title.'] }),
      ...(!project && { project_id: ['Choose a project.'] }),
    };
    const complete = project && Object.keys(left).length === 0;
    setMissing(complete ? undefined : left);
    if (complete) creation.mutate(project._id);
  }

  const nowhere = projects.data?.length === 0;
  const makesProjects = mayEver(member, 'project.create');
  return (
    <FormDialog
      title="New task"
      initialFocus={title}
      finalFocus={overlayOrigin}
      action={nowhere ? undefined : 'Create task'}
      pendingText="Creating"
      pending={creation.isPending}
      message={creation.error && !isTold ? reasonOf(creation.error) : undefined}
      attempt={missing ?? creation.error}
      onSubmit={submit}
      onClose={onClose}
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
        <div className="flex flex-col gap-2">
          <DraftNotice {...notice} />
          <PlainTitle
            ref={title}
            label={FIELDS.title.label}
            placeholder={FIELDS.title.placeholder}
            required
            maxLength={FIELDS.title.max}
            autoComplete="off"
            value={task.title}
            onChange={(text) => change({ title: text })}
            error={errors.title?.[0]}
          />
          <PlainText
            label={FIELDS.description.label}
            placeholder={FIELDS.description.placeholder}
            maxLength={FIELDS.description.max}
            value={task.description}
            onChange={({ target }) => change({ description: target.value })}
            error={errors.description?.[0]}
          />
          <NewTaskChips task={task} project={project} projects={projects} errors={errors} onChange={change} />
        </div>
      )}
    </FormDialog>
  );
}
