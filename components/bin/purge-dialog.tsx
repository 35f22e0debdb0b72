'use client';

import { useRefresh } from '@/components/url/use-refresh';
import { bidi } from '@/lib/bidi';
import type { BinnedRecord } from '@/lib/bin/schema';
import { purge } from './bin-calls';
import { DeleteQuestion } from './delete-question';

export function PurgeDialog({ one, onClose }: { one: BinnedRecord; onClose: () => void }) {
  const refresh = useRefresh();
  const isTask = one.kind === 'task';
  return (
    <DeleteQuestion
      title={isTask ? `Remove ${one.key} for good?` : bidi`Remove ${one.name} for good?`}
      description={
        isTask
          ? bidi`“${one.name}” is removed with its comments and history. This cannot be undone.`
          : `The project is removed with its ${one.task_count === 1 ? 'task' : `${one.task_count} tasks`}, their comments and history. This cannot be undone. Its key ${one.key} becomes free.`
      }
      typed={
        isTask ? undefined : { label: bidi`Type ${one.name} or ${one.key} to confirm`, texts: [one.name, one.key] }
      }
      action="Delete permanently"
      onDelete={async () => {
        await purge(one);
        refresh();
      }}
      onClose={onClose}
    />
  );
}
