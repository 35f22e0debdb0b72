'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call, reasonOf } from '@/components/query/api-client';
import { TextField } from '@/components/ui/form/text-field';
import { FormDialog } from '@/components/ui/overlay/form-dialog';
import { useShell } from '@/components/viewer/shell-context';
import { presenceQuery } from './presence-query';

/** A line about oneself, beside one's name in the chat. */
export function OwnStatus({ onClose }: { onClose: () => void }) {
  const queries = useQueryClient();
  const { member } = useShell();
  const now = queries.getQueryData(presenceQuery.queryKey)?.get(member._id)?.status_text ?? '';
  const [text, setText] = useState(now);
  const saving = useMutation({
    mutationFn: () => call('PUT presence', { state: 'active', status_text: text.trim() || null }),
    onSuccess: (record) => {
      queries.setQueryData(presenceQuery.queryKey, (people) => new Map(people).set(record._id, record));
      onClose();
    },
  });
  return (
    <FormDialog
      title="Your status"
      action="Save status"
      pendingText="Saving"
      pending={saving.isPending}
      disabled={text.trim() === now}
      message={saving.isError ? reasonOf(saving.error) : undefined}
      attempt={saving.failureCount}
      onSubmit={() => saving.mutate()}
      onClose={onClose}
    >
      <TextField
        label="Status"
        hint="Your organisation reads it beside your name in the chat; clients do not. Empty removes it."
        value={text}
        limit={80}
        onChange={({ target }) => setText(target.value)}
      />
    </FormDialog>
  );
}
