'use client';

import { useId } from 'react';
import { useRefresh } from '@/components/url/use-refresh';
import { useShell } from '@/components/viewer/shell-context';
import type { FileRecord } from '@/lib/file/schema';
import { mayEver } from '@/lib/permission/policy';
import { Attachments } from './attachments';
import { removeAttachment } from './remove-attachment';

/** A card of the project's page. The page itself shows the files, and follows what others attach. */
export function ProjectAttachments({ projectId, files }: { projectId: string; files: readonly FileRecord[] }) {
  const refresh = useRefresh();
  const { member } = useShell();
  const title = useId();
  const mayAttach = mayEver(member, 'file.add');
  if (!mayAttach && files.length === 0) return null;
  return (
    <section
      aria-labelledby={title}
      className="min-w-0 rounded-lg border border-border bg-surface px-4 pt-2 pb-4 sm:px-5"
    >
      <Attachments
        files={files}
        place={mayAttach ? { project_id: projectId } : null}
        form={`/api/addProjectAttachment/${projectId}`}
        heading={(_count, actions) => (
          <div className="flex min-h-12 flex-wrap items-center justify-between gap-3">
            <h2 id={title} className="text-lg font-semibold">
              Attachments
            </h2>
            {actions}
          </div>
        )}
        onAttached={refresh}
        onRemove={(file) => removeAttachment('DELETE deleteprojectAttachment/{id}', file, refresh)}
        marksShared={member.role !== 'client'}
      />
    </section>
  );
}
