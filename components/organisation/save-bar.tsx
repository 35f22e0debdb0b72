'use client';

import { useRouter } from 'next/navigation';
import { type ComponentType, useEffect, useState } from 'react';
import { Button } from '@/components/ui/button';
import { useUnsavedGuard } from './use-unsaved-guard';

type Leaving = ComponentType<{ onStay: () => void; onLeave: () => void }>;

export function SaveBar({
  unsaved,
  pending,
  onDiscard,
}: {
  unsaved: boolean;
  pending: boolean;
  onDiscard: () => void;
}) {
  const router = useRouter();
  const { asked, stay } = useUnsavedGuard(unsaved);
  const [Question, setQuestion] = useState<Leaving>();
  useEffect(() => {
    if (unsaved) void import('./leave-dialog').then(({ LeaveDialog }) => setQuestion(() => LeaveDialog));
  }, [unsaved]);
  if (!unsaved) return null;
  return (
    <div
      data-foot=""
      className="sticky bottom-0 z-sticky -mx-4 -mb-4 flex flex-wrap items-center justify-end gap-2 border-t border-border bg-surface px-4 py-3 max-sm:bottom-[calc(56px+env(safe-area-inset-bottom))] sm:-mx-5 sm:-mb-5 sm:px-5"
    >
      <p role="status" className="mr-auto text-sm text-text-2">
        Unsaved changes{' '}
      </p>
      <Button onClick={onDiscard}>Discard</Button>
      <Button type="submit" variant="primary" pending={pending} pendingText="Saving…">
        Save
      </Button>
      {asked && Question && (
        <Question
          onStay={stay}
          onLeave={() => {
            stay();
            onDiscard();
            router.push(asked);
          }}
        />
      )}
    </div>
  );
}
