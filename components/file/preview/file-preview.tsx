'use client';

import { ChevronLeft, ChevronRight, Download, ExternalLink, History } from 'lucide-react';
import dynamic from 'next/dynamic';
import { useState } from 'react';
import { usePageEvent } from '@/components/keys/use-page-event';
import { actsAsChat } from '@/components/query/acting';
import { Ago } from '@/components/ui/ago';
import { ClientBadge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { buttonStyle } from '@/components/ui/button-style';
import { IconButton } from '@/components/ui/icon-button';
import { Drawer } from '@/components/ui/overlay/dialog';
import type { FileRecord } from '@/lib/file/schema';
import { sizeWords } from '@/lib/file/vocabulary';
import { FileActivity } from './file-activity';
import { FileComments } from './file-comments';
import { PreviewBody } from './preview-body';

type Told = 'comments' | 'activity' | 'approval';

const FileSignOffs = dynamic(() => import('@/components/sign-off/file-sign-offs').then((part) => part.FileSignOffs));

/** One file over the page; the arrows lead to the next and the previous of the list. */
export function FilePreview({
  file,
  files,
  onOpen,
  onDownload,
  onVersions,
}: {
  file: FileRecord;
  files: readonly FileRecord[];
  onOpen: (file: FileRecord | null) => void;
  onDownload: () => void;
  /** Not given: versions are not shown here. */
  onVersions?: () => void;
}) {
  const [tells, setTells] = useState<Told | null>(null);
  const pressed = (what: Told) =>
    ({
      variant: tells === what ? 'secondary' : 'quiet',
      'aria-pressed': tells === what,
      onClick: () => setTells(tells === what ? null : what),
    }) as const;
  // Of a message's file no activity is kept; in the chat's frame it may be a draft, too.
  const ofChat = file.message_id !== null || actsAsChat();
  // What hangs on a task or message is talked about there.
  const talked = !file.task_id && !ofChat;
  const signed = !ofChat && file.comment_id === null && file.request_id === null;
  const at = files.findIndex(({ _id }) => _id === file._id);
  const previous = files[at - 1];
  const next = at >= 0 ? files[at + 1] : undefined;
  usePageEvent('keydown', (event) => {
    // The arrows also seek in a video and scroll a text.
    if (
      event.defaultPrevented ||
      event.altKey ||
      event.ctrlKey ||
      event.metaKey ||
      (event.target instanceof Element && event.target.closest('video, audio, [data-scrolls]'))
    )
      return;
    const to = event.key === 'ArrowRight' ? next : event.key === 'ArrowLeft' ? previous : undefined;
    if (to) onOpen(to);
    if (event.key === ' ' && !(event.target instanceof Element && event.target.closest('button, a'))) onOpen(null);
  });
  return (
    <Drawer
      open
      width={960}
      title={file.name}
      description={
        <span className="flex flex-wrap items-center gap-x-3 text-sm">
          {sizeWords(file.size)}
          {file.uploaded_by && <span dir="auto">{file.uploaded_by.name}</span>}
          <Ago at={file.updated_at} />
          {file.version_number > 1 && <span>Version {file.version_number}</span>}
          {file.audience === 'client' && <ClientBadge />}
        </span>
      }
      onOpenChange={(open) => !open && onOpen(null)}
      finalFocus={() => document.querySelector<HTMLElement>(`[data-item="${file._id}"] [data-name]`)}
      footer={
        <>
          <span className="mr-auto flex items-center gap-1">
            <IconButton
              label="Previous file"
              icon={<ChevronLeft />}
              disabled={!previous}
              onClick={() => previous && onOpen(previous)}
            />
            <IconButton
              label="Next file"
              icon={<ChevronRight />}
              disabled={!next}
              onClick={() => next && onOpen(next)}
            />
            {at >= 0 && (
              <span className="text-sm text-text-3 tabular-nums">
                {at + 1} of {files.length}
              </span>
            )}
          </span>
          {talked && <Button {...pressed('comments')}>Comments</Button>}
          {signed && <Button {...pressed('approval')}>Approval</Button>}
          {!ofChat && <Button {...pressed('activity')}>Activity</Button>}
          {onVersions && (
            <Button variant="quiet" icon={<History />} aria-haspopup="dialog" onClick={onVersions}>
              Versions
            </Button>
          )}
          <a
            href={file.content_url}
            target="_blank"
            rel="noreferrer"
            className={`${buttonStyle('quiet', 'default')} max-sm:hidden`}
          >
            <ExternalLink />
            Open in a tab
          </a>
          <Button icon={<Download />} onClick={onDownload}>
            Download
          </Button>
        </>
      }
    >
      <div className="flex h-full min-h-0 flex-col gap-3">
        {file.notes.length > 0 && <p className="text-sm text-text-2">{file.notes.join(' ')}</p>}
        <div className="min-h-0 flex-1">
          <PreviewBody key={file._id} file={file} onDownload={onDownload} />
        </div>
        {talked && tells === 'comments' && <FileComments key={file._id} file={file} />}
        {signed && tells === 'approval' && <FileSignOffs key={file._id} file={file} />}
        {tells === 'activity' && <FileActivity file={file} />}
      </div>
    </Drawer>
  );
}
