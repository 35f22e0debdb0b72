'use client';

import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { creatableProjectsQuery } from '@/components/project/project-query';
import { reasonOf } from '@/components/query/api-client';
import { SelectField } from '@/components/ui/form/select-field';
import { FormDialog } from '@/components/ui/overlay/form-dialog';
import { bidi } from '@/lib/bidi';
import type { TaskCard } from '@/lib/task/schema';
import { common } from './bulk-common';
import { lossesOfMany } from './bulk-losses';
import { MOST_AT_ONCE, type Outcomes } from './bulk-pieces';
import { progressWords, type SoFar, takesLong } from './bulk-progress';
import { bulkMoveQuery } from './bulk-query';

type Target = { _id: string; name: string };

/** Says what the tasks lose in another project, and which of them stay, before they are moved there. */
export function BulkMove({
  tasks,
  soFar,
  onTry,
  onMove,
  onClose,
}: {
  tasks: readonly TaskCard[];
  soFar: SoFar | null;
  /** `tell`: of how many of them it is known. */
  onTry: (projectId: string, signal: AbortSignal, tell: (done: number) => void) => Promise<Outcomes>;
  onMove: (to: Target) => Promise<void>;
  onClose: () => void;
}) {
  const count = tasks.length;
  const from = common(tasks, ({ project_id }) => project_id);
  const [id, setId] = useState('');
  const projects = useQuery(creatableProjectsQuery);
  const choices = projects.data?.filter(({ _id }) => _id !== from) ?? [];
  const chosen = choices.find(({ _id }) => _id === id);
  const [looked, setLooked] = useState(0);
  const ahead = useQuery(bulkMoveQuery(tasks, id, (project, signal) => onTry(project, signal, setLooked)));
  const someMove = ahead.data?.some(({ done }) => done);
  const move = useMutation({ mutationFn: onMove, onSuccess: onClose });
  const what = count === 1 ? '1 task' : `${count} tasks`;
  const problem = move.error ?? ahead.error ?? projects.error;
  return (
    <FormDialog
      title={`Move ${what}`}
      size="sm"
      action="Move"
      pendingText="Moving"
      pending={move.isPending}
      disabled={!someMove}
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
          ...choices.map(({ _id, key, name }) => ({ value: _id, label: bidi`${name} (${key})` })),
        ]}
        onChange={({ target }) => setId(target.value)}
      />
      <div role="status" className="text-sm text-text-2">
        {chosen &&
          ahead.isPending &&
          `Looking what they would lose${count > MOST_AT_ONCE ? `: ${looked} of ${count} done` : '…'}`}
        {move.isPending && takesLong(soFar) && <p className="mb-2 tabular-nums">{progressWords(soFar)}</p>}
        {ahead.data && (
          <ul className="flex list-disc flex-col gap-1 pl-5">
            {lossesOfMany(tasks, ahead.data).map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        )}
      </div>
    </FormDialog>
  );
}
