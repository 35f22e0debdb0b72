'use client';

import { useQueryClient } from '@tanstack/react-query';
import { DraftNotice } from '@/components/draft/draft-notice';
import { useFormDraft } from '@/components/draft/use-form-draft';
import { showUndoable } from '@/components/keys/show-undoable';
import { type Remember, rememberSent } from '@/components/keys/use-undo';
import { call } from '@/components/query/api-client';
import { useCall } from '@/components/query/use-call';
import { CheckboxField } from '@/components/ui/form/checkbox-field';
import { DateField } from '@/components/ui/form/date-field';
import { TextField } from '@/components/ui/form/text-field';
import { FormDialog } from '@/components/ui/overlay/form-dialog';
import { useRefresh } from '@/components/url/use-refresh';
import { bidi } from '@/lib/bidi';
import type { MilestoneRecord } from '@/lib/milestone/schema';
import { MILESTONES } from './milestone-query';

type Fields = { name: string; due_date: string; shared: boolean };

const fieldsOf = (milestone?: MilestoneRecord): Fields => ({
  name: milestone?.name ?? '',
  due_date: milestone?.due_date ?? '',
  shared: milestone?.audience === 'client',
});

const bodyOf = ({ name, due_date, shared }: Fields) => ({
  name,
  due_date: due_date || null,
  audience: shared ? ('client' as const) : ('internal' as const),
});

export function NewMilestoneDialog({ projectId, onClose }: { projectId: string; onClose: () => void }) {
  const queries = useQueryClient();
  const refresh = useRefresh();
  const onChanged = () => {
    void queries.invalidateQueries({ queryKey: MILESTONES });
    refresh();
  };
  return (
    <MilestoneForm
      title="New milestone"
      action="Add milestone"
      draft={`new-milestone:${projectId}`}
      first={fieldsOf()}
      send={async (fields) => {
        const sent = call('POST milestone', { project_id: projectId, ...bodyOf(fields) });
        const step = rememberSent(sent, ({ _id: id }) => call('DELETE milestone/{id}', { id }).then(onChanged));
        const { name } = await sent;
        onChanged();
        showUndoable(bidi`${name} was added.`, step);
      }}
      onClose={onClose}
    />
  );
}

export function EditMilestoneDialog({
  milestone,
  remember,
  onChanged,
  onClose,
}: {
  milestone: MilestoneRecord;
  remember: Remember;
  onChanged: () => void;
  onClose: () => void;
}) {
  const { _id: id, version } = milestone;
  return (
    <MilestoneForm
      title={bidi`Edit ${milestone.name}`}
      action="Save"
      draft={`milestone:${id}`}
      first={fieldsOf(milestone)}
      send={async (fields) => {
        const sent = call('PATCH milestone/{id}', { id, version, ...bodyOf(fields) });
        const back = (made: MilestoneRecord) =>
          call('PATCH milestone/{id}', { id, version: made.version, ...bodyOf(fieldsOf(milestone)) }).then(onChanged);
        const step = rememberSent(sent, back, remember);
        const { name } = await sent;
        onChanged();
        showUndoable(bidi`${name} was changed.`, step);
      }}
      onClose={onClose}
    />
  );
}

function MilestoneForm({
  title,
  action,
  draft,
  first,
  send,
  onClose,
}: {
  title: string;
  action: string;
  draft: string;
  first: Fields;
  send: (fields: Fields) => Promise<void>;
  onClose: () => void;
}) {
  const { value, change, forget, notice } = useFormDraft(draft, first);
  const { run, error, status } = useCall();
  async function submit() {
    if (!(await run(() => send(value)))) return;
    forget();
    onClose();
  }
  return (
    <FormDialog
      size="sm"
      title={title}
      action={action}
      pendingText="Saving…"
      {...status}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <DraftNotice {...notice} />
      <TextField
        label="Name"
        name="name"
        required
        limit={120}
        autoComplete="off"
        placeholder="Such as Launch"
        value={value.name}
        onChange={({ target }) => change({ name: target.value })}
        error={error?.errors.name?.[0]}
      />
      <DateField
        label="Due date"
        optional
        value={value.due_date}
        onChange={(due_date) => change({ due_date })}
        error={error?.errors.due_date?.[0]}
      />
      <CheckboxField
        label="Visible to the project’s clients"
        hint="They see its name, its date and the progress of those of its tasks that are shared with them."
        checked={value.shared}
        onChange={({ target }) => change({ shared: target.checked })}
      />
    </FormDialog>
  );
}
