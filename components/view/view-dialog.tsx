'use client';

import { useState } from 'react';
import { useCall } from '@/components/query/use-call';
import { CheckboxField } from '@/components/ui/form/checkbox-field';
import { TextField } from '@/components/ui/form/text-field';
import { FormDialog } from '@/components/ui/overlay/form-dialog';
import { bidi } from '@/lib/bidi';
import { VIEW_NAME_LENGTH } from '@/lib/view/vocabulary';

type Given = { name: string; shared: boolean };

/** The name of a view, and of a new one whether the team sees it. */
export function ViewDialog({
  title,
  action,
  name: before = '',
  mayShare = false,
  save,
  onClose,
}: {
  title: string;
  action: string;
  name?: string;
  mayShare?: boolean;
  save: (given: Given) => Promise<{ name: string }>;
  onClose: () => void;
}) {
  const { run, error, status } = useCall();
  const [name, setName] = useState(before);
  const [shared, setShared] = useState(false);
  async function submit() {
    const done = await run(
      () => save({ name, shared }),
      (saved) => bidi`View ${saved.name} saved.`,
    );
    if (done) onClose();
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
      <TextField
        label="Name"
        name="name"
        required
        limit={VIEW_NAME_LENGTH}
        autoComplete="off"
        value={name}
        onChange={({ target }) => setName(target.value)}
        error={error?.errors.name?.[0]}
      />
      {mayShare && (
        <CheckboxField
          label="Share with the team"
          hint="Clients don’t see it. Everybody sees only the tasks that they may see."
          name="shared"
          checked={shared}
          onChange={({ target }) => setShared(target.checked)}
        />
      )}
    </FormDialog>
  );
}
