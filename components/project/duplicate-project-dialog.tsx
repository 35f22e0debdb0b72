'use client';

import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { followJob } from '@/components/job/follow-job';
import { call, reasonOf } from '@/components/query/api-client';
import { creationKeys } from '@/components/query/creation-key';
import { useCall } from '@/components/query/use-call';
import { CheckboxField } from '@/components/ui/form/checkbox-field';
import { DateField } from '@/components/ui/form/date-field';
import { TextField } from '@/components/ui/form/text-field';
import { FormDialog } from '@/components/ui/overlay/form-dialog';
import { showToast } from '@/components/ui/overlay/toast';
import { useRefresh } from '@/components/url/use-refresh';
import { useOrganisationLinks } from '@/components/viewer/shell-context';
import { bidi } from '@/lib/bidi';
import { PROJECT_FORM } from '@/lib/project/vocabulary.form';
import type { DuplicatedProject } from '@/lib/project-copy/schema';
import { OF_TASKS, PARTS, type Part, USUAL_PARTS } from '@/lib/project-copy/vocabulary';
import type { ProjectHandle } from './project-handle';

const LABEL: Record<Part, string> = {
  tasks: 'Tasks and checklists',
  milestones: 'Milestones',
  members: 'Members',
  clients: 'Clients',
  assignees: 'Who does what',
  dates: 'Dates',
  fields: 'Values of your own fields',
  rules: 'Rules',
  attachments: 'Attachments',
};

export function DuplicateProjectDialog({ project, onClose }: { project: ProjectHandle; onClose: () => void }) {
  const router = useRouter();
  const refresh = useRefresh();
  const hrefTo = useOrganisationLinks();
  const [keyFor] = useState(creationKeys);
  const [name, setName] = useState(project.name);
  const [code, setCode] = useState('');
  const [from, setFrom] = useState('');
  const [taken, setTaken] = useState<readonly Part[]>(USUAL_PARTS);
  const { run, error, status } = useCall();
  const offered = (part: Part) => taken.includes('tasks') || !OF_TASKS.has(part);
  const take = PARTS.filter((part) => taken.includes(part) && offered(part));

  async function undo({ _id, job, name }: DuplicatedProject) {
    try {
      if (job?.can.cancel) await call('POST cancelJob/{id}', { id: job._id }).catch(() => undefined);
      await call('DELETE project/{id}', { id: _id });
      router.push(hrefTo(`projectdetails?project=${project.key}`));
      refresh();
      showToast({ kind: 'success', text: bidi`${name} is in the bin` });
    } catch (failure) {
      showToast({ kind: 'failure', text: reasonOf(failure) });
    }
  }

  /** The page may be left meanwhile: what comes is told wherever one is. */
  async function followed({ name, job }: DuplicatedProject) {
    if (!job) return;
    const { signal } = new AbortController();
    const end = await followJob(job._id, () => undefined, signal).catch(() => undefined);
    refresh();
    if (end?.state === 'done') showToast({ kind: 'success', text: bidi`All tasks of ${name} are there` });
    else if (end?.problem) showToast({ kind: 'failure', text: bidi`${name} is not whole. ${end.problem}` });
  }

  async function submit() {
    const input = { id: project._id, name, ...(code && { code }), ...(from && { start_date: from }), take };
    let made: DuplicatedProject | undefined;
    const done = await run(async () => {
      made = await call('POST duplicateProject/{id}', input, { idempotencyKey: keyFor(input) });
    });
    const copy = made;
    if (!done || !copy) return;
    onClose();
    router.push(hrefTo(`projectdetails?project=${copy.key}`));
    showToast({
      kind: 'success',
      text: copy.job ? bidi`${copy.name} created. Its tasks are on their way.` : bidi`${copy.name} created`,
      action: copy.rights.delete ? { label: 'Undo', onAction: () => void undo(copy) } : undefined,
    });
    void followed(copy);
  }
  const wrong = (field: string) => error?.errors[field]?.[0];
  const told = ['name', 'code', 'start_date'].some(wrong);
  return (
    <FormDialog
      title="Duplicate project"
      description={bidi`${project.key} ${project.name}. All tasks begin anew; comments, history and time stay behind.`}
      action="Duplicate"
      pendingText="Duplicating"
      {...status}
      message={told ? undefined : status.message}
      disabled={!name.trim()}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <TextField
        label={PROJECT_FORM.name.label}
        required
        limit={PROJECT_FORM.name.max}
        autoComplete="off"
        value={name}
        error={wrong('name')}
        onChange={({ target }) => setName(target.value)}
      />
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <TextField
          label={PROJECT_FORM.code.label}
          hint="Made from the name if left empty."
          limit={PROJECT_FORM.code.max}
          autoComplete="off"
          spellCheck={false}
          value={code}
          error={wrong('code')}
          onChange={({ target }) => setCode(target.value.toUpperCase())}
        />
        <DateField
          label="Begins on"
          hint="All dates move along. They stay if left empty."
          value={from}
          error={wrong('start_date')}
          onChange={setFrom}
        />
      </div>
      <fieldset className="grid gap-x-4 gap-y-1 sm:grid-cols-2">
        <legend className="mb-1 text-sm font-medium">Take along</legend>
        {PARTS.map((part) => (
          <CheckboxField
            key={part}
            label={LABEL[part]}
            disabled={!offered(part)}
            checked={take.includes(part)}
            onChange={({ target }) => setTaken(target.checked ? [...taken, part] : taken.filter((one) => one !== part))}
          />
        ))}
      </fieldset>
    </FormDialog>
  );
}
