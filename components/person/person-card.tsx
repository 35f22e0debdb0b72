'use client';

import * as Radix from '@radix-ui/react-popover';
import { useMutation, useQuery } from '@tanstack/react-query';
import { MessageCircle } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { useRef } from 'react';
import { call, reasonOf } from '@/components/query/api-client';
import { Avatar, type Person } from '@/components/ui/avatar';
import { RoleBadge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { popoverStyle } from '@/components/ui/overlay/popover';
import { useOrganisationLinks, useShell } from '@/components/viewer/shell-context';
import { mayEver } from '@/lib/permission/policy';
import { personQuery } from './member-query';

export type PersonCardProps = {
  anchor: HTMLElement;
  person: Person;
  /** Opened by a press: takes the focus and gives it back. On hover it leaves the focus where it is. */
  pressed: boolean;
  onClose: () => void;
};

export function PersonCard({ anchor, person, pressed, onClose }: PersonCardProps) {
  // Inside the avatar's dialog: nothing behind an open dialog can be reached.
  const container = anchor.closest<HTMLElement>('[role="dialog"]') ?? document.getElementById('main') ?? undefined;
  const virtual = useRef(anchor);
  virtual.current = anchor;
  const { data } = useQuery(personQuery(person.id));
  const known = data && 'role' in data ? data : undefined;
  const { member } = useShell();
  const canWrite = data && data._id !== member._id && known?.role !== 'observer' && mayEver(member, 'chat.direct');
  return (
    <Radix.Root open onOpenChange={(open) => !open && onClose()}>
      <Radix.Anchor virtualRef={virtual} />
      <Radix.Portal container={container}>
        <Radix.Content
          data-person-card=""
          aria-label={person.name}
          align="start"
          sideOffset={6}
          collisionPadding={8}
          onOpenAutoFocus={(event) => !pressed && event.preventDefault()}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            if (pressed) anchor.focus();
          }}
          onFocusOutside={(event) => !pressed && event.preventDefault()}
          onInteractOutside={(event) => {
            // A press on the avatar itself is handled by its own click.
            if (event.target instanceof Node && anchor.contains(event.target)) event.preventDefault();
          }}
          className={`${popoverStyle} w-64 max-w-[calc(100vw-16px)] p-3 outline-none`}
        >
          <div className="flex items-center gap-3">
            <Avatar person={person} size={40} beside />
            <div className="min-w-0">
              <p dir="auto" className="text-base font-semibold break-words">
                {person.name}
              </p>
              {known && <RoleBadge role={known.role} />}
            </div>
          </div>
          {known?.email && (
            <p className="mt-3 border-t border-border pt-3 text-sm break-all text-text-2">{known.email}</p>
          )}
          {canWrite && <MessageButton to={person.id} onOpened={onClose} />}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

/** Leads to the direct room of the two. */
function MessageButton({ to, onOpened }: { to: string; onOpened: () => void }) {
  const router = useRouter();
  const hrefTo = useOrganisationLinks();
  const opening = useMutation({
    mutationFn: () => call('POST room', { kind: 'direct', member_ids: [to] }),
    onSuccess: ({ _id }) => {
      onOpened();
      router.push(hrefTo(`chat?room=${_id}`));
    },
  });
  return (
    <div className="mt-3">
      <Button
        wide
        icon={<MessageCircle />}
        pending={opening.isPending}
        pendingText="Opening"
        onClick={() => opening.mutate()}
      >
        Message
      </Button>
      {opening.isError && (
        <p role="alert" className="pt-2 text-sm text-danger-text">
          {reasonOf(opening.error)}
        </p>
      )}
    </div>
  );
}
