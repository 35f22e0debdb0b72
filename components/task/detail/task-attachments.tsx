'use client';

import { Attachments } from '@/components/attachment/attachments';
import { removeAttachment } from '@/components/attachment/remove-attachment';
import { call } from '@/components/query/api-client';
import type { TaskHandle } from './use-task';

export const REMOVAL = 'DELETE deleteTaskAttachment/{id}';

/** Of the task itself; those of its comments are with them. */
export function TaskAttachments({ handle, marksAudience }: { handle: TaskHandle; marksAudience: boolean }) {
  const { task, refetch } = handle;
  // Who may comment may attach.
  const mayAttach = task.rights.comment;
  if (!mayAttach && task.attachments.length === 0) return null;
  return (
    <section aria-labelledby="attachments-title">
      <Attachments
        files={task.attachments}
        place={mayAttach ? { project_id: task.project_id, task_id: task._id } : null}
        form={`/api/addTaskAttachment/${task._id}`}
        heading={(count, actions) => (
          <div className="flex min-h-8 flex-wrap items-center justify-between">
            <h2 id="attachments-title" className="text-sm font-semibold text-text-2">
              Attachments {count > 0 && <span className="font-normal text-text-3 tabular-nums">{count}</span>}
            </h2>
            {actions}
          </div>
        )}
        onAttached={refetch}
        onPick={async ({ _id }) => {
          await call('POST addTaskAttachment/{id}', { id: task._id, file_id: _id });
          refetch();
        }}
        marksShared={marksAudience && task.audience === 'client' ? 'all' : undefined}
        onRemove={task.deleted_at ? undefined : (file) => removeAttachment(REMOVAL, file, refetch)}
      />
    </section>
  );
}
