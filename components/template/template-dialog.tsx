'use client';

import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { call } from '@/components/query/api-client';
import { LoadError } from '@/components/query/load-error';
import { useCall } from '@/components/query/use-call';
import { Button } from '@/components/ui/button';
import { TextField } from '@/components/ui/form/text-field';
import { Dialog } from '@/components/ui/overlay/dialog';
import { FormDialog } from '@/components/ui/overlay/form-dialog';
import { SkeletonRows } from '@/components/ui/skeleton';
import { bidi } from '@/lib/bidi';
import type { TemplateContent, TemplateRecord, TemplateTask } from '@/lib/template/schema';
import { withoutTask, withTask } from './edit-tasks';
import { TemplateTree } from './template-choice';
import { TemplateNameFields } from './template-name-fields';
import { templateQuery } from './template-query';
import { TemplateTaskFields } from './template-task-fields';

/** One template: changed by who may, shown to the others. */
export function TemplateDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const { data, error, isError, refetch } = useQuery({ ...templateQuery(id), refetchOnWindowFocus: false });
  // The editor opens in the place of a dialog that loads, which had the focus then.
  const [opener] = useState(() => document.activeElement);
  const finalFocus = () => (opener instanceof HTMLElement ? opener : null);
  if (data?.may_edit) return <Editor before={data} finalFocus={finalFocus} onClose={onClose} />;
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={data?.name ?? 'Template'} finalFocus={finalFocus}>
      {isError ? (
        <LoadError title="The template could not be loaded" of={{ error, refetch }} />
      ) : data ? (
        <TemplateTree tasks={data.content.tasks} />
      ) : (
        <SkeletonRows rows={6} rowHeight={48} label="Loading the template" />
      )}
    </Dialog>
  );
}

function Editor({
  before: opened,
  finalFocus,
  onClose,
}: {
  before: TemplateRecord;
  finalFocus: () => HTMLElement | null;
  onClose: () => void;
}) {
  // A refetch must not turn somebody else's change into one made here.
  const [before] = useState(opened);
  const [name, setName] = useState(before.name);
  const [summary, setSummary] = useState(before.summary);
  const [content, setContent] = useState<TemplateContent>(before.content);
  const { run, error, status } = useCall();
  const put = (tasks: TemplateTask[]) => setContent({ ...content, tasks });
  const errorAt = (at: number) =>
    Object.entries(error?.errors ?? {}).find(([field]) => field.startsWith(`content.tasks.${at}.`))?.[1][0];

  async function submit() {
    const saved = await run(
      () => call('PATCH template/{id}', { id: before._id, version: before.version, name, summary, content }),
      (template) => bidi`${template.name} saved`,
    );
    if (saved) onClose();
  }
  return (
    <FormDialog
      grows
      title={bidi`Edit ${before.name}`}
      finalFocus={finalFocus}
      action="Save"
      pendingText="Saving…"
      beside={
        <Button variant="quiet" icon={<Plus />} onClick={() => put(withTask(content))}>
          Add a task
        </Button>
      }
      {...status}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <TemplateNameFields name={name} summary={summary} error={error} onName={setName} onSummary={setSummary} />
      {content.roles.length > 0 && (
        <fieldset className="grid gap-3 sm:grid-cols-2">
          <legend className="mb-1 text-sm font-medium text-text-2">Roles</legend>
          {content.roles.map((role, at) => (
            <TextField
              // biome-ignore lint/suspicious/noArrayIndexKey: a role is its place; two may be called the same.
              key={at}
              label={`Role ${at + 1}`}
              limit={80}
              autoComplete="off"
              value={role.name}
              error={error?.errors[`content.roles.${at}.name`]?.[0]}
              onChange={({ target }) =>
                setContent({ ...content, roles: content.roles.toSpliced(at, 1, { ...role, name: target.value }) })
              }
            />
          ))}
        </fieldset>
      )}
      <ol aria-label="Tasks of the template" className="flex flex-col gap-3">
        {content.tasks.map((task, at) => (
          <TemplateTaskFields
            // biome-ignore lint/suspicious/noArrayIndexKey: a task is its place; two may be called the same.
            key={at}
            content={content}
            at={at}
            error={errorAt(at)}
            onChange={(change) => put(content.tasks.toSpliced(at, 1, { ...task, ...change }))}
            onRemove={
              at > 0 || content.project ? () => put(withoutTask(content.tasks, at, content.project === null)) : null
            }
          />
        ))}
      </ol>
    </FormDialog>
  );
}
