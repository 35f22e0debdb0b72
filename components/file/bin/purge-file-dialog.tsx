'use client';

import { DeleteQuestion } from '@/components/bin/delete-question';
import { call } from '@/components/query/api-client';
import { showToast } from '@/components/ui/overlay/toast';
import { useRefresh } from '@/components/url/use-refresh';
import { bidi } from '@/lib/bidi';
import type { BinnedItem } from '@/lib/folder/schema';

export function PurgeFileDialog({ one, onClose }: { one: BinnedItem; onClose: () => void }) {
  const refresh = useRefresh();
  return (
    <DeleteQuestion
      title={bidi`Remove ${one.name} for good?`}
      description={`${one.type === null ? 'The folder is removed with everything in it' : 'The file is removed with all its versions'}. This cannot be undone.`}
      action="Delete permanently"
      onDelete={async () => {
        await call('DELETE binnedFile/{id}', { id: one._id });
        showToast({ kind: 'success', text: bidi`${one.name} was deleted permanently.` });
        refresh();
      }}
      onClose={onClose}
    />
  );
}
