'use client';

import type { ReactNode } from 'react';
import { Button } from '@/components/ui/button';
import { useOnline } from './use-online';

export function SubmitButton({
  pending,
  pendingText,
  compact = false,
  children,
}: {
  pending: boolean;
  pendingText: string;
  /** As wide as its text. */
  compact?: boolean;
  children: ReactNode;
}) {
  const online = useOnline();
  return (
    <>
      <Button
        type="submit"
        variant="primary"
        size={compact ? 'default' : 'touch'}
        wide={!compact}
        pending={pending}
        pendingText={pendingText}
        disabled={!online}
        aria-describedby={online ? undefined : 'offline-reason'}
      >
        {children}
      </Button>
      {!online && (
        <p id="offline-reason" role="status" className="text-sm text-warn-text">
          You are offline. What you typed stays here until the connection is back.
        </p>
      )}
    </>
  );
}
