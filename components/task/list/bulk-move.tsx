'use client';

import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { creatableProjectsQuery } from '@/components/project/project-query';
import { reasonOf } from '@/components/query/api-client';
import { SelectField } from '@/components/ui/form/select-field';
import { FormDialog } from '@/components/ui/overlay/form-dialog';

export type Target = { _id: string; name: string };

/** Says what tasks lose in another project before they are moved there. */
export function BulkMove({
  count,
  from,
  onMove,
  onClose,
}: {
  count: number;
  /** The project that all of them are in. */
  from: string | undefined;
  onMove: (to: Target) => Promise<void>;
  onClose: () => void;
}) {
  const [id, setId] = useState('');
  const projects = useQuery(creatableProjectsQuery);
  const choices = projects.data?.filter(({ _id }) => _id !== from) ?? [];
  const chosen = choices.find(({ _id }) => _id === id);
  const move = useMutation({ mutationFn: onMove, onSuccess: onClose });
  const what = count === 1 ? '1 task' : `${count} tasks`;
  const problem = move.error ?? projects.error;
  return (
    <FormDialog
      title={`Move ${what}`}
      size="sm"
      action="Move"
      pendingText="Moving"
      pending={move.isPending}
      disabled={!chosen}
      message={problem ? reasonOf(problem) : undefined}
      attempt={move.error}
      onSubmit={() => chosen && move.mutate(chosen)}
      onClose={onClose}
    >
      <SelectField
        label="Project"
        value={id}
        disabled={projects.isPending}
        options={[
          { value: '', label: projects.isPending ? 'Loading' : 'Choose a project' },
          ...choices.map(({ _id, key, name }) => ({ value: _id, label: `${name} (${key})` })),
        ]}
        onChange={({ target }) => setId(target.value)}
      />
      <ul className="flex list-disc flex-col gap-1 pl-5 text-sm text-text-2">
        <li>Who does not belong to that project’s team will be unassigned.</li>
        <li>Subtasks move along; a task moved without its parent is no longer a subtask.</li>
        <li>What clients see becomes internal: other clients are in that project.</li>
        <li>Everything else goes along, and the old keys go on leading there.</li>
      </ul>
    </FormDialog>
  );
}
