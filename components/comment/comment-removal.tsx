'use client';

import { call } from '@/components/query/api-client';
import { Button } from '@/components/ui/button';

type RemovalProps = {
  id: string;
  pending: boolean;
  /** Runs it, and says so if it fails. */
  send: (run: () => Promise<void>) => Promise<boolean>;
  onDeleted: (id: string) => void;
  onClose: () => void;
};

/** Asks before a comment is deleted. */
export function CommentRemoval({ id, pending, send, onDeleted, onClose }: RemovalProps) {
  const remove = () =>
    send(async () => {
      await call('DELETE comment/{id}', { id });
      onDeleted(id);
    });
  return (
    <div role="alertdialog" aria-label="Delete this comment?" className="mt-2 flex flex-wrap items-center gap-2">
      <p className="text-base">Delete this comment? This cannot be undone.</p>
      <Button size="compact" onClick={onClose}>
        Keep
      </Button>
      <Button variant="danger" size="compact" pending={pending} pendingText="Deleting" onClick={remove}>
        Delete
      </Button>
    </div>
  );
}
