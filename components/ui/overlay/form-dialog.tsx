'use client';

import { type ReactNode, useId } from 'react';
import { Button } from '@/components/ui/button';
import { FormError } from '@/components/ui/form/form-error';
import { Dialog, DialogClose, type DialogProps } from './dialog';

export type FormDialogProps = Pick<DialogProps, 'title' | 'description' | 'role'> & {
  size?: 'sm' | 'md';
  /** The button that sends the form: what it does, and what it says while that is under way. */
  action: string;
  pendingText: string;
  pending: boolean;
  /** Not yet, or not any more; the fields say why. */
  disabled?: boolean;
  danger?: boolean;
  /** Why it was not done, in one sentence; leave it out where a field says it. `attempt` changes with every attempt. */
  message?: string;
  attempt?: unknown;
  onSubmit: (given: FormData) => void;
  onClose: () => void;
  /** Its fields; a question that only asks has none. */
  children?: ReactNode;
};

/** A dialog around one form or question: Cancel, one button that does it, and why it was not done. */
export function FormDialog({
  action,
  pendingText,
  pending,
  disabled,
  danger,
  message,
  attempt,
  onSubmit,
  onClose,
  children,
  ...dialog
}: FormDialogProps) {
  const id = useId();
  const problem = message && <FormError message={message} attempt={attempt} />;
  return (
    <Dialog
      {...dialog}
      open
      onOpenChange={(open) => !open && onClose()}
      footer={
        <>
          <DialogClose>
            <Button>Cancel</Button>
          </DialogClose>
          <Button
            type={children ? 'submit' : 'button'}
            form={children ? id : undefined}
            onClick={children ? undefined : () => onSubmit(new FormData())}
            variant={danger ? 'danger' : 'primary'}
            disabled={disabled}
            pending={pending}
            pendingText={pendingText}
          >
            {action}
          </Button>
        </>
      }
    >
      {children ? (
        <form
          id={id}
          noValidate
          className="flex flex-col gap-4"
          onSubmit={(event) => {
            event.preventDefault();
            if (!disabled && !pending) onSubmit(new FormData(event.currentTarget));
          }}
        >
          {problem}
          {children}
        </form>
      ) : (
        problem
      )}
    </Dialog>
  );
}
