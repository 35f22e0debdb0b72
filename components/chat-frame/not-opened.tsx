'use client';

import { useEffect } from 'react';
import { tellParent } from './to-parent';

/** Without a session of the chat: nobody has opened it, its token was used, or the browser keeps no cookies here. */
export function ChatNotOpened({ parent }: { parent: string | null }) {
  useEffect(() => tellParent(parent, { kind: 'ended' }), [parent]);
  return (
    <main id="main" tabIndex={-1} className="flex min-h-dvh flex-col items-center justify-center gap-2 p-8 text-center">
      <h1 className="text-lg font-semibold">Chat opens inside Guildhall</h1>
      <p className="max-w-[52ch] text-base text-text-2">
        Sign in to your organisation and choose the chat button, or open its page “Chat”.
      </p>
    </main>
  );
}
