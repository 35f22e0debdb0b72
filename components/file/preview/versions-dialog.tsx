'use client';

import { useQuery } from '@tanstack/react-query';
import { Download, RotateCcw, Upload } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { addUploads, onUploaded } from '@/components/file/upload/queue';
import { showTray } from '@/components/file/upload/tray-host';
import { call, reasonOf } from '@/components/query/api-client';
import { Ago } from '@/components/ui/ago';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { buttonStyle } from '@/components/ui/button-style';
import { ErrorState } from '@/components/ui/error-state';
import { Dialog } from '@/components/ui/overlay/dialog';
import { showToast } from '@/components/ui/overlay/toast';
import { bidi, isolated } from '@/lib/bidi';
import type { FileRecord } from '@/lib/file/schema';
import { sizeWords } from '@/lib/file/vocabulary';
import { versionsQuery } from './versions-query';

/** Who changed the content and when; an old one comes back as a new version, so nothing is lost. */
export function VersionsDialog({
  file: given,
  where,
  onChanged,
  onClose,
}: {
  file: FileRecord;
  where: string;
  onChanged: (file: FileRecord) => void;
  onClose: () => void;
}) {
  const [file, setFile] = useState(given);
  const [restoring, setRestoring] = useState<number>();
  const field = useRef<HTMLInputElement>(null);
  const { data, isError, refetch } = useQuery(versionsQuery(file._id, file.version));
  const changed = (fresh: FileRecord) => {
    setFile(fresh);
    onChanged(fresh);
  };
  const arrived = useEffectEvent((fresh: FileRecord) => fresh._id === file._id && setFile(fresh));
  useEffect(() => onUploaded((fresh) => void arrived(fresh)), []);
  async function restore(version_number: number) {
    setRestoring(version_number);
    try {
      changed(await call('POST restoreFileVersion/{id}', { id: file._id, version_number }));
      showToast({ kind: 'success', text: `Version ${version_number} is the newest again.` });
    } catch (error) {
      showToast({ kind: 'failure', text: `Nothing was changed. ${reasonOf(error)}` });
    } finally {
      setRestoring(undefined);
    }
  }
  return (
    <Dialog
      open
      title={bidi`Versions of ${file.name}`}
      onOpenChange={(open) => !open && onClose()}
      footer={
        file.rights.edit && (
          <>
            <input
              ref={field}
              type="file"
              hidden
              data-new-version
              onChange={({ target }) => {
                const [chosen] = target.files ?? [];
                target.value = '';
                if (!chosen) return;
                addUploads([{ file: chosen, where, place: { file_id: file._id } }]);
                showTray();
              }}
            />
            <Button variant="primary" icon={<Upload />} onClick={() => field.current?.click()}>
              Upload a new version
            </Button>
          </>
        )
      }
    >
      {isError && <ErrorState title="The versions could not be read" onRetry={() => void refetch()} />}
      <ul aria-label="Versions" className="flex min-h-24 flex-col divide-y divide-border">
        {data?.docs.map((one) => (
          <li key={one.version_number} className="flex flex-wrap items-center gap-2 py-2">
            <div className="min-w-0 flex-1">
              <p className="flex items-center gap-2 text-base font-medium">
                Version {one.version_number}
                {one.version_number === file.version_number && <Badge tone="accent">Newest</Badge>}
              </p>
              <p className="text-sm text-text-2">
                {isolated(one.uploaded_by?.name) ?? 'Somebody'}, <Ago at={one.created_at} />, {sizeWords(one.size)}
              </p>
            </div>
            <a
              href={`${file.content_url}?version_number=${one.version_number}&download=1`}
              download
              className={buttonStyle('quiet', 'compact')}
            >
              <Download />
              Download<span className="sr-only"> version {one.version_number}</span>
            </a>
            {file.rights.edit && one.version_number !== file.version_number && (
              <Button
                size="compact"
                icon={<RotateCcw />}
                pending={restoring === one.version_number}
                onClick={() => void restore(one.version_number)}
              >
                Restore<span className="sr-only"> version {one.version_number}</span>
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
