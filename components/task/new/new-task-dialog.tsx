'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useEffect, useRef, useState } from 'react';
import { DraftNotice } from '@/components/draft/draft-notice';
import { useFormDraft } from '@/components/draft/use-form-draft';
import { rememberMade } from '@/components/keys/undo-made';
import { useLive } from '@/components/live/live-provider';
import { beginTemplateWith } from '@/components/overlay/begun-template';
import type { OverlayProps } from '@/components/overlay/overlay';
import { openOverlay, overlayOrigin } from '@/components/overlay/overlay';
import { creatableProjectsQuery } from '@/components/project/project-query';
import { ApiError, call, reasonOf } from '@/components/query/api-client';
import { creationKeys } from '@/components/query/creation-key';
import { DASHBOARD } from '@/components/query/dashboard-query';
import type { ReadsTask } from '@/components/task/quick/quick-add';
import { Understood } from '@/components/task/quick/understood';
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
import { showMade, titleOnPage } from './made-task';
import { beginNewTaskWith, begunTask, newTaskOf } from './new-task';
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
  const { state } = useLive();
  const title = useRef<HTMLTextAreaElement>(null);
  const reads = useRef<ReadsTask>(null);
  const shown = useRef<string>(null);
  const [keyFor] = useState(creationKeys);
  const [start] = useState(begunTask);
  useEffect(() => () => beginNewTaskWith({}), []);
  const { value: task, change, forget, notice } = useFormDraft('new-task', start);
  const { projects, start: from } = useStart();
  const project = task.project ?? from;

  const creation = useMutation({
    mutationFn: async (projectId: string) => {
      const { title: words, ...said } = (await reads.current?.()) ?? { title: task.title };
      const people = [...new Set([...task.people.map(({ _id }) => _id), ...(said.assignee_ids ?? [])])];
      const body = { ...newTaskOf({ ...task, title: words || task.title }, projectId), ...said, assignee_ids: people };
      return call('POST Task', body, { idempotencyKey: keyFor(body) });
    },
    onSuccess: (made) => {
      forget();
      if (project) keepLastProject(organisation.key, member._id, project);
      const place = showMade(made);
      if (place === 'shown') shown.current = made.key;
      onClose();
      showToast({
        kind: 'success',
        text: `${made.key} was created.${place === 'hidden' ? ' The filters of this view hide it.' : ''}`,
        action: { label: 'Open', onAction: () => router.push(hrefTo(`taskpage?task=${made.key}`)) },
      });
      // What is on the screen has the one task, or hears of it; only without a connection it is read whole.
      const refetchType = state === 'live' || place === 'shown' ? 'none' : 'active';
      for (const queryKey of [BOARDS, TASK_LISTS]) void queries.invalidateQueries({ queryKey, refetchType });
      void queries.invalidateQueries({ queryKey: DASHBOARD });
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
    if (complete) rememberMade(creation.mutateAsync(project._id));
  }

  const nowhere = projects.data?.length === 0;
  const makesProjects = mayEver(member, 'project.create');
  return (
    <FormDialog
      title="New task"
      initialFocus={title}
      finalFocus={() => (shown.current && titleOnPage(shown.current)) || overlayOrigin()}
      action={nowhere ? undefined : 'Create task'}
      beside={
        !nowhere && (
          <Button
            variant="quiet"
            onClick={() => {
              beginTemplateWith({ project: project ?? undefined });
              openOverlay('use-template');
            }}
          >
            Use a template
          </Button>
        )
      }
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
            limit={FIELDS.title.max}
            autoComplete="off"
            value={task.title}
            onChange={(text) => change({ title: text })}
            error={errors.title?.[0]}
          />
          <Understood text={task.title} projectId={project?._id} reads={reads} />
          <PlainText
            label={FIELDS.description.label}
            placeholder={FIELDS.description.placeholder}
            limit={FIELDS.description.max}
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
