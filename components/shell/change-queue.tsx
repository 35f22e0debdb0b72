'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { persistQueue } from '@/components/query/stored-queue';
import { useShell } from '@/components/viewer/shell-context';
import { queuedKinds } from './queued-changes';

/** Keeps waiting changes over a reload and sends what an earlier page left. */
export function ChangeQueue() {
  const { member } = useShell();
  const client = useQueryClient();
  useEffect(
    () =>
      persistQueue(client, {
        owner: member._id,
        kinds: queuedKinds(member._id),
        // All data on the page was read before.
        onSent: () => void client.invalidateQueries(),
      }),
    [client, member._id],
  );
  return null;
}
