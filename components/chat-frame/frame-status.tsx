'use client';

import { useConnectionWords } from '@/components/live/use-connection-words';

const CHAT = {
  offline: 'What you write is kept on this device and sent when you are connected again.',
  paused: 'Reconnecting… What you write is sent; messages of others appear within 30 seconds.',
  sending: '',
} as const;

/** What there is to say of the chat's own connection, above all rooms. */
export function FrameStatus() {
  const { words } = useConnectionWords();
  return (
    // Always there: what is put into a new region is often not read out.
    <p
      role="status"
      className={words ? 'border-b border-warn bg-warn-soft px-4 py-1 text-sm text-warn-text' : 'sr-only'}
    >
      {words && [words.kind === 'paused' ? '' : words.line, CHAT[words.kind]].filter(Boolean).join(' ')}
    </p>
  );
}
