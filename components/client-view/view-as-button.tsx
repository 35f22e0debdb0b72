'use client';

import { useState } from 'react';
import { reasonOf } from '@/components/query/api-client';
import { Button } from '@/components/ui/button';
import { showToast } from '@/components/ui/overlay/toast';
import { VisuallyHidden } from '@/components/ui/visually-hidden';
import { beginView } from './view-switch';

/** Shows the pages of a client as they see them. */
export function ViewAsButton({
  person,
  to,
  words = 'View as',
}: {
  person: { _id: string; name: string };
  to: string;
  words?: string;
}) {
  const [pending, setPending] = useState(false);
  async function look() {
    setPending(true);
    try {
      await beginView(person._id, to);
    } catch (error) {
      setPending(false);
      showToast({ kind: 'failure', text: reasonOf(error) });
    }
  }
  return (
    <Button variant="quiet" size="compact" pending={pending} pendingText="Opening" onClick={() => void look()}>
      {words}
      <VisuallyHidden> {person.name}</VisuallyHidden>
    </Button>
  );
}
