'use client';

import dynamic from 'next/dynamic';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { showToast } from '@/components/ui/overlay/toast';
import type { TaskHandle } from './use-task';

const load = () => import('./in-the-bin');

export const InTheBin = dynamic(() => load().then((part) => part.InTheBin));

export function DeleteButton({ handle }: { handle: TaskHandle }) {
  const [pending, setPending] = useState(false);
  function press() {
    setPending(true);
    load()
      .then(({ remove }) => remove(handle))
      .catch(() => showToast({ kind: 'failure', text: `${handle.task.key} was not deleted. Check your connection.` }))
      .finally(() => setPending(false));
  }
  return (
    <Button
      variant="quiet"
      icon={<span aria-hidden="true" className="icon icon-trash-2" />}
      pending={pending}
      pendingText="Deleting"
      data-task-field="Delete"
      onClick={press}
    >
      Delete task
    </Button>
  );
}
