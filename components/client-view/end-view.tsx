'use client';

import { useState } from 'react';
import { reasonOf } from '@/components/query/api-client';
import { Button } from '@/components/ui/button';
import { showToast } from '@/components/ui/overlay/toast';
import { leaveView } from './view-switch';

/** Ends looking as a client, and leads on as oneself. */
export function EndView({ to, wide = false }: { to: string; wide?: boolean }) {
  const [pending, setPending] = useState(false);
  async function end() {
    setPending(true);
    try {
      await leaveView(to);
    } catch (error) {
      setPending(false);
      showToast({ kind: 'failure', text: `You still view as the client. ${reasonOf(error)}` });
    }
  }
  return (
    <Button
      variant={wide ? 'primary' : 'secondary'}
      size={wide ? 'touch' : 'compact'}
      wide={wide}
      pending={pending}
      pendingText="Ending"
      onClick={() => void end()}
    >
      End view
    </Button>
  );
}
