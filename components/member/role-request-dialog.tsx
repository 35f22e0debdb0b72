'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { DraftNotice } from '@/components/draft/draft-notice';
import { useFormDraft } from '@/components/draft/use-form-draft';
import { api } from '@/components/query/api-client';
import { useActor } from '@/components/shell/shell-context';
import { roleLabel } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Dialog, DialogClose } from '@/components/ui/dialog';
import { FormError } from '@/components/ui/form-error';
import { SelectField } from '@/components/ui/select-field';
import { TextArea } from '@/components/ui/text-area';
import { ROLES_BY_RANK } from '@/lib/permission/rank';
import { roleRequestQuery } from './member-query';
import { useCall } from './use-call';

/** Asks for another role, with a reason. Nothing is chosen at first. */
export function RoleRequestDialog({ onClose }: { onClose: () => void }) {
  const actor = useActor();
  const queries = useQueryClient();
  const others = ROLES_BY_RANK.filter((role) => role !== actor.role);
  const { value, change, forget, notice } = useFormDraft('role-request', { role: '', reason: '' });
  const { reason } = value;
  const role = others.find((one) => one === value.role) ?? '';
  const [missing, setMissing] = useState(false);
  const { run, pending, error } = useCall();

  async function ask() {
    setMissing(role === '');
    if (role === '') return;
    const done = await run(
      () => api.post('requestRole', { role, reason: reason.trim() }),
      () => 'Asked',
    );
    if (!done) return;
    forget();
    onClose();
    void queries.invalidateQueries(roleRequestQuery);
  }

  return (
    <Dialog
      open
      size="sm"
      onOpenChange={(open) => !open && onClose()}
      title="Ask for another role"
      description="An admin or sub-admin answers; you are told."
      footer={
        <>
          <DialogClose>
            <Button>Cancel</Button>
          </DialogClose>
          <Button variant="primary" pending={pending} pendingText="Asking…" onClick={() => void ask()}>
            Ask
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <DraftNotice {...notice} />
        <FormError message={error?.message} attempt={error} />
        <SelectField
          label="Role"
          required
          value={role}
          error={missing && role === '' ? 'Choose the role that you need.' : undefined}
          onChange={(event) => change({ role: event.target.value })}
          options={[
            { value: '', label: 'Choose a role', disabled: true },
            ...others.map((value) => ({ value, label: roleLabel(value) })),
          ]}
        />
        <TextArea
          label="Reason"
          optional
          maxLength={1000}
          value={reason}
          onChange={(event) => change({ reason: event.target.value })}
        />
      </div>
    </Dialog>
  );
}
