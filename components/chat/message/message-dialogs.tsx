'use client';

import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { TaskCombobox } from '@/components/dependency/task-combobox';
import type { FoundTask } from '@/components/dependency/task-search-query';
import { TextVersions } from '@/components/page/text-versions';
import { call, reasonOf } from '@/components/query/api-client';
import { Button } from '@/components/ui/button';
import { CheckboxField } from '@/components/ui/form/checkbox-field';
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
  const [chosen, setChosen] = useState<FoundTask | null>(null);
  const [shown, setShown] = useState(false);
  const change = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (chosen) change.current?.focus();
  }, [chosen]);
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
      {chosen ? (
        <p className="flex min-h-8 items-center gap-2 text-base">
          <span className="shrink-0 text-text-3 tabular-nums">{chosen.key}</span>
          <span dir="auto" className="min-w-0 flex-1 truncate font-medium">
            {chosen.title}
          </span>
          <Button ref={change} size="compact" onClick={() => setChosen(null)}>
            Another task
          </Button>
        </p>
      ) : (
        <TaskCombobox onChoose={setChosen} />
      )}
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
