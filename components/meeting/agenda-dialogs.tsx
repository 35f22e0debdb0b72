'use client';

import { useState } from 'react';
import { TaskCombobox } from '@/components/dependency/task-combobox';
import type { FoundTask } from '@/components/dependency/task-search-query';
import { SelectField } from '@/components/ui/form/select-field';
import { TextField } from '@/components/ui/form/text-field';
import { Dialog } from '@/components/ui/overlay/dialog';
import { FormDialog } from '@/components/ui/overlay/form-dialog';
import { bidi } from '@/lib/bidi';
import type { AgendaItemRecord, MeetingRecord } from '@/lib/meeting/schema';
import type { MeetingAudience } from '@/lib/meeting/vocabulary';
import type { LineFields } from './use-agenda';

const MOST_MINUTES = 1_440;

/** Its words, owner, planned time and readers. Only what was changed here is sent. */
export function EditLine({
  item,
  meeting,
  onChange,
  onClose,
}: {
  item: AgendaItemRecord;
  meeting: MeetingRecord;
  onChange: (fields: LineFields) => void;
  onClose: () => void;
}) {
  // What it began with: others may change the line while this is open.
  const [begun] = useState(item);
  const [wrong, setWrong] = useState<{ title?: string; minutes?: string }>({});
  const [attempt, setAttempt] = useState(0);
  const people = meeting.attendees.some(({ _id }) => _id === begun.owner?._id)
    ? meeting.attendees
    : [...(begun.owner ? [begun.owner] : []), ...meeting.attendees];

  function submit(given: FormData) {
    const title = String(given.get('title') ?? '').trim();
    const planned = String(given.get('minutes') ?? '').trim();
    const minutes = planned === '' ? null : Number(planned);
    const owner = String(given.get('owner') ?? '') || null;
    const audience = (given.get('audience') ?? begun.audience) as MeetingAudience;
    const isTime = minutes === null || (Number.isInteger(minutes) && minutes >= 1 && minutes <= MOST_MINUTES);
    if (!title || !isTime) {
      setWrong({
        ...(!title && { title: 'The line must not be empty.' }),
        ...(!isTime && { minutes: `Write whole minutes, 1 to ${MOST_MINUTES}.` }),
      });
      setAttempt(attempt + 1);
      return;
    }
    const fields: LineFields = {
      ...(title !== begun.title && { title }),
      ...(minutes !== begun.minutes && { minutes }),
      ...(owner !== (begun.owner?._id ?? null) && { owner_id: owner }),
      ...(audience !== begun.audience && { audience }),
    };
    if (Object.keys(fields).length) onChange(fields);
    onClose();
  }

  return (
    <FormDialog size="sm" title="Edit line" action="Save" attempt={attempt} onSubmit={submit} onClose={onClose}>
      <TextField
        label="Line"
        name="title"
        limit={300}
        required
        defaultValue={begun.title}
        error={wrong.title}
        autoComplete="off"
      />
      <SelectField
        label="Owner"
        name="owner"
        defaultValue={begun.owner?._id ?? ''}
        options={[{ value: '', label: 'Nobody' }, ...people.map(({ _id, name }) => ({ value: _id, label: name }))]}
      />
      <TextField
        label="Planned minutes"
        name="minutes"
        optional
        inputMode="numeric"
        defaultValue={begun.minutes ?? ''}
        error={wrong.minutes}
        autoComplete="off"
      />
      {meeting.audience === 'client' && (
        <SelectField
          label="Who sees it"
          name="audience"
          defaultValue={begun.audience}
          options={[
            { value: 'client', label: 'Clients who are invited, and the team' },
            { value: 'internal', label: 'The team only' },
          ]}
        />
      )}
    </FormDialog>
  );
}

export function LinkTask({
  title,
  projectId,
  onChoose,
  onClose,
}: {
  title: string;
  projectId: string | undefined;
  onChoose: (task: FoundTask) => void;
  onClose: () => void;
}) {
  return (
    <Dialog
      open
      size="sm"
      title="Link a task"
      description={bidi`What “${title}” speaks of. The task shows the meeting to whoever may see it.`}
      onOpenChange={(open) => !open && onClose()}
    >
      <TaskCombobox
        projectId={projectId}
        onChoose={(task) => {
          onChoose(task);
          onClose();
        }}
      />
    </Dialog>
  );
}

/** Of a meeting that belongs to no project. */
export function MakeTask({
  title,
  projects,
  onChoose,
  onClose,
}: {
  title: string;
  projects: readonly { _id: string; name: string }[];
  onChoose: (projectId: string) => void;
  onClose: () => void;
}) {
  return (
    <FormDialog
      size="sm"
      title="Make it a task"
      description={bidi`“${title}” becomes a task of its owner.`}
      action="Make task"
      onSubmit={(given) => {
        onChoose(String(given.get('project')));
        onClose();
      }}
      onClose={onClose}
    >
      <SelectField
        label="Project"
        name="project"
        options={projects.map(({ _id, name }) => ({ value: _id, label: name }))}
      />
    </FormDialog>
  );
}
