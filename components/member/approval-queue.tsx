'use client';

import { useState } from 'react';
import { DialogButton } from '@/components/overlay/on-demand-dialog';
import { SectionCard } from '@/components/page/section-card';
import { call } from '@/components/query/api-client';
import { useCall } from '@/components/query/use-call';
import { Ago } from '@/components/ui/ago';
import { Avatar } from '@/components/ui/avatar';
import { Button } from '@/components/ui/button';
import { FocusKeeper } from '@/components/ui/focus-keeper';
import { bidi, isolated } from '@/lib/bidi';
import { leadsProjects } from '@/lib/member/policy';
import type { ApprovalQueue as Queue } from '@/lib/member/schema.manage';
import type { DeclineProps } from './decline-dialog';
import type { GrantProps } from './grant-dialog';

const grantDialog = () => import('./grant-dialog').then((module) => module.GrantDialog);
const declineDialog = () => import('./decline-dialog').then((module) => module.DeclineDialog);

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
  /** The new role cannot lead projects, so theirs need another leader. */
  stopsLeading?: boolean;
  decide: (granted: boolean, reason: string, leadTo?: string | null) => Promise<unknown>;
};

/** People who ask to join, and members who ask for another role. */
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
        call('POST userApproveOrReject', {
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
      stopsLeading: leadsProjects(request.from) && !leadsProjects(request.role),
      decide: (granted: boolean, reason: string, lead_to?: string | null) =>
        call('POST decideRoleRequest', { request_id: request._id, grant: granted, ...(reason && { reason }), lead_to }),
    })),
  ];
  // After the last answer, an empty queue is still shown: it takes the focus.
  const [had, setHad] = useState(false);
  if (items.length && !had) setHad(true);
  if (!items.length && !had) return null;
  return (
    <div className="mb-5">
      <FocusKeeper label="Waiting for approval">
        <SectionCard title="Waiting for approval" beside={<span className="tabular-nums">{items.length}</span>}>
          {items.length === 0 && <p className="text-base text-text-2">No pending requests</p>}
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
  const { run, pending, error } = useCall();
  const grant = () =>
    void run(
      () => item.decide(true, ''),
      () => bidi`${item.name}: ${item.yes === 'Grant' ? 'granted' : 'approved'}`,
    );
  return (
    <li tabIndex={-1} className="flex flex-wrap items-center gap-3 py-2">
      <Avatar person={{ id: item.id, name: item.name, picture: item.pic }} size={32} beside />
      <div className="min-w-0 flex-1 basis-52">
        <p dir="auto" className="truncate text-base font-medium">
          {item.name}
        </p>
        <p className="text-sm break-words text-text-2">
          {item.says} · <Ago at={item.at} />
        </p>
        {item.reason && <p className="text-sm break-words text-text-2">“{isolated(item.reason)}”</p>}
        {error && (
          <p role="alert" className="text-sm text-danger-text">
            {error.message}
          </p>
        )}
      </div>
      {item.decides && (
        <div className="flex gap-2">
          <DialogButton<DeclineProps>
            load={declineDialog}
            given={{ id: item.id, name: item.name, verb: item.no, decline: (reason) => item.decide(false, reason) }}
            size="compact"
            aria-label={bidi`${item.no} ${item.name}`}
          >
            {item.no}
          </DialogButton>
          {item.stopsLeading ? (
            <DialogButton<GrantProps>
              load={grantDialog}
              given={{ ...item, grant: (leadTo) => item.decide(true, '', leadTo) }}
              size="compact"
              variant="primary"
              aria-label={bidi`${item.yes} ${item.name}`}
            >
              {item.yes}
            </DialogButton>
          ) : (
            <Button
              size="compact"
              variant="primary"
              pending={pending}
              aria-label={bidi`${item.yes} ${item.name}`}
              onClick={grant}
            >
              {item.yes}
            </Button>
          )}
        </div>
      )}
    </li>
  );
}
