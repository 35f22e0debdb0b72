'use client';

import { type ReactNode, useEffect, useId, useRef } from 'react';
import { Button } from '@/components/ui/button';
import { FormError } from '@/components/ui/form/form-error';
import { sendOnCtrlEnter } from '@/components/ui/form/plain-field';
import { Dialog, DialogClose, type DialogProps } from './dialog';

export type FormDialogProps = Pick<DialogProps, 'title' | 'description' | 'role' | 'initialFocus' | 'finalFocus'> & {
  size?: 'sm' | 'md';
  /** The button that sends the form: what it does; without it there is nothing to send. */
  action?: string;
  /** What the button says while that is under way. */
  pendingText?: string;
  pending?: boolean;
  /** Not yet, or not any more; the fields say why. */
  disabled?: boolean;
  danger?: boolean;
  /** Another button at the foot, before Cancel. */
  beside?: ReactNode;
  /** False where leaving would lose what is shown this once. */
  cancels?: boolean;
  /** Why it was not done, in one sentence; leave it out where a field says it. */
  message?: string;
  /** Changes with every attempt that failed: the first field that is wrong gets the focus. */
  attempt?: unknown;
  onSubmit: (given: FormData) => void;
  onClose: () => void;
  /** Its fields; a question that only asks has none. */
  children?: ReactNode;
};

const WRONG = '[aria-invalid=true], [data-invalid]';

/** A dialog around one form or question: Cancel, one button that does it, and why it was not done. */
export function FormDialog({
  action,
  pendingText,
  pending,
  disabled,
  danger,
  beside,
  cancels = true,
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
              <Button>Cancel</Button>
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
