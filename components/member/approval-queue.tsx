'use client';

import { useState } from 'react';
import { DraftNotice } from '@/components/draft/draft-notice';
import { useFormDraft } from '@/components/draft/use-form-draft';
import { api } from '@/components/query/api-client';
import { SectionCard } from '@/components/shell/section-card';
import { Ago } from '@/components/ui/ago';
import { Avatar } from '@/components/ui/avatar';
import { Button } from '@/components/ui/button';
import { Dialog, DialogClose } from '@/components/ui/dialog';
import { FormError } from '@/components/ui/form-error';
import { TextArea } from '@/components/ui/text-area';
import type { ApprovalQueue as Queue } from '@/lib/member/schema.manage';
import { FocusKeeper } from './focus-keeper';
import { useCall } from './use-call';

type Item = {
  key: string;
  name: string;
  id: string;
  pic: string | null;
  says: string;
  reason?: string;
  at: string;
  yes: string;
  no: string;
  decides: boolean;
  decide: (granted: boolean, reason: string) => Promise<unknown>;
};

/** Who waits for an answer: people who ask to join, and members who ask for another role. */
export function ApprovalQueue({ queue }: { queue: Queue }) {
  const items: Item[] = [
    ...queue.people.map((person) => ({
      key: person._id,
      id: person._id,
      name: person.name,
      pic: person.pic,
      says: `${person.email ?? ''} asks to join`,
      at: person.created_at,
      yes: 'Approve',
      no: 'Reject',
      decides: true,
      decide: (granted: boolean, reason: string) =>
        api.post('userApproveOrReject', {
          user_id: person._id,
          status: granted ? 1 : 0,
          seen_status: person.approval_status,
          ...(reason && { reason }),
        }),
    })),
    ...queue.requests.map((request) => ({
      key: request._id,
      id: request.member._id,
      name: request.member.name,
      pic: request.member.pic,
      says: `${request.from_label} asks to be ${request.role_label}`,
      reason: request.reason,
      at: request.created_at,
      yes: 'Grant',
      no: 'Decline',
      decides: request.can.decide,
      decide: (granted: boolean, reason: string) =>
        api.post('decideRoleRequest', { request_id: request._id, grant: granted, ...(reason && { reason }) }),
    })),
  ];
  // Once there was somebody, that nobody is left is worth saying, and a place for the focus.
  const [had, setHad] = useState(false);
  if (items.length && !had) setHad(true);
  if (!items.length && !had) return null;
  return (
    <div className="mb-5">
      <FocusKeeper label="Waiting for approval">
        <SectionCard title="Waiting for approval" beside={<span className="tabular-nums">{items.length}</span>}>
          {items.length === 0 && <p className="text-base text-text-2">Nobody waits any more.</p>}
          <ul className="divide-y divide-border">
            {items.map((item) => (
              <QueueRow key={item.key} item={item} />
            ))}
          </ul>
        </SectionCard>
      </FocusKeeper>
    </div>
  );
}

function QueueRow({ item }: { item: Item }) {
  const [rejecting, setRejecting] = useState(false);
  const {
    value: { reason },
    change,
    forget,
    notice,
  } = useFormDraft(`decline:${item.id}`, { reason: '' });
  const { run, pending, error } = useCall();
  const decide = (granted: boolean) =>
    void run(
      () => item.decide(granted, granted ? '' : reason.trim()),
      () => `${item.name}: ${granted ? (item.yes === 'Grant' ? 'granted' : 'approved') : 'declined'}`,
    ).then((done) => {
      if (!done) return;
      forget();
      setRejecting(false);
    });
  return (
    <li tabIndex={-1} className="flex flex-wrap items-center gap-3 py-2">
      <Avatar person={{ id: item.id, name: item.name, picture: item.pic }} size={32} beside />
      <div className="min-w-0 flex-1 basis-52">
        <p className="truncate text-base font-medium">{item.name}</p>
        <p className="text-sm break-words text-text-2">
          {item.says} · <Ago at={item.at} />
        </p>
        {item.reason && <p className="text-sm break-words text-text-2">“{item.reason}”</p>}
        {error && !rejecting && (
          <p role="alert" className="text-sm text-danger-text">
            {error.message}
          </p>
        )}
      </div>
      {item.decides && (
        <div className="flex gap-2">
          <Button size="compact" aria-label={`${item.no} ${item.name}`} onClick={() => setRejecting(true)}>
            {item.no}
          </Button>
          <Button
            size="compact"
            variant="primary"
            pending={pending}
            aria-label={`${item.yes} ${item.name}`}
            onClick={() => decide(true)}
          >
            {item.yes}
          </Button>
        </div>
      )}
      {rejecting && (
        <Dialog
          open
          size="sm"
          onOpenChange={setRejecting}
          title={`${item.no} ${item.name}`}
          description="They get your reason."
          footer={
            <>
              <DialogClose>
                <Button>Cancel</Button>
              </DialogClose>
              <Button variant="danger" pending={pending} pendingText="Sending…" onClick={() => decide(false)}>
                {item.no}
              </Button>
            </>
          }
        >
          <div className="flex flex-col gap-3">
            <DraftNotice {...notice} />
            <FormError message={error?.message} attempt={error} />
            <TextArea
              label="Reason"
              optional
              maxLength={1000}
              value={reason}
              onChange={(event) => change({ reason: event.target.value })}
            />
          </div>
        </Dialog>
      )}
    </li>
  );
}
