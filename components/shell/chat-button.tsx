'use client';

import { useSelectedLayoutSegment } from 'next/navigation';
import { type ComponentType, useEffect, useId, useRef, useState } from 'react';
import type { ChatPlace } from '@/components/chat/chat-app';
import { useOnDemand } from '@/components/overlay/on-demand';
import { HoverTip } from '@/components/page/hover-tip';
import { IconButton } from '@/components/ui/icon-button';

const load = () => import('@/components/chat-frame/chat-drawer').then((module) => module.ChatDrawer);

export function ChatButton() {
  const segment = useSelectedLayoutSegment();
  const { Part, open, setOpen, opener, press } = useOnDemand(load);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();
  const [place, setPlace] = useState<ChatPlace>({ room: null, message: null });
  const [unread, setUnread] = useState(0);
  const [Watch, setWatch] = useState<ComponentType<{ onUnread: (rooms: number) => void }>>();
  useEffect(() => {
    const timer = setTimeout(
      () =>
        import('@/components/chat-frame/chat-watch').then(
          (module) => setWatch(() => module.ChatWatch),
          () => {},
        ),
      2000,
    );
    return () => clearTimeout(timer);
  }, []);

  function close() {
    setOpen(false);
    button.current?.focus();
  }
  const watch = Watch && <Watch onUnread={setUnread} />;
  if (segment === 'chat') return watch;
  return (
    <>
      <HoverTip text="Chat">
        <IconButton
          ref={button}
          label="Chat"
          icon={<span aria-hidden="true" className="icon icon-message-circle" />}
          aria-expanded={open}
          aria-controls={open ? id : undefined}
          aria-describedby={unread > 0 ? `${id}-unread` : undefined}
          {...opener}
          onClick={() => (open ? setOpen(false) : press())}
        />
        {unread > 0 && (
          <span
            id={`${id}-unread`}
            className="pointer-events-none absolute top-1 right-1 size-2.5 rounded-full bg-accent"
          >
            <span className="sr-only">Unread messages</span>
          </span>
        )}
      </HoverTip>
      {watch}
      {Part && <Part {...{ id, open, place }} onPlace={setPlace} onUnread={setUnread} onClose={close} />}
    </>
  );
}
