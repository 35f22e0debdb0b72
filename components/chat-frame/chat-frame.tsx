'use client';

import { useRouter } from 'next/navigation';
import { useEffect, useEffectEvent } from 'react';
import type { ChatPlace } from '@/components/chat/chat-app';
import { openOverlay } from '@/components/overlay/overlay';
import { ErrorState } from '@/components/ui/error-state';
import { useOrganisationLinks, useShell } from '@/components/viewer/shell-context';
import { cn } from '@/lib/class-names';
import { linksOf } from '@/lib/tenant/organisation-path';
import { noteActivity } from './activity';
import { useFrame } from './use-frame';

type ChatFrameProps = {
  place: ChatPlace;
  onPlace: (place: ChatPlace) => void;
  /** Rooms with something unread. */
  onUnread: (rooms: number) => void;
  onClose?: () => void;
  /** On to what is beside it. */
  onLeave: () => void;
  /** Takes the focus when it is ready, and whenever this turns true. */
  focused: boolean;
};

/** What it needs, and no more: its own scripts and cookies, its fields, and links that open in a tab. */
const SANDBOX =
  'allow-scripts allow-same-origin allow-forms allow-downloads allow-popups allow-popups-to-escape-sandbox';

/** The chat in a frame. It may be of another origin: nothing but messages passes between the two. */
export function ChatFrame({ place, onPlace, onUnread, onClose, onLeave, focused }: ChatFrameProps) {
  const hrefTo = useOrganisationLinks();
  const { organisation } = useShell();
  const router = useRouter();
  const { box, src, state, restart, tell, onLoad } = useFrame(place, (message) => {
    if (message.kind === 'place') onPlace({ room: message.room, message: message.message });
    else if (message.kind === 'unread') onUnread(message.rooms);
    else if (message.kind === 'active') noteActivity();
    else if (message.kind === 'close') onClose?.();
    else if (message.kind === 'leave') onLeave();
    else if (message.kind === 'overlay') openOverlay(message.name);
    else if (message.kind === 'open') {
      const own = linksOf(organisation.key, null)('');
      if (message.path.startsWith(own)) router.push(hrefTo(message.path.slice(own.length)));
    }
  });
  const focus = useEffectEvent(() => {
    // Whoever went on with the page while it was on its way stays there.
    if (document.activeElement?.closest('main')) return;
    box.current?.focus();
    tell({ kind: 'focus' });
  });
  useEffect(() => {
    if (focused && state === 'ready') focus();
  }, [focused, state]);
  return (
    <div className="relative flex min-h-0 flex-1" aria-busy={state === 'loading'}>
      {src && (
        <iframe
          key={src}
          ref={box}
          src={src}
          onLoad={onLoad}
          title="Chat"
          sandbox={SANDBOX}
          allow="clipboard-write"
          referrerPolicy="no-referrer"
          className={cn('w-full flex-1 border-0', state === 'loading' && 'opacity-0', state === 'failed' && 'hidden')}
        />
      )}
      {state === 'loading' && (
        <div role="status" className="absolute inset-0 flex items-center justify-center">
          <span className="size-6 animate-spin rounded-full border-2 border-border-strong border-t-accent motion-reduce:animate-none" />
          <span className="sr-only">The chat is being opened</span>
        </div>
      )}
      {state === 'failed' && (
        <div className="flex-1 space-y-3 p-4">
          <ErrorState title="Chat did not load" onRetry={restart} />
          <a
            href={hrefTo(place.room ? `chat?room=${place.room}` : 'chat')}
            target="_blank"
            rel="noopener"
            className="text-base text-accent-text underline"
          >
            Open in a tab
          </a>
        </div>
      )}
    </div>
  );
}
