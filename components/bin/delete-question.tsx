'use client';

import { type ReactNode, useState } from 'react';
import { reasonOf } from '@/components/query/api-client';
import { TextField } from '@/components/ui/form/text-field';
import { FormDialog } from '@/components/ui/overlay/form-dialog';

/** Asks once more before something is deleted; with `typed`, that text is to be typed first. */
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
  /** What is typed to confirm, with the words that ask for it. Either of the texts counts. */
  typed?: { label: string; texts: readonly string[] };
  action: string;
  /** Throws ApiError; the dialog stays open then, with the reason. */
  onDelete: () => Promise<void>;
  onClose: () => void;
}) {
  const [text, setText] = useState('');
  const [pending, setPending] = useState(false);
  const [problem, setProblem] = useState<string>();
  const ready = !typed || typed.texts.some((one) => one.toLowerCase() === text.trim().toLowerCase());
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
