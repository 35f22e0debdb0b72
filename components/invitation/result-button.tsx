'use client';

import { Download } from 'lucide-react';
import { useState } from 'react';
import { call, reasonOf } from '@/components/query/api-client';
import { Button } from '@/components/ui/button';
import { showToast } from '@/components/ui/overlay/toast';

export function ResultButton({ id, name }: { id: string; name: string }) {
  const [pending, setPending] = useState(false);
  async function save() {
    setPending(true);
    try {
      const [{ downloadResult }, upload] = await Promise.all([
        import('./import-result'),
        call('GET inviteBatch/{id}', { id }),
      ]);
      downloadResult(upload);
    } catch (failure) {
      showToast({ kind: 'failure', text: reasonOf(failure) });
    } finally {
      setPending(false);
    }
  }
  return (
    <Button size="compact" icon={<Download />} pending={pending} pendingText="Loading…" onClick={() => void save()}>
      Download result<span className="sr-only"> of {name}</span>
    </Button>
  );
}
