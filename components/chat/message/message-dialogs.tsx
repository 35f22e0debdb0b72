'use client';

import { useMutation, useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { taskSuggestionsQuery } from '@/components/editor/suggestion-query';
import { TextVersions } from '@/components/page/text-versions';
import { call, reasonOf } from '@/components/query/api-client';
import { CheckboxField } from '@/components/ui/form/checkbox-field';
import { TextField } from '@/components/ui/form/text-field';
import { FormDialog } from '@/components/ui/overlay/form-dialog';
import { showToast } from '@/components/ui/overlay/toast';
import { useShell } from '@/components/viewer/shell-context';
import type { MessageRecord } from '@/lib/message/schema';
import { cut } from '@/lib/text';
import { messageVersionsQuery } from '../chat-query';

type DialogProps = { message: MessageRecord; onClose: () => void };

/** What a message said before, the latest first. */
export function MessageVersions({ message: { _id, version }, onClose }: DialogProps) {
  const versions = useQuery(messageVersionsQuery(_id, version));
  return (
    <TextVersions of="message" versions={versions} onClose={onClose}>
      {({ body }) => (
        <p dir="auto" className="text-read break-words whitespace-pre-wrap">
          {body || 'No words'}
        </p>
      )}
    </TextVersions>
  );
}

/** Chooses the task that the message becomes a comment on. */
export function MessageToComment({
  message: { _id: id, body },
  onMade,
  onClose,
}: DialogProps & { onMade: () => void }) {
  const { member } = useShell();
  const [sought, setSought] = useState('');
  const [task_id, setTask] = useState<string | null>(null);
  const [shown, setShown] = useState(false);
  const wanted = useDeferredValue(sought.trim());
  const { data: tasks = [], isSuccess, isError } = useQuery(taskSuggestionsQuery(wanted));
  const chosen = tasks.find(({ _id }) => _id === task_id);
  const commenting = useMutation({
    mutationFn: (task: string) =>
      call('POST messageToComment/{id}', { id, task_id: task, ...(member.role !== 'client' && { internal: !shown }) }),
    onSuccess: () => {
      showToast({ kind: 'success', text: `The message is a comment on ${chosen?.key} now.` });
      onMade();
      onClose();
    },
  });
  return (
    <FormDialog
      title="Comment on a task"
      description={cut(body, 200, '…') || undefined}
      action="Add comment"
      pendingText="Adding"
      pending={commenting.isPending}
      disabled={!chosen}
      message={commenting.isError ? reasonOf(commenting.error) : undefined}
      attempt={commenting.failureCount}
      onSubmit={() => chosen && commenting.mutate(chosen._id)}
      onClose={onClose}
    >
      <TextField
        label="Find a task"
        type="search"
        value={sought}
        limit={100}
        onChange={({ target }) => setSought(target.value)}
      />
      <fieldset className="flex max-h-56 flex-col gap-1 overflow-y-auto rounded-md border border-border p-2">
        <legend className="sr-only">Tasks</legend>
        {tasks.map(({ _id, key, title }) => (
          <label key={_id} className="flex min-h-8 items-center gap-2 text-base pointer-coarse:min-h-11">
            <input type="radio" name="task" checked={_id === task_id} onChange={() => setTask(_id)} />
            <span className="shrink-0 text-text-3 tabular-nums">{key}</span>
            <span dir="auto" className="min-w-0 truncate">
              {title}
            </span>
          </label>
        ))}
        {isError && <p className="text-base text-danger-text">The tasks could not be loaded.</p>}
        {isSuccess && tasks.length === 0 && <p className="text-base text-text-3">No task was found.</p>}
      </fieldset>
      {member.role !== 'client' && (
        <CheckboxField
          label="The project’s clients read it too"
          checked={shown}
          onChange={({ target }) => setShown(target.checked)}
        />
      )}
    </FormDialog>
  );
}
