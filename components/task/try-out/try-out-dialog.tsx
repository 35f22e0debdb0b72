'use client';

import { type FormEvent, useId } from 'react';
import { Button } from '@/components/ui/button';
import { TextField } from '@/components/ui/form/text-field';
import { Dialog } from '@/components/ui/overlay/dialog';

export function TryOutDialog({
  open,
  onOpenChange,
  taskKey,
  title,
  onRename,
  onRemove,
}: {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  taskKey: string;
  title: string;
  onRename: (title: string) => void;
  onRemove: () => void;
}) {
  const form = useId();
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const written = String(new FormData(event.currentTarget).get('title') ?? '').trim();
    if (written) onRename(written);
    onOpenChange(false);
  }
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={taskKey}
      description="In your organisation a task also has people, dates, a description and comments."
      size="sm"
      footer={
        <>
          <Button
            onClick={() => {
              onOpenChange(false);
              onRemove();
            }}
          >
            Remove
          </Button>
          <Button variant="primary" type="submit" form={form}>
            Save
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={submit}>
        <TextField label="Title" name="title" defaultValue={title} limit={200} required autoComplete="off" />
      </form>
    </Dialog>
  );
}
