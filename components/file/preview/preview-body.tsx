import { useState } from 'react';
import { previewOf } from '@/components/file/item';
import { Button } from '@/components/ui/button';
import { buttonStyle } from '@/components/ui/button-style';
import { EmptyState } from '@/components/ui/empty-state';
import type { FileRecord } from '@/lib/file/schema';
import { isInlinePicture } from '@/lib/file/vocabulary';
import { TextPreview } from './text-preview';

const FRAME = 'h-full min-h-80 w-full rounded-lg border border-border bg-sunken';

/** The file itself, as far as the browser can show it safely. */
export function PreviewBody({ file, onDownload }: { file: FileRecord; onDownload: () => void }) {
  const [failed, setFailed] = useState(false);
  const kind = failed ? null : previewOf(file);
  const fail = () => setFailed(true);
  // A new version is other content under the same URL.
  const src = `${file.content_url}?version_number=${file.version_number}`;
  switch (kind) {
    case 'picture':
      return (
        <div className="flex h-full items-center justify-center">
          {/* biome-ignore lint/performance/noImgElement: the optimiser cannot call authorised routes */}
          <img
            src={isInlinePicture(file.type) ? src : `${file.thumbnail_url}?size=1024`}
            alt={file.name}
            className="max-h-full max-w-full rounded-lg object-contain"
            onError={fail}
          />
        </div>
      );
    case 'pdf':
      return navigator.pdfViewerEnabled ? (
        // Chromium's viewer refuses a frame with `sandbox`; the answer's own policy makes the same sandbox.
        <div className="flex h-full min-h-80 flex-col gap-2">
          <iframe title={file.name} src={src} className={FRAME} />
          <p className="text-sm text-text-2">
            Nothing to see? Then this browser’s viewer cannot show it here:{' '}
            <a href={src} target="_blank" rel="noreferrer" className="rounded-xs text-accent-text hover:underline">
              open it in a tab
            </a>{' '}
            or download it.
          </p>
        </div>
      ) : (
        <EmptyState
          title="This browser does not show a PDF within a page"
          action={<Button onClick={onDownload}>Download it</Button>}
          link={
            <a href={src} target="_blank" rel="noreferrer" className={buttonStyle('quiet', 'default')}>
              Open in a tab
            </a>
          }
        >
          Open it in a tab of its own, or download it.
        </EmptyState>
      );
    case 'text':
    case 'markdown':
    case 'table':
      return <TextPreview file={file} src={src} kind={kind} onFailure={fail} />;
    case 'video':
      return (
        // biome-ignore lint/a11y/useMediaCaption: people's own files bring no captions
        <video controls preload="metadata" src={src} aria-label={file.name} className={FRAME} onError={fail} />
      );
    case 'audio':
      return (
        // biome-ignore lint/a11y/useMediaCaption: people's own files bring no captions
        <audio controls preload="metadata" src={src} aria-label={file.name} className="w-full" onError={fail} />
      );
    default:
      return (
        <EmptyState
          title={failed ? 'This file cannot be shown here' : 'There is no preview of this kind of file'}
          action={<Button onClick={onDownload}>Download it</Button>}
        >
          {failed
            ? 'It may be damaged, or of a kind that this browser does not know.'
            : 'Download it to open it with its own program.'}
        </EmptyState>
      );
  }
}
