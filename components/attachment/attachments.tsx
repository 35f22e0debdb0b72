'use client';

import type { ReactNode } from 'react';
import type { UploadPlace } from '@/components/file/upload/queue';
import { usePageEvent } from '@/components/keys/use-page-event';
import { cn } from '@/lib/class-names';
import type { FileRecord } from '@/lib/file/schema';
import { AttachmentList } from './attachment-list';
import { ChooseFiles } from './choose-files';
import { PickFile } from './pick-file';
import { SendingList } from './sending-list';
import { useAttaching } from './use-attaching';
import { pastedFiles, useFileDrop } from './use-file-drop';

/**
 * What hangs on a thing, and the ways to attach more: a button, dropping, pasting, and files of the project. Without
 * scripts `form` receives a file: the URL of the endpoint that attaches.
 */
export function Attachments({
  files,
  place,
  form,
  heading,
  onPick,
  onAttached,
  onRemove,
  marksShared,
}: {
  files: readonly FileRecord[];
  /** Null: the viewer may not attach. */
  place: UploadPlace | null;
  form: string;
  /** Shows the actions beside the thing's own title. */
  heading: (count: number, actions: ReactNode) => ReactNode;
  onPick?: (file: FileRecord) => Promise<void>;
  onAttached: () => void;
  onRemove?: (file: FileRecord) => void;
  marksShared?: boolean | 'all';
}) {
  const attaching = useAttaching(place, onAttached);
  const add = place ? attaching.add : undefined;
  const { over, target } = useFileDrop(add);
  usePageOfPastedFiles(add);
  const nothing = files.length === 0 && attaching.sending.length === 0;
  return (
    <div {...target} className={cn('rounded-lg', over && 'bg-accent-soft outline-2 outline-accent outline-dashed')}>
      {heading(
        files.length,
        add && (
          <span className="flex flex-wrap justify-end gap-1 print:hidden">
            {onPick && place?.project_id && <PickFile projectId={place.project_id} onPick={onPick} />}
            <ChooseFiles onFiles={add} />
          </span>
        ),
      )}
      {files.length > 0 && (
        <AttachmentList label="Attachments" files={files} onRemove={onRemove} marksShared={marksShared} />
      )}
      <SendingList attaching={attaching} />
      {nothing && (
        <p className="py-1 text-base text-text-3">
          {add ? 'Nothing attached yet. Drop files here, or paste a screenshot.' : 'Nothing attached.'}
        </p>
      )}
      {add && (
        <noscript>
          <form action={form} method="post" encType="multipart/form-data" className="flex flex-wrap gap-2 py-2">
            <input type="file" name="file" required aria-label="File to attach" />
            <button type="submit" className="button button-secondary button-default">
              Attach
            </button>
          </form>
        </noscript>
      )}
    </div>
  );
}

/** A paste that no field takes. */
function usePageOfPastedFiles(onFiles: ((files: File[]) => void) | undefined): void {
  usePageEvent('paste', (event) => {
    const target = event.target instanceof Element ? event.target : document.body;
    const field = target.closest('input, textarea, [contenteditable="true"], [role="dialog"]');
    if (event.defaultPrevented || field || !onFiles) return;
    const files = pastedFiles(event);
    if (files.length === 0) return;
    event.preventDefault();
    onFiles(files);
  });
}
