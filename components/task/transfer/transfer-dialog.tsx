'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { creatableProjectsQuery } from '@/components/project/project-query';
import { call, reasonOf } from '@/components/query/api-client';
import { DASHBOARD } from '@/components/query/dashboard-query';
import { Button } from '@/components/ui/button';
import { SelectField } from '@/components/ui/form/select-field';
import { FormDialog } from '@/components/ui/overlay/form-dialog';
import { showToast } from '@/components/ui/overlay/toast';
import { useOrganisationLinks } from '@/components/viewer/shell-context';
import { bidi } from '@/lib/bidi';
import type { TaskDetail } from '@/lib/task/schema';
import { BOARDS, TASK_LISTS } from '../task-query';
import { lossesInWords } from './losses';

type Moving = Pick<TaskDetail, '_id' | 'key' | 'title' | 'version' | 'project_id'>;

/** Says what the task would lose as soon as a project is chosen. */
export function TransferDialog({ task, onClose }: { task: Moving; onClose: () => void }) {
  const router = useRouter();
  const queries = useQueryClient();
  const hrefTo = useOrganisationLinks();
  const [projectId, setProjectId] = useState('');
  const projects = useQuery(creatableProjectsQuery);
  const choices = projects.data?.filter(({ _id }) => _id !== task.project_id) ?? [];
  const given = { id: task._id, project_id: projectId, version: task.version };
  // What it would lose, always asked anew.
  const ahead = useQuery({
    queryKey: ['transfer', given],
    gcTime: 0,
    staleTime: 0,
    retry: false,
    enabled: projectId !== '',
    queryFn: () => call('POST moveTask/{id}', { ...given, dry_run: true }),
  });
  const transfer = useMutation({
    mutationFn: () => call('POST moveTask/{id}', given),
    onSuccess: async ({ task: moved, former_key }) => {
      for (const queryKey of [BOARDS, TASK_LISTS, DASHBOARD]) void queries.invalidateQueries({ queryKey });
      showToast({ kind: 'success', text: `${former_key} is ${moved.key} now.` });
      onClose();
      // Elsewhere the row goes by itself.
      if (window.location.pathname.endsWith('taskpage')) router.replace(hrefTo(`taskpage?task=${moved.key}`));
    },
  });

  return (
    <FormDialog
      title="Move to another project"
      description={bidi`${task.key} ${task.title}`}
      size="sm"
      action="Move"
      pendingText="Moving"
      pending={transfer.isPending}
      disabled={!ahead.data}
      attempt={transfer.error}
      message={transfer.error || ahead.error ? reasonOf(transfer.error ?? ahead.error) : undefined}
      onSubmit={() => transfer.mutate()}
      onClose={onClose}
    >
      {projects.isError ? (
        <div className="flex flex-wrap items-center gap-3">
          <p className="text-base">The projects could not be loaded.</p>
          <Button onClick={() => void projects.refetch()}>Try again</Button>
        </div>
      ) : (
        <SelectField
          label="Project"
          value={projectId}
          disabled={projects.isPending}
          hint={
            projects.isSuccess && !choices.length
              ? 'There is no other project in which you can create tasks.'
              : undefined
          }
          options={[
            { value: '', label: projects.isPending ? 'Loading' : 'Choose a project' },
            ...choices.map(({ _id, key, name }) => ({ value: _id, label: bidi`${name} (${key})` })),
          ]}
          onChange={({ target }) => setProjectId(target.value)}
        />
      )}
      <div role="status" className="text-sm text-text-2">
        {projectId && ahead.isPending && 'Looking what it would lose…'}
        {ahead.data && (
          <ul className="flex list-disc flex-col gap-1 pl-5">
            {lossesInWords(ahead.data).map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        )}
      </div>
    </FormDialog>
  );
}
