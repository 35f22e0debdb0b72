'use client';

import { Trash2, X } from 'lucide-react';
import type { MouseEvent } from 'react';
import { HIDDEN_PEOPLE } from '@/components/person/assignee-stack';
import { Ago } from '@/components/ui/ago';
import { ClientBadge } from '@/components/ui/badge';
import { IconButton } from '@/components/ui/icon-button';
import { bidi } from '@/lib/bidi';
import { cn } from '@/lib/class-names';
import type { FileRecord } from '@/lib/file/schema';
import { sizeWords } from '@/lib/file/vocabulary';
import { Thumbnail } from './thumbnail';
import { usePreview } from './use-preview';

type ListProps = {
  label: string;
  files: readonly FileRecord[];
  /** Not given: nothing here can be removed. */
  onRemove?: (file: FileRecord) => void;
  /** Says what clients see: each file by its own audience, or `all` of them, as they see what the files hang on. */
  marksShared?: boolean | 'all';
};

const isShared = ({ audience }: FileRecord, marks: ListProps['marksShared']) =>
  marks === 'all' || (marks === true && audience === 'client');

/** What hangs on something, with a thumbnail, its size and who added it. Works without scripts. */
export function AttachmentList({ label, files, onRemove, marksShared }: ListProps) {
  const { openerOf, preview } = usePreview(files);
  return (
    <>
      <ul aria-label={label} className="divide-y divide-border rounded-lg border border-border bg-surface">
        {files.map((file) => (
          <li key={file._id} data-item={file._id} className="flex min-h-14 items-center gap-3 py-1.5 pr-1 pl-3">
            <Thumbnail file={file} className="size-10" />
            <span className="min-w-0 flex-1">
              <FileLink {...openerOf(file)} file={file} className="block truncate text-base font-medium" />
              <span className="flex flex-wrap items-center gap-x-2 text-xs text-text-3">
                <span className="tabular-nums">{sizeWords(file.size)}</span>
                <span dir="auto" className="truncate">
                  {file.uploaded_by?.name ?? HIDDEN_PEOPLE}
                </span>
                <Ago at={file.created_at} />
                {isShared(file, marksShared) && <ClientBadge />}
              </span>
            </span>
            {onRemove && file.rights.edit && (
              <span className="print:hidden">
                <IconButton label={bidi`Remove ${file.name}`} icon={<Trash2 />} onClick={() => onRemove(file)} />
              </span>
            )}
          </li>
        ))}
      </ul>
      {preview}
    </>
  );
}

/** The same beside text: pictures as pictures, all else as its name. */
export function AttachmentTiles({ label, files, onRemove, marksShared }: ListProps) {
  const { openerOf, preview } = usePreview(files);
  return (
    <>
      <ul aria-label={label} className="mt-2 flex flex-wrap gap-2">
        {files.map((file) => (
          <li
            key={file._id}
            data-item={file._id}
            className="relative flex max-w-full items-center gap-2 rounded-lg border border-border bg-surface p-1.5 pr-2.5 hover:bg-hover"
          >
            <Thumbnail file={file} className={file.thumbnail_url ? 'h-20 w-28' : 'size-8'} />
            <span className="min-w-0">
              <FileLink
                {...openerOf(file)}
                file={file}
                className="block max-w-48 truncate text-sm font-medium after:absolute after:inset-0"
              />
              <span className="flex items-center gap-2 text-xs text-text-3 tabular-nums">
                {sizeWords(file.size)}
                {isShared(file, marksShared) && <ClientBadge />}
              </span>
            </span>
            {onRemove && file.rights.edit && (
              <span className="relative -mr-1.5 print:hidden">
                <IconButton
                  label={bidi`Remove ${file.name}`}
                  icon={<X />}
                  size="compact"
                  onClick={() => onRemove(file)}
                />
              </span>
            )}
          </li>
        ))}
      </ul>
      {preview}
    </>
  );
}

function FileLink({
  file,
  className,
  onClick,
}: {
  file: FileRecord;
  className: string;
  onClick: (event: MouseEvent) => void;
}) {
  return (
    <a
      dir="auto"
      href={file.content_url}
      target="_blank"
      rel="noreferrer"
      data-name
      onClick={onClick}
      title={file.name}
      className={cn('rounded-xs hover:underline', className)}
    >
      {file.name}
    </a>
  );
}
