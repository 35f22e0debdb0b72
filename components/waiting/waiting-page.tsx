'use client';

import dynamic from 'next/dynamic';
import { useRef, useState } from 'react';
import { useRowKeys } from '@/components/task/use-row-keys';
import { EmptyState } from '@/components/ui/empty-state';
import { FocusKeeper } from '@/components/ui/focus-keeper';
import { useWaitingForMe, type Waiting } from './use-waiting-for-me';
import { WaitingRows } from './waiting-rows';

const SignOffDialog = dynamic(() => import('@/components/sign-off/sign-off-dialog').then((part) => part.SignOffDialog));

/** The whole list, as a tab of the inbox. `opened`: the sign-off that the link is about. */
export function WaitingPage({ initial, opened }: { initial: Waiting; opened: string | null }) {
  const { waiting, refetch } = useWaitingForMe(initial);
  const docs = waiting?.docs ?? [];
  const rows = useRef<HTMLDivElement>(null);
  useRowKeys(rows);
  const [shown, setShown] = useState(opened);
  return (
    <div ref={rows} className="overflow-clip rounded-lg border border-border bg-surface">
      <FocusKeeper label="What waits for you">
        {docs.length === 0 ? (
          <EmptyState title="Nothing waits for you">
            <p>What somebody asks you to approve, to decide or to answer will stand here.</p>
          </EmptyState>
        ) : (
          <WaitingRows items={docs} onChanged={refetch} />
        )}
      </FocusKeeper>
      {shown && <SignOffDialog id={shown} onChanged={refetch} onClose={() => setShown(null)} />}
    </div>
  );
}
