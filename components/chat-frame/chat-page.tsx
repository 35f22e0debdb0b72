'use client';

import dynamic from 'next/dynamic';
import { useSearchParams } from 'next/navigation';
import { useState } from 'react';
import type { ChatPlace } from '@/components/chat/chat-app';
import { PageTitle } from '@/components/page/page-title';
import { setPageUrl } from '@/components/url/page-url';

const ChatFrame = dynamic(() => import('./chat-frame').then((module) => module.ChatFrame), {
  ssr: false,
  loading: () => <div className="flex-1" aria-busy="true" />,
});

/** Fills what the bars leave: only the messages scroll. The room that is open stands in the address. */
export function ChatPage() {
  const search = useSearchParams();
  const [unread, setUnread] = useState(0);
  return (
    <>
      <PageTitle>{unread > 0 ? `(${unread}) Chat` : 'Chat'}</PageTitle>
      <div className="fixed inset-x-0 top-14 bottom-0 flex bg-surface max-sm:bottom-[calc(64px+env(safe-area-inset-bottom))] lg:left-[200px]">
        <ChatFrame
          place={{ room: search.get('room') || null, message: search.get('message') || null }}
          onPlace={goTo}
          onUnread={setUnread}
          onLeave={() => document.querySelector<HTMLElement>('[data-top-bar] button')?.focus()}
          focused={false}
        />
      </div>
    </>
  );
}

function goTo({ room, message }: ChatPlace) {
  const url = new URL(window.location.href);
  for (const [name, value] of Object.entries({ room, message }))
    if (value) url.searchParams.set(name, value);
    else url.searchParams.delete(name);
  setPageUrl(url);
}
