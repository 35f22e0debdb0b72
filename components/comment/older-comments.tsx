'use client';

import { useState } from 'react';
import { reasonOf } from '@/components/query/api-client';
import { Button } from '@/components/ui/button';
import { showToast } from '@/components/ui/overlay/toast';

const focus = (element: HTMLElement | null) => element?.focus({ preventScroll: true });

export function OlderComments({ more, onShow }: { more: boolean; onShow: () => Promise<void> }) {
  const [pending, setPending] = useState(false);
  const [asked, setAsked] = useState(false);
  async function show() {
    setPending(true);
    try {
      await onShow();
      setAsked(true);
    } catch (error) {
      showToast({ kind: 'failure', text: `Older comments were not loaded. ${reasonOf(error)}` });
    } finally {
      setPending(false);
    }
  }
  if (!more)
    return asked ? (
      // The button is gone, so its replacement takes the focus.
      <p ref={focus} tabIndex={-1} className="text-sm text-text-3">
        All comments are shown.
      </p>
    ) : null;
  return (
    <div className="self-start print:hidden">
      <Button size="compact" pending={pending} pendingText="Loading" onClick={show}>
        Show older comments
      </Button>
    </div>
  );
}
