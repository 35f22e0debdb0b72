'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { rememberMade } from '@/components/keys/undo-made';
import { call, reasonOf } from '@/components/query/api-client';
import { DASHBOARD } from '@/components/query/dashboard-query';
import { CheckboxField } from '@/components/ui/form/checkbox-field';
import { TextField } from '@/components/ui/form/text-field';
import { FormDialog } from '@/components/ui/overlay/form-dialog';
import { showToast } from '@/components/ui/overlay/toast';
import { useOrganisationLinks } from '@/components/viewer/shell-context';
import { bidi } from '@/lib/bidi';
import type { TaskDetail } from '@/lib/task/schema';
import { PARTS, type Part, USUAL_PARTS } from '@/lib/task-origin/vocabulary';
import { showMade } from '../new/made-task';
import { BOARDS, TASK_LISTS } from '../task-query';

const LABEL: Record<Part, string> = {
  description: 'Description',
  labels: 'Labels',
  checklist: 'Checklist',
  subtasks: 'Subtasks',
  assignees: 'Assignees',
  dates: 'Dates',
  attachments: 'Attachments',
};

/** Of what the viewer sees: empty ones are not asked about. */
const HAS: Record<Part, (task: TaskDetail) => boolean> = {
  description: ({ description }) => description !== '',
  labels: ({ labels }) => labels !== undefined,
  checklist: ({ checklist_items }) => checklist_items.length > 0,
  subtasks: ({ subtasks }) => subtasks.length > 0,
  // Those below may have some.
  assignees: ({ assignees, subtasks }) => assignees.length + subtasks.length > 0,
  dates: ({ start_date, due_date, subtasks }) => start_date !== null || due_date !== null || subtasks.length > 0,
  attachments: ({ attachments, subtasks }) => attachments.length + subtasks.length > 0,
};

export function DuplicateDialog({ task, onClose }: { task: TaskDetail; onClose: () => void }) {
  const router = useRouter();
  const queries = useQueryClient();
  const hrefTo = useOrganisationLinks();
  const parts = PARTS.filter((part) => HAS[part](task));
  const [title, setTitle] = useState(task.title);
  const [taken, setTaken] = useState<readonly Part[]>(USUAL_PARTS);
  const take = parts.filter((part) => taken.includes(part));
  const duplicate = useMutation({
    mutationFn: () => call('POST duplicateTask/{id}', { id: task._id, title: title.trim(), take }),
    onSuccess: (made) => {
      const { key } = made;
      showMade(made);
      for (const queryKey of [BOARDS, TASK_LISTS, DASHBOARD]) void queries.invalidateQueries({ queryKey });
      showToast({
        kind: 'success',
        text: `${key} was made as a duplicate of ${task.key}.`,
        action: { label: 'Open', onAction: () => router.push(hrefTo(`taskpage?task=${key}`)) },
      });
      onClose();
    },
  });
  return (
    <FormDialog
      title="Duplicate task"
      description={bidi`${task.key} ${task.title}`}
      size="sm"
      action="Duplicate"
      pendingText="Duplicating"
      pending={duplicate.isPending}
      disabled={!title.trim()}
      attempt={duplicate.error}
      message={duplicate.error ? reasonOf(duplicate.error) : undefined}
      onSubmit={() => rememberMade(duplicate.mutateAsync())}
      onClose={onClose}
    >
      <TextField label="Title" limit={200} value={title} onChange={({ target }) => setTitle(target.value)} />
      {parts.length > 0 && (
        <fieldset className="flex flex-col gap-1">
          <legend className="mb-1 text-sm font-medium">Take along</legend>
          {parts.map((part) => (
            <CheckboxField
              key={part}
              label={LABEL[part]}
              checked={take.includes(part)}
              onChange={({ target }) =>
                setTaken(target.checked ? [...taken, part] : taken.filter((one) => one !== part))
              }
            />
          ))}
        </fieldset>
      )}
    </FormDialog>
  );
}
