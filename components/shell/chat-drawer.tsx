'use client';

import { MessageCircle, X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { ButtonLink } from '@/components/ui/button-link';
import { IconButton } from '@/components/ui/icon-button';
import { useOrganisationLinks, useShell } from '@/components/viewer/shell-context';

/** Not modal: work goes on beside it. */
export function ChatDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  const hrefTo = useOrganisationLinks();
  const { organisation } = useShell();
  const drawer = useRef<HTMLDivElement>(null);
  useEffect(() => drawer.current?.focus(), []);
  // Outside the bar that holds the button: it must cover both bars.
  return createPortal(
    <aside aria-label="Chat" className="print:hidden">
      <div
        ref={drawer}
        id={id}
        role="dialog"
        aria-label="Chat"
        tabIndex={-1}
        onKeyDown={(event) => event.key === 'Escape' && onClose()}
        className="fixed inset-y-0 right-0 z-chat flex w-[420px] max-w-full animate-drawer-in-right flex-col border-l border-border bg-surface shadow-e3 outline-none"
      >
        <div className="flex h-14 items-center justify-between border-b border-border pr-3 pl-5">
          <h2 className="text-lg font-semibold">Chat</h2>
          <IconButton label="Close chat" icon={<X />} onClick={onClose} />
        </div>
        <div className="flex flex-1 flex-col items-center justify-center gap-3 px-8 text-center">
          <span className="flex size-10 items-center justify-center rounded-full bg-hover text-text-3 [&_.lucide]:size-5">
            <MessageCircle />
          </span>
          <p className="text-lg font-semibold">Chat is not available yet</p>
          <p className="text-base text-text-2">
            This page is for messages between the people of {organisation.name}, by project and in private. For now,
            discuss work in the comments of a task.
          </p>
          <ButtonLink href={hrefTo('task')} prefetch={false} onClick={onClose}>
            Go to tasks
          </ButtonLink>
        </div>
      </div>
    </aside>,
    document.body,
  );
}
