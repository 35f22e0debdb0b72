'use client';

import { type ReactNode, useState } from 'react';
import { reasonOf } from '@/components/query/api-client';
import { TextField } from '@/components/ui/form/text-field';
import { FormDialog } from '@/components/ui/overlay/form-dialog';
import { fold } from '@/lib/fold';

export function DeleteQuestion({
  title,
  description,
  typed,
  action,
  onDelete,
  onClose,
}: {
  title: string;
  description: ReactNode;
  /** What must be typed to confirm, and its label. Each of the texts is accepted. */
  typed?: { label: string; texts: readonly string[] };
  action: string;
  /** Throws ApiError: then the dialog stays open and shows the reason. */
  onDelete: () => Promise<void>;
  onClose: () => void;
}) {
  const [text, setText] = useState('');
  const [pending, setPending] = useState(false);
  const [problem, setProblem] = useState<string>();
  const ready = !typed || typed.texts.some((one) => fold(one) === fold(text.trim()));
  async function submit() {
    if (!ready || pending) return;
    setPending(true);
    try {
      await onDelete();
      onClose();
    } catch (error) {
      setProblem(reasonOf(error));
      setPending(false);
    }
  }
  return (
    <FormDialog
      role="alertdialog"
      size="sm"
      title={title}
      description={description}
      action={action}
      pendingText="Deleting"
      pending={pending}
      disabled={!ready}
      danger
      message={problem}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      {typed && (
        <TextField
          label={typed.label}
          autoComplete="off"
          spellCheck={false}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
      )}
    </FormDialog>
  );
}
