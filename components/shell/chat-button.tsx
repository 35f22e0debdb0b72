'use client';

import { MessageCircle, X } from 'lucide-react';
import { useSelectedLayoutSegment } from 'next/navigation';
import { useEffect, useId, useRef, useState } from 'react';
import { ButtonLink } from '@/components/ui/button-link';
import { IconButton } from '@/components/ui/icon-button';
import { HoverTip } from './hover-tip';
import { useOrganisationLinks, useShell } from './shell-context';

/** The round button at the bottom right and the drawer it opens. Not modal: work goes on beside it. */
export function ChatButton() {
  const hrefTo = useOrganisationLinks();
  const { organisation } = useShell();
  const segment = useSelectedLayoutSegment();
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const drawer = useRef<HTMLDivElement>(null);
  const id = useId();

  useEffect(() => {
    if (open) drawer.current?.focus();
  }, [open]);

  function close() {
    setOpen(false);
    button.current?.focus();
  }

  // The chat's own page needs no second way to it.
  if (segment === 'chat') return null;
  return (
    <aside aria-label="Chat" className="print:hidden">
      <div className="fixed right-5 bottom-5 z-chat max-sm:bottom-[calc(72px+env(safe-area-inset-bottom))]">
        <HoverTip text="Chat" side="left">
          <button
            ref={button}
            type="button"
            aria-label="Chat"
            aria-expanded={open}
            aria-controls={open ? id : undefined}
            onClick={() => setOpen(!open)}
            className="flex size-11 items-center justify-center rounded-full bg-accent text-on-accent shadow-e2 transition-colors hover:bg-accent-hover max-sm:size-14 [&_.lucide]:size-5"
          >
            <MessageCircle />
          </button>
        </HoverTip>
      </div>
      {open && (
        <div
          ref={drawer}
          id={id}
          role="dialog"
          aria-label="Chat"
          tabIndex={-1}
          onKeyDown={(event) => event.key === 'Escape' && close()}
          className="fixed inset-y-0 right-0 z-chat flex w-[420px] max-w-full animate-drawer-in-right flex-col border-l border-border bg-surface shadow-e3 outline-none"
        >
          <div className="flex h-14 items-center justify-between border-b border-border pr-3 pl-5">
            <h2 className="text-lg font-semibold">Chat</h2>
            <IconButton label="Close chat" icon={<X />} onClick={close} />
          </div>
          <div className="flex flex-1 flex-col items-center justify-center gap-3 px-8 text-center">
            <span className="flex size-10 items-center justify-center rounded-full bg-hover text-text-3 [&_.lucide]:size-5">
              <MessageCircle />
            </span>
            <p className="text-lg font-semibold">Nobody can chat here yet</p>
            <p className="text-base text-text-2">
              This is the place to write with the people of {organisation.name}, by project and in person. Today, work
              is talked about in the comments of its task.
            </p>
            <ButtonLink href={hrefTo('task')} prefetch={false} onClick={() => setOpen(false)}>
              Go to tasks
            </ButtonLink>
          </div>
        </div>
      )}
    </aside>
  );
}
