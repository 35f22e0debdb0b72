'use client';

import { useState } from 'react';
import { RefreshOn } from '@/components/live/refresh-on';
import { DialogButton } from '@/components/overlay/on-demand-dialog';
import { call } from '@/components/query/api-client';
import { useCall } from '@/components/query/use-call';
import { Button } from '@/components/ui/button';
import { FormDialog } from '@/components/ui/overlay/form-dialog';
import { bidi } from '@/lib/bidi';
import type { TemplateCard } from '@/lib/template/schema';

const loadDialog = () => import('./template-dialog').then(({ TemplateDialog }) => TemplateDialog);

const KIND_LABEL: Record<TemplateCard['kind'], string> = { task: 'Task', project: 'Project' };

type Given = { projects: readonly { _id: string; name: string }[] };

export function TemplateList({ templates, projects }: Given & { templates: readonly TemplateCard[] }) {
  if (!templates.length)
    return (
      <>
        <RefreshOn event="templates.changed" />
        <p className="text-base text-text-2">
          No templates yet. Open a task or a project that is as it should be, and save it as a template: its tree,
          checklists, labels and days are kept.
        </p>
      </>
    );
  return (
    <>
      <RefreshOn event="templates.changed" />
      <ul aria-label="Templates" className="divide-y divide-border">
        {templates.map((template) => (
          <TemplateItem key={template._id} template={template} projects={projects} />
        ))}
      </ul>
    </>
  );
}

function TemplateItem({ template, projects }: Given & { template: TemplateCard }) {
  const { _id: id, kind, name, summary, project_id, tasks, may_edit, created_by } = template;
  const [deleting, setDeleting] = useState(false);
  const { run, status } = useCall();
  const project = projects.find((one) => one._id === project_id);
  const about = [
    KIND_LABEL[kind],
    tasks === 1 ? '1 task' : `${tasks} tasks`,
    project ? project.name : 'The organisation',
    ...(created_by ? [bidi`by ${created_by.name}`] : []),
  ];
  return (
    <li className="flex flex-wrap items-start gap-x-3 gap-y-1 py-3">
      <span className="min-w-0 flex-1 basis-60">
        <span dir="auto" className="block text-base font-medium break-words">
          {name}
        </span>
        {summary && (
          <span dir="auto" className="block text-sm text-text-2 break-words">
            {summary}
          </span>
        )}
        <span className="block text-xs text-text-3">{about.join(' · ')}</span>
      </span>
      <span className="flex gap-1">
        <DialogButton load={loadDialog} given={{ id }} size="compact" variant="quiet">
          {may_edit ? 'Edit' : 'Show'}
          <span className="sr-only"> {name}</span>
        </DialogButton>
        {may_edit && (
          <Button size="compact" variant="quiet" onClick={() => setDeleting(true)}>
            Delete<span className="sr-only"> {name}</span>
          </Button>
        )}
      </span>
      {deleting && (
        <FormDialog
          role="alertdialog"
          size="sm"
          title={bidi`Delete ${name}?`}
          description="What was made from it stays."
          action="Delete"
          danger
          {...status}
          onSubmit={() =>
            void run(
              () => call('DELETE template/{id}', { id }),
              () => `${name} deleted`,
            ).then((done) => done && setDeleting(false))
          }
          onClose={() => setDeleting(false)}
        />
      )}
    </li>
  );
}
