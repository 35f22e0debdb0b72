'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { DraftNotice } from '@/components/draft/draft-notice';
import { useFormDraft } from '@/components/draft/use-form-draft';
import { roleRequestQuery } from '@/components/person/member-query';
import { call } from '@/components/query/api-client';
import { useCall } from '@/components/query/use-call';
import { roleLabel } from '@/components/ui/badge';
import { ReasonField } from '@/components/ui/form/reason-field';
import { SelectField } from '@/components/ui/form/select-field';
import { FormDialog } from '@/components/ui/overlay/form-dialog';
import { useActor } from '@/components/viewer/shell-context';
import { ROLES_BY_RANK } from '@/lib/permission/rank';

export function RoleRequestDialog({ onClose }: { onClose: () => void }) {
  const actor = useActor();
  const queries = useQueryClient();
  const others = ROLES_BY_RANK.filter((role) => role !== actor.role);
  const { value, change, forget, notice } = useFormDraft('role-request', { role: '', reason: '' });
  const { reason } = value;
  const role = others.find((one) => one === value.role) ?? '';
  const [missing, setMissing] = useState(false);
  const { run, status } = useCall();

  async function ask() {
    setMissing(role === '');
    if (role === '') return;
    const done = await run(
      () => call('POST requestRole', { role, reason: reason.trim() }),
      () => 'Request sent',
    );
    if (!done) return;
    forget();
    onClose();
    void queries.invalidateQueries(roleRequestQuery);
  }

  return (
    <FormDialog
      size="sm"
      title="Ask for another role"
      description="An admin or sub-admin decides, and you are notified."
      action="Send request"
      pendingText="Sending…"
      {...status}
      onSubmit={() => void ask()}
      onClose={onClose}
    >
      <DraftNotice {...notice} />
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
      <ReasonField value={reason} onChange={(reason) => change({ reason })} />
    </FormDialog>
  );
}
