'use client';

import { RotateCcw } from 'lucide-react';
import { useActionState } from 'react';
import { Button } from '@/components/ui/button';
import { FormError } from '@/components/ui/form/form-error';
import { isolated } from '@/lib/bidi';
import type { FormState } from '@/lib/session/schema';

/** Works without scripts. */
export function RestoreForm({
  action,
  name,
}: {
  action: (state: FormState, form: FormData) => Promise<FormState>;
  name: string;
}) {
  const [state, submit, pending] = useActionState<FormState, FormData>(action, {});
  return (
    <form action={submit} className="flex flex-col gap-3">
      <FormError message={state.error} attempt={state} />
      <Button
        type="submit"
        variant="primary"
        size="touch"
        wide
        icon={<RotateCcw />}
        pending={pending}
        pendingText="Restoring…"
      >
        Restore {isolated(name)}
      </Button>
    </form>
  );
}
