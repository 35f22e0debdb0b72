'use client';

import { Download } from 'lucide-react';
import { useState } from 'react';
import { reasonOf } from '@/components/query/api-client';
import { save as saveFile } from '@/components/query/save-file';
import { Button } from '@/components/ui/button';
import { showToast } from '@/components/ui/overlay/toast';

/** `name` is read out beside it where several stand below each other. */
export function ResultButton({ id, name }: { id: string; name?: string }) {
  const [pending, setPending] = useState(false);
  async function save() {
    setPending(true);
    try {
      await saveFile('GET inviteBatchFile/{id}', { id });
    } catch (failure) {
      showToast({ kind: 'failure', text: reasonOf(failure) });
    } finally {
      setPending(false);
    }
  }
  return (
    <Button
      size={name ? 'compact' : 'default'}
      icon={<Download />}
      pending={pending}
      pendingText="Loading…"
      onClick={() => void save()}
    >
      Download result{name && <span className="sr-only"> of {name}</span>}
    </Button>
  );
}
