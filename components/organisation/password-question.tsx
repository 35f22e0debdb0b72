'use client';

import { type ReactNode, useState } from 'react';
import { ApiError, reasonOf } from '@/components/query/api-client';
import { PasswordField } from '@/components/ui/form/password-field';
import { FormDialog } from '@/components/ui/overlay/form-dialog';
import { showToast } from '@/components/ui/overlay/toast';
import { useRefresh } from '@/components/url/use-refresh';

export function PasswordQuestion<T>({
  title,
  description,
  action,
  pendingText,
  danger,
  ready = true,
  children,
  fields,
  call,
  onDone,
  onClose,
}: {
  title: string;
  description: ReactNode;
  action: string;
  pendingText: string;
  danger?: boolean;
  /** False disables the button; the fields must say why. */
  ready?: boolean;
  children?: (errorOf: (field: string) => string | undefined) => ReactNode;
  /** Fields besides the password whose errors are shown with them. */
  fields?: readonly string[];
  call: (password: string) => Promise<T>;
  /** Returns the message to show; null if the page is being left. */
  onDone: (value: T) => string | null;
  onClose: () => void;
}) {
  const refresh = useRefresh();
  const [pending, setPending] = useState(false);
  const [error, setError] = useState<ApiError>();
  const errorOf = (field: string) => error?.errors[field]?.[0];
  const shown = ['current_password', ...(fields ?? [])].some(errorOf);

  async function submit(password: string) {
    if (pending || !ready) return;
    setPending(true);
    setError(undefined);
    try {
      const text = onDone(await call(password));
      if (text === null) return;
      showToast({ kind: 'success', text });
      refresh();
      onClose();
    } catch (failure) {
      setError(failure instanceof ApiError ? failure : new ApiError(0, 'unexpected', reasonOf(failure)));
      setPending(false);
    }
  }

  return (
    <FormDialog
      role="alertdialog"
      title={title}
      description={description}
      action={action}
      pendingText={pendingText}
      pending={pending}
      disabled={!ready}
      danger={danger}
      message={shown ? undefined : error?.message}
      attempt={error}
      onSubmit={(given) => void submit(String(given.get('current_password') ?? ''))}
      onClose={onClose}
    >
      {children?.(errorOf)}
      <PasswordField
        label="Your current password"
        name="current_password"
        autoComplete="current-password"
        required
        limit={256}
        error={errorOf('current_password')}
      />
    </FormDialog>
  );
}
