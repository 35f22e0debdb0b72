'use client';

import { Maximize2, X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import type { ChatPlace } from '@/components/chat/chat-app';
import { ButtonLink } from '@/components/ui/button-link';
import { IconButton } from '@/components/ui/icon-button';
import { useOrganisationLinks } from '@/components/viewer/shell-context';
import { ChatFrame } from './chat-frame';
import { useWidth, WidthHandle } from './width-handle';

type ChatDrawerProps = {
  id: string;
  open: boolean;
  /** Kept while the drawer is closed. */
  place: ChatPlace;
  onPlace: (place: ChatPlace) => void;
  onUnread: (rooms: number) => void;
  onClose: () => void;
};

/** Not modal: work goes on beside it. Closed, it is hidden and goes on living. */
export function ChatDrawer({ id, open, place, onPlace, onUnread, onClose }: ChatDrawerProps) {
  const hrefTo = useOrganisationLinks();
  const drawer = useRef<HTMLDivElement>(null);
  const width = useWidth();
  useEffect(() => {
    if (open) drawer.current?.focus();
  }, [open]);
  // Outside the bar that holds the button: it must cover both bars.
  return createPortal(
    <aside aria-label="Chat" hidden={!open} className="print:hidden">
      <div
        ref={drawer}
        id={id}
        role="dialog"
        aria-label="Chat"
        tabIndex={-1}
        onKeyDown={(event) => event.key === 'Escape' && !event.defaultPrevented && onClose()}
        style={{ '--chat-width': `${width.now}px` } as React.CSSProperties}
        className="fixed inset-y-0 right-0 z-chat flex w-full animate-drawer-in-right flex-col border-l border-border bg-surface shadow-e3 outline-none sm:w-[var(--chat-width)]"
      >
        <WidthHandle {...width} />
        <div className="flex h-14 items-center justify-between border-b border-border pr-3 pl-5">
          <h2 className="text-lg font-semibold">Chat</h2>
          <span className="flex items-center">
            <ButtonLink
              href={hrefTo(place.room ? `chat?room=${place.room}` : 'chat')}
              prefetch={false}
              variant="quiet"
              icon={<Maximize2 />}
              onClick={onClose}
            >
              Full page
            </ButtonLink>
            <IconButton label="Close chat" icon={<X />} onClick={onClose} />
          </span>
        </div>
        <ChatFrame
          place={place}
          onPlace={onPlace}
          onUnread={onUnread}
          onClose={onClose}
          onLeave={() => document.getElementById('main')?.focus()}
          focused={open}
        />
      </div>
    </aside>,
    document.body,
  );
}
