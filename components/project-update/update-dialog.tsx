'use client';

import { DraftNotice } from '@/components/draft/draft-notice';
import { useFormDraft } from '@/components/draft/use-form-draft';
import { call } from '@/components/query/api-client';
import { useCall } from '@/components/query/use-call';
import { CheckboxField } from '@/components/ui/form/checkbox-field';
import { TextArea } from '@/components/ui/form/text-area';
import { FormDialog } from '@/components/ui/overlay/form-dialog';
import type { UpdateRecord } from '@/lib/project-update/schema';
import {
  UPDATE_FIELD_LABEL,
  UPDATE_FIELDS,
  UPDATE_HEALTH,
  UPDATE_HEALTH_LABEL,
  type UpdateField,
  type UpdateHealth,
} from '@/lib/project-update/vocabulary';

type Fields = Record<UpdateField, string> & { health: UpdateHealth; shared: boolean };

const HINT: Record<UpdateField, string> = {
  done: 'The results since the last update',
  next: 'The steps until the next one',
  trouble: 'Risks, and what is needed from whom',
};

export const WriteUpdateDialog = ({ projectId, onClose }: { projectId: string; onClose: () => void }) => (
  <UpdateForm
    title="How does the project stand?"
    action="Publish update"
    draft={`update:${projectId}`}
    first={{ health: 'on_track', done: '', next: '', trouble: '', shared: false }}
    send={({ shared, ...update }) =>
      call('POST projectUpdate', { project_id: projectId, ...update, audience: shared ? 'client' : 'internal' })
    }
    done="The update was published"
    onClose={onClose}
  />
);

export const EditUpdateDialog = ({ update, onClose }: { update: UpdateRecord; onClose: () => void }) => {
  const { _id: id, version, health, done, next, trouble, audience } = update;
  return (
    <UpdateForm
      title="Edit the update"
      action="Save"
      draft={`edit-update:${id}`}
      first={{ health, done, next, trouble, shared: audience === 'client' }}
      fixed
      send={({ shared: _shared, ...changes }) => call('PATCH projectUpdate/{id}', { id, version, ...changes })}
      done="The update was changed"
      onClose={onClose}
    />
  );
};

function UpdateForm({
  title,
  action,
  draft,
  first,
  fixed = false,
  send,
  done,
  onClose,
}: {
  title: string;
  action: string;
  draft: string;
  first: Fields;
  /** Whom it was told to stays. */
  fixed?: boolean;
  send: (fields: Fields) => Promise<unknown>;
  done: string;
  onClose: () => void;
}) {
  const { value, change, forget, notice } = useFormDraft(draft, first);
  const { run, error, status } = useCall();
  async function submit() {
    if (
      !(await run(
        () => send(value),
        () => done,
      ))
    )
      return;
    forget();
    onClose();
  }
  return (
    <FormDialog
      grows
      title={title}
      action={action}
      pendingText="Saving…"
      {...status}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <DraftNotice {...notice} />
      <fieldset>
        <legend className="mb-1 text-sm font-medium text-text-2">In your judgement</legend>
        <div className="grid grid-cols-3 gap-2">
          {UPDATE_HEALTH.map((health) => (
            <label
              key={health}
              className="flex min-h-9 cursor-pointer items-center justify-center rounded-md border border-border px-2 text-center text-base hover:bg-hover has-checked:border-accent has-checked:bg-accent-soft has-checked:text-accent-text has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus pointer-coarse:min-h-11"
            >
              <input
                type="radio"
                name="health"
                value={health}
                checked={value.health === health}
                onChange={() => change({ health })}
                className="sr-only"
              />
              {UPDATE_HEALTH_LABEL[health]}
            </label>
          ))}
        </div>
      </fieldset>
      {UPDATE_FIELDS.map((field) => (
        <TextArea
          key={field}
          label={UPDATE_FIELD_LABEL[field]}
          optional={field !== 'done'}
          name={field}
          rows={3}
          limit={4000}
          placeholder={HINT[field]}
          value={value[field]}
          onChange={({ target }) => change({ [field]: target.value })}
          error={error?.errors[field]?.[0]}
        />
      ))}
      {!fixed && (
        <CheckboxField
          label="Visible to the project’s clients"
          hint="They are told too, with numbers over what they see alone."
          checked={value.shared}
          onChange={({ target }) => change({ shared: target.checked })}
        />
      )}
    </FormDialog>
  );
}
