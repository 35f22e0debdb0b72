'use client';

import { MessageCircle } from 'lucide-react';
import { useSelectedLayoutSegment } from 'next/navigation';
import { useId, useRef } from 'react';
import { IconButton } from '@/components/ui/icon-button';
import { HoverTip } from './hover-tip';
import { useOnDemand } from './on-demand';

const load = () => import('./chat-drawer').then((module) => module.ChatDrawer);

/** Chat, in the top bar, where it covers nothing; opens a drawer beside the page. */
export function ChatButton() {
  const segment = useSelectedLayoutSegment();
  const { Part, open, setOpen, prefetch, press } = useOnDemand(load);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();

  function close() {
    setOpen(false);
    button.current?.focus();
  }
  // The chat's own page needs no second way to it.
  if (segment === 'chat') return null;
  return (
    <>
      <HoverTip text="Chat">
        <IconButton
          ref={button}
          label="Chat"
          icon={<MessageCircle />}
          aria-expanded={open}
          aria-controls={open ? id : undefined}
          onPointerEnter={prefetch}
          onFocus={prefetch}
          onClick={() => (Part ? setOpen(!open) : press())}
        />
      </HoverTip>
      {Part && open && <Part id={id} onClose={close} />}
    </>
  );
}
