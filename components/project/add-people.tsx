'use client';

import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { ErrorState } from '@/components/ui/error-state';
import { useActor } from '@/components/viewer/shell-context';
import { canPlace } from '@/lib/project/policy';
import { PeoplePicker } from './people-picker';
import { useEverybody } from './people-query';

/** People who are not in the project yet and whom the viewer may add. */
export function AddPeople({
  already,
  pending,
  onAdd,
  onCancel,
}: {
  already: readonly string[];
  pending: boolean;
  onAdd: (ids: string[]) => void;
  onCancel: () => void;
}) {
  const actor = useActor();
  const { people, failed, retry } = useEverybody();
  const [chosen, setChosen] = useState<string[]>([]);
  // Observers see every project without joining it.
  const open = people?.filter(
    ({ _id, role }) => !already.includes(_id) && role !== 'observer' && canPlace(actor, role),
  );
  if (failed) return <ErrorState title="The people could not be loaded" onRetry={retry} />;
  return (
    <div className="flex flex-col gap-3 rounded-lg border border-border bg-sunken p-3">
      <PeoplePicker label="People to add" people={open} chosen={chosen} onChange={setChosen} />
      <div className="flex justify-end gap-2">
        <Button onClick={onCancel}>Cancel</Button>
        <Button
          variant="primary"
          disabled={chosen.length === 0}
          pending={pending}
          pendingText="Adding…"
          onClick={() => onAdd(chosen)}
        >
          Add to project
        </Button>
      </div>
    </div>
  );
}
