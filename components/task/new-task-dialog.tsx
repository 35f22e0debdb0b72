'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { categoriesQuery } from '@/components/category/category-query';
import { ApiError, api, newIdempotencyKey, reasonOf } from '@/components/query/api-client';
import { useOrganisationLinks } from '@/components/shell/shell-context';
import { Button } from '@/components/ui/button';
import { CheckboxField } from '@/components/ui/checkbox-field';
import { Dialog, DialogClose } from '@/components/ui/dialog';
import { SelectField } from '@/components/ui/select-field';
import { TextArea } from '@/components/ui/text-area';
import { TextField } from '@/components/ui/text-field';
import { showToast } from '@/components/ui/toast';
import type { TaskDetail } from '@/lib/task/schema';
import { PRIORITIES, PRIORITY_LABEL, STATUSES } from '@/lib/task/vocabulary';
import { assignableQuery, type Person } from './assignable-query';
import { AssigneeChoice } from './fields/assignee-panel';
import { BOARDS, TASK_LISTS } from './task-query';
import { useDraft } from './use-draft';

export type NewTaskDialogProps = {
  orgKey: string;
  projects: readonly { _id: string; name: string }[];
  projectId?: string;
  onClose: () => void;
};

const STATUS_OPTIONS = STATUSES.map(({ code, label }) => ({ value: String(code), label }));
const PRIORITY_OPTIONS = PRIORITIES.map((value) => ({ value, label: PRIORITY_LABEL[value] }));
const FIELDS = ['project_id', 'title', 'description', 'status', 'priority', 'category_id', 'start_date', 'due_date'];

/** A new task: the title is enough, the rest can come later. What is written survives closing. */
export function NewTaskDialog({ orgKey, projects, projectId, onClose }: NewTaskDialogProps) {
  const hrefTo = useOrganisationLinks();
  const form = useId();
  const router = useRouter();
  const queries = useQueryClient();
  const title = useRef<HTMLInputElement>(null);
  const key = useRef(newIdempotencyKey());
  const draft = useDraft(`${orgKey}:new-task`);
  const [project, setProject] = useState(projectId ?? projects[0]?._id ?? '');
  const [people, setPeople] = useState<Person[]>([]);
  const [began] = useState(() => recalled(draft.recall()));
  const assignable = useQuery(assignableQuery(project));
  const categories = useQuery(categoriesQuery);

  const creation = useMutation({
    mutationFn: (task: Record<string, unknown>) => api.post<TaskDetail>('Task', task, { idempotencyKey: key.current }),
    onSuccess: (task) => {
      draft.keep('');
      onClose();
      showToast({
        kind: 'success',
        text: `${task.key} was created.`,
        action: { label: 'Open', onAction: () => router.push(hrefTo(`taskpage?task=${task.key}`)) },
      });
      void queries.invalidateQueries({ queryKey: BOARDS });
      void queries.invalidateQueries({ queryKey: TASK_LISTS });
    },
    // Another try is another request: what is wrong was changed before it.
    onError: (error) => {
      if (error instanceof ApiError && error.code !== 'offline') key.current = newIdempotencyKey();
    },
  });
  const errors = creation.error instanceof ApiError ? creation.error.errors : {};
  const told = FIELDS.some((field) => errors[field]);
  useEffect(() => {
    if (creation.error) document.getElementById(form)?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [creation.error, form]);

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    const text = (name: string) => String(data.get(name) ?? '').trim();
    creation.mutate({
      project_id: project,
      title: text('title'),
      description: text('description'),
      status: Number(text('status')),
      priority: text('priority'),
      assignee_ids: people.map(({ _id }) => _id),
      category_id: text('category_id') || null,
      start_date: text('start_date') || null,
      due_date: text('due_date') || null,
      audience: data.has('client') ? 'client' : 'internal',
    });
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="New task"
      initialFocus={title}
      footer={
        <>
          <DialogClose>
            <Button>Cancel</Button>
          </DialogClose>
          <Button variant="primary" type="submit" form={form} pending={creation.isPending} pendingText="Creating">
            Create task
          </Button>
        </>
      }
    >
      <form
        id={form}
        onSubmit={submit}
        onChange={(event) => {
          const data = new FormData(event.currentTarget);
          const written = {
            title: String(data.get('title') ?? ''),
            description: String(data.get('description') ?? ''),
          };
          draft.keep(written.title || written.description ? JSON.stringify(written) : '');
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) event.currentTarget.requestSubmit();
        }}
        className="flex flex-col gap-4"
      >
        {creation.error && !told && (
          <p role="alert" className="rounded-sm border border-danger bg-danger-soft px-3 py-2 text-base text-text">
            {reasonOf(creation.error)}
          </p>
        )}
        <TextField
          ref={title}
          label="Title"
          name="title"
          required
          maxLength={200}
          autoComplete="off"
          defaultValue={began.title}
          error={errors.title?.[0]}
        />
        <div className="grid gap-4 sm:grid-cols-2">
          <SelectField
            label="Project"
            value={project}
            onChange={({ target }) => {
              setProject(target.value);
              setPeople([]);
            }}
            options={projects.map(({ _id, name }) => ({ value: _id, label: name }))}
            error={errors.project_id?.[0]}
          />
          <SelectField
            label="Category"
            name="category_id"
            optional
            options={[
              { value: '', label: 'None' },
              ...(categories.data ?? []).map(({ _id, name }) => ({ value: _id, label: name })),
            ]}
            error={errors.category_id?.[0]}
          />
        </div>
        <TextArea
          label="Description"
          name="description"
          optional
          rows={3}
          hint="Markdown: **bold**, lists, links."
          defaultValue={began.description}
          error={errors.description?.[0]}
        />
        <div className="grid gap-4 sm:grid-cols-2">
          <SelectField label="Status" name="status" defaultValue="1" options={STATUS_OPTIONS} />
          <SelectField label="Priority" name="priority" defaultValue="none" options={PRIORITY_OPTIONS} />
          <TextField label="Start date" name="start_date" type="date" optional error={errors.start_date?.[0]} />
          <TextField label="Due date" name="due_date" type="date" optional error={errors.due_date?.[0]} />
        </div>
        <div className="flex flex-col gap-1">
          <p className="text-sm font-medium text-text-2">
            Assignees <span className="font-normal text-text-3">({people.length} chosen)</span>
          </p>
          <div className="rounded-sm border border-border-strong px-2 py-1">
            {assignable.isError ? (
              <p className="py-1 text-base text-text-2">People could not be loaded. They can be chosen later.</p>
            ) : (
              <AssigneeChoice people={assignable.data} chosen={people} onChange={setPeople} low />
            )}
          </div>
          {errors.assignee_ids && <p className="text-sm text-danger-text">{errors.assignee_ids[0]}</p>}
        </div>
        <CheckboxField
          label="Visible to the project’s clients"
          name="client"
          hint="Left empty, only the team sees this task."
        />
      </form>
    </Dialog>
  );
}

function recalled(kept: string): { title: string; description: string } {
  try {
    const { title, description } = JSON.parse(kept) as Record<string, unknown>;
    return {
      title: typeof title === 'string' ? title : '',
      description: typeof description === 'string' ? description : '',
    };
  } catch {
    return { title: '', description: '' };
  }
}
