'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '@/components/query/api-client';
import { useCall } from '@/components/query/use-call';
import { CheckboxField } from '@/components/ui/form/checkbox-field';
import { SelectField } from '@/components/ui/form/select-field';
import { FormDialog } from '@/components/ui/overlay/form-dialog';
import { useActor } from '@/components/viewer/shell-context';
import { bidi } from '@/lib/bidi';
import { canEditTemplate } from '@/lib/template/policy';
import { TEMPLATE_NAME_LENGTH } from '@/lib/template/vocabulary';
import { cut } from '@/lib/text';
import { TemplateNameFields } from './template-name-fields';
import { TEMPLATES } from './template-query';

type Source = { task: { _id: string; title: string } } | { task: null };

/** Of a task with all below it, or of a project. */
export function SaveTemplateDialog({
  task,
  project,
  finalFocus,
  onClose,
}: Source & {
  project: { _id: string; name: string };
  finalFocus?: () => HTMLElement | null;
  onClose: () => void;
}) {
  const queries = useQueryClient();
  const everywhere = canEditTemplate(useActor());
  const [name, setName] = useState(cut(task?.title ?? project.name, TEMPLATE_NAME_LENGTH, '…'));
  const [summary, setSummary] = useState('');
  const [place, setPlace] = useState(everywhere ? '' : project._id);
  const [withPeople, setWithPeople] = useState(false);
  const { run, error, status } = useCall();
  const of = task ? { of_task_id: task._id } : { of_project_id: project._id, with_people: withPeople };

  async function submit() {
    const saved = await run(
      () => call('POST template', { name, summary, project_id: place || null, ...of }),
      (template) => bidi`Saved as the template ${template.name}`,
    );
    if (!saved) return;
    void queries.invalidateQueries({ queryKey: TEMPLATES });
    onClose();
  }
  return (
    <FormDialog
      title="Save as template"
      description={
        task
          ? 'With its subtasks, checklist, labels and description. Days are counted from its start; people, comments and time stay behind.'
          : 'With its settings, workflow and all tasks. Days are counted from its start; comments, files and time stay behind.'
      }
      finalFocus={finalFocus}
      action="Save template"
      pendingText="Saving…"
      {...status}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <TemplateNameFields name={name} summary={summary} error={error} onName={setName} onSummary={setSummary} />
      <SelectField
        label="Who can use it"
        value={place}
        options={[
          ...(everywhere ? [{ value: '', label: 'Everybody on the team' }] : []),
          { value: project._id, label: bidi`The team of ${project.name}` },
        ]}
        onChange={({ target }) => setPlace(target.value)}
      />
      {!task && (
        <CheckboxField
          label="Keep who does what"
          hint="Otherwise it keeps roles, and you choose people when you use it."
          checked={withPeople}
          onChange={({ target }) => setWithPeople(target.checked)}
        />
      )}
    </FormDialog>
  );
}
