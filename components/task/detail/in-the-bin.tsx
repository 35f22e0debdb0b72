'use client';

import { restore } from '@/components/bin/bin-calls';
import { showUndoable } from '@/components/keys/show-undoable';
import { rememberSent } from '@/components/keys/use-undo';
import { call, reasonOf } from '@/components/query/api-client';
import { Button } from '@/components/ui/button';
import { ButtonLink } from '@/components/ui/button-link';
import { showToast } from '@/components/ui/overlay/toast';
import { useOrganisationLinks } from '@/components/viewer/shell-context';
import { BIN_DAYS } from '@/lib/retention';
import type { TaskHandle } from './use-task';

export const bringBack = async ({ task, refetch }: TaskHandle) => {
  if (await restore({ kind: 'task', _id: task._id, key: task.key, name: task.title })) await refetch();
};

/** Says so, and may be undone, also by Ctrl+Z after the button is gone with the task. */
export async function remove(handle: TaskHandle): Promise<void> {
  const { task } = handle;
  const removal = call('DELETE task/{id}', { id: task._id });
  // At once, as others may be told of it before the answer is here. It is there to be restored once the server has it.
  const step = rememberSent(removal, () => bringBack(handle));
  try {
    await removal;
    void handle.refetch();
    showUndoable(`${task.key} was moved to the bin.`, step);
  } catch (error) {
    showToast({ kind: 'failure', text: `${task.key} was not deleted. ${reasonOf(error)}` });
  }
}

export function InTheBin({ handle }: { handle: TaskHandle }) {
  const hrefTo = useOrganisationLinks();
  return (
    <div
      role="status"
      className="my-3 flex flex-wrap items-center justify-between gap-3 rounded-lg border border-border bg-hover px-4 py-3"
    >
      <p className="text-base">
        This task is in the bin. It can be restored for {BIN_DAYS} days
        {!handle.task.rights.delete && ' by who deleted it or an admin'}.
      </p>
      <span className="flex flex-wrap gap-2">
        <ButtonLink href={hrefTo('project?view=bin')} variant="quiet" prefetch={false}>
          Open the bin
        </ButtonLink>
        {handle.task.rights.delete && <Button onClick={() => void bringBack(handle)}>Restore</Button>}
      </span>
    </div>
  );
}
