'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { begunTemplate } from '@/components/overlay/begun-template';
import { type OverlayProps, overlayOrigin } from '@/components/overlay/overlay';
import { creatableProjectsQuery } from '@/components/project/project-query';
import { call, reasonOf } from '@/components/query/api-client';
import { creationKeys } from '@/components/query/creation-key';
import { DASHBOARD } from '@/components/query/dashboard-query';
import { pageProject } from '@/components/task/new/page-project';
import { BOARDS, TASK_LISTS } from '@/components/task/task-query';
import { DateField } from '@/components/ui/form/date-field';
import { SelectField } from '@/components/ui/form/select-field';
import { TextField } from '@/components/ui/form/text-field';
import { useFormats } from '@/components/ui/formats';
import { FormDialog } from '@/components/ui/overlay/form-dialog';
import { showToast } from '@/components/ui/overlay/toast';
import { useOrganisationLinks } from '@/components/viewer/shell-context';
import { bidi } from '@/lib/bidi';
import { fold } from '@/lib/fold';
import { TemplateChoice } from './template-choice';
import { templateQuery, templatesQuery } from './template-query';

export function UseTemplateDialog({ open, onOpenChange }: OverlayProps) {
  return open ? <Form onClose={() => onOpenChange(false)} /> : null;
}

function Form({ onClose }: { onClose: () => void }) {
  const router = useRouter();
  const queries = useQueryClient();
  const hrefTo = useOrganisationLinks();
  const today = useFormats().today();
  const [begun] = useState(begunTemplate);
  const [keyFor] = useState(creationKeys);
  const [chosen, setChosen] = useState<string>();
  const [project, setProject] = useState(() => (begun.project ?? pageProject())?._id ?? '');
  const [title, setTitle] = useState<string>();
  const [from, setFrom] = useState(today);
  const templates = useQuery(templatesQuery('task'));
  const { parent } = begun;
  const words = begun.words && fold(begun.words);
  const meant = words && templates.data?.find(({ name }) => fold(name).startsWith(words));
  const id = chosen ?? (meant ? meant._id : '');
  const template = useQuery(templateQuery(id));
  const usual = template.data?.content.tasks[0]?.title ?? '';
  const projects = useQuery(creatableProjectsQuery);
  const creation = useMutation({
    mutationFn: () => {
      const named = (title ?? usual).trim();
      const input = {
        ...{ id, project_id: project, start_date: from || undefined },
        ...(named && { title: named }),
        ...(parent && { parent_id: parent._id }),
      };
      return call('POST useTemplate/{id}', input, { idempotencyKey: keyFor(input) });
    },
    onSuccess: ({ key }) => {
      for (const queryKey of [BOARDS, TASK_LISTS, DASHBOARD]) void queries.invalidateQueries({ queryKey });
      onClose();
      showToast({
        kind: 'success',
        text: bidi`${key} was made from ${template.data?.name ?? 'the template'}.`,
        action: { label: 'Open', onAction: () => router.push(hrefTo(`taskpage?task=${key}`)) },
      });
    },
  });
  return (
    <FormDialog
      title="Use a template"
      description={parent && bidi`What it makes stands below ${parent.key} ${parent.title}.`}
      finalFocus={overlayOrigin}
      action="Create tasks"
      pendingText="Creating"
      pending={creation.isPending}
      disabled={!template.data || !project}
      attempt={creation.error}
      message={creation.error ? reasonOf(creation.error) : undefined}
      onSubmit={() => creation.mutate()}
      onClose={onClose}
    >
      <TemplateChoice
        kind="task"
        chosen={id}
        onChange={(next) => {
          setChosen(next);
          setTitle(undefined);
        }}
      />
      <TextField
        label="Title"
        limit={200}
        autoComplete="off"
        value={title ?? usual}
        onChange={({ target }) => setTitle(target.value)}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        {!parent && (
          <SelectField
            label="Project"
            value={project}
            options={[
              { value: '', label: projects.isPending ? 'Loading' : 'Choose a project' },
              ...(projects.data ?? []).map(({ _id, key, name }) => ({ value: _id, label: bidi`${name} (${key})` })),
            ]}
            onChange={({ target }) => setProject(target.value)}
          />
        )}
        <DateField label="Begins on" hint="Its days are counted from here." value={from} onChange={setFrom} />
      </div>
    </FormDialog>
  );
}
