'use client';

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useEverybody } from '@/components/project/people-query';
import { api } from '@/components/query/api-client';
import { Button } from '@/components/ui/button';
import { Dialog, DialogClose } from '@/components/ui/dialog';
import { FormError } from '@/components/ui/form-error';
import { SelectField } from '@/components/ui/select-field';
import type { MemberRecord } from '@/lib/member/schema';
import type { MemberDetail } from '@/lib/member/schema.manage';
import { useCall } from './use-call';

/** Ends a membership; says what is open, and who takes it over. */
export function DeactivateDialog({ member, onClose }: { member: MemberRecord; onClose: () => void }) {
  const { people } = useEverybody();
  const { data } = useQuery({
    queryKey: ['member', member._id],
    staleTime: 0,
    queryFn: ({ signal }) => api.get<MemberDetail>(`memberDetail?user_id=${member._id}`, { signal }),
  });
  const [heir, setHeir] = useState('');
  const { run, pending, error } = useCall();
  const heirs = people?.filter(({ _id, role }) => _id !== member._id && role !== 'client' && role !== 'observer') ?? [];
  const led = data?.projects.filter(({ is_leader }) => is_leader).length ?? 0;
  return (
    <Dialog
      open
      role="alertdialog"
      onOpenChange={(open) => !open && onClose()}
      title={`Deactivate ${member.name}`}
      description="They are signed out everywhere and cannot come back until somebody reactivates them. What they finished keeps their name."
      footer={
        <>
          <DialogClose>
            <Button>Cancel</Button>
          </DialogClose>
          <Button
            variant="danger"
            pending={pending}
            pendingText="Deactivating…"
            onClick={() =>
              void run(
                () => api.post<MemberRecord>('deactivateMember', { user_id: member._id, reassign_to: heir || null }),
                () => `${member.name} deactivated`,
              ).then((done) => done && onClose())
            }
          >
            Deactivate
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <FormError message={error?.message} attempt={error} />
        {data && (
          <p className="text-base">
            {data.open_tasks === 1 ? '1 open task' : `${data.open_tasks} open tasks`}
            {led > 0 && ` and ${led === 1 ? '1 project they lead' : `${led} projects they lead`}`}.
          </p>
        )}
        <SelectField
          label="Who takes over the open work"
          value={heir}
          onChange={(event) => setHeir(event.target.value)}
          error={error?.errors.reassign_to?.[0]}
          options={[
            { value: '', label: 'Nobody: leave it unassigned' },
            ...heirs.map(({ _id, name }) => ({ value: _id, label: name })),
          ]}
        />
      </div>
    </Dialog>
  );
}
