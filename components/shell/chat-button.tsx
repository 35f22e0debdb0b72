'use client';

import { useSelectedLayoutSegment } from 'next/navigation';
import { useId, useRef } from 'react';
import { useOnDemand } from '@/components/overlay/on-demand';
import { HoverTip } from '@/components/page/hover-tip';
import { IconButton } from '@/components/ui/icon-button';

const load = () => import('./chat-drawer').then((module) => module.ChatDrawer);

export function ChatButton() {
  const segment = useSelectedLayoutSegment();
  const { Part, open, setOpen, opener, press } = useOnDemand(load);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();

  function close() {
    setOpen(false);
    button.current?.focus();
  }
  if (segment === 'chat') return null;
  return (
    <>
      <HoverTip text="Chat">
        <IconButton
          ref={button}
          label="Chat"
          icon={<span aria-hidden="true" className="icon icon-message-circle" />}
          aria-expanded={open}
          aria-controls={open ? id : undefined}
          {...opener}
          onClick={() => (open ? setOpen(false) : press())}
        />
      </HoverTip>
      {Part && open && <Part id={id} onClose={close} />}
    </>
  );
}
