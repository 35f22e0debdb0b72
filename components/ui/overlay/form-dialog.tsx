'use client';

import { type ReactNode, useEffect, useId, useRef } from 'react';
import { Button } from '@/components/ui/button';
import { FormError } from '@/components/ui/form/form-error';
import { sendOnCtrlEnter } from '@/components/ui/form/plain-field';
import { Dialog, DialogClose, type DialogProps } from './dialog';

export type FormDialogProps = Pick<DialogProps, 'title' | 'description' | 'role' | 'initialFocus' | 'finalFocus'> & {
  size?: 'sm' | 'md';
  /** It becomes longer while one fills it in. */
  grows?: boolean;
  /** The label of the send button; without it there is nothing to send. */
  action?: string;
  pendingText?: string;
  pending?: boolean;
  disabled?: boolean;
  danger?: boolean;
  beside?: ReactNode;
  /** False where leaving would lose what is shown this once. */
  cancels?: boolean;
  /** Of the button that leaves, where "Cancel" could be what is sent. */
  leave?: string;
  /** Why it failed, in one sentence; leave out where a field says it. */
  message?: string;
  /** Changes with every failed attempt: the first wrong field gets the focus. */
  attempt?: unknown;
  onSubmit: (given: FormData) => void;
  onClose: () => void;
  children?: ReactNode;
};

const WRONG = '[aria-invalid=true], [data-invalid]';

export function FormDialog({
  action,
  pendingText,
  pending,
  disabled,
  danger,
  beside,
  cancels = true,
  leave = 'Cancel',
  message,
  attempt,
  onSubmit,
  onClose,
  children,
  ...dialog
}: FormDialogProps) {
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (attempt) form.current?.querySelector<HTMLElement>(WRONG)?.focus();
  }, [attempt]);
  const problem = message && <FormError message={message} attempt={attempt} />;
  return (
    <Dialog
      {...dialog}
      open
      onOpenChange={(open) => !open && onClose()}
      footer={
        <>
          {beside}
          {cancels && (
            <DialogClose>
              <Button>{leave}</Button>
            </DialogClose>
          )}
          {action && (
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
          )}
        </>
      }
    >
      {children ? (
        <form
          ref={form}
          id={id}
          noValidate
          className="flex flex-col gap-4"
          onKeyDown={sendOnCtrlEnter}
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
