'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { keepQueue } from '@/components/query/kept-queue';
import { useShell } from '@/components/viewer/shell-context';
import { queuedKinds } from './queued-changes';

/** Keeps waiting changes over a reload and sends what an earlier page left. */
export function ChangeQueue() {
  const { member } = useShell();
  const client = useQueryClient();
  useEffect(
    () =>
      keepQueue(client, {
        owner: member._id,
        kinds: queuedKinds(member._id),
        // All data on the page was read before.
        onSent: () => void client.invalidateQueries(),
      }),
    [client, member._id],
  );
  return null;
}
