'use client';

import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { reasonOf } from '@/components/query/api-client';
import { Button } from '@/components/ui/button';
import { ErrorState } from '@/components/ui/error-state';
import { FormError } from '@/components/ui/form/form-error';
import { TextField } from '@/components/ui/form/text-field';
import { Dialog } from '@/components/ui/overlay/dialog';
import type { FileRecord } from '@/lib/file/schema';
import { sizeWords } from '@/lib/file/vocabulary';
import { attachableQuery } from './attachable-query';
import { Thumbnail } from './thumbnail';

/** Loaded by `PickFile`. Files in all folders of the project, as far as the viewer sees them. */
export function PickFileDialog({
  open,
  onOpenChange,
  projectId,
  onPick,
}: {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  projectId: string;
  onPick: (file: FileRecord) => Promise<void> | void;
}) {
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const [pending, setPending] = useState<string | null>(null);
  const q = useDeferredValue(typed.trim());
  const { data, error, isPending, refetch } = useQuery({
    ...attachableQuery(projectId, q),
    enabled: open,
    placeholderData: (before) => before,
  });

  async function pick(file: FileRecord) {
    setPending(file._id);
    setProblem(null);
    try {
      await onPick(file);
      onOpenChange(false);
    } catch (failure) {
      setProblem(reasonOf(failure));
    } finally {
      setPending(null);
    }
  }

  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Attach a file of the project">
      <div className="flex flex-col gap-3">
        <TextField type="search" label="Find by name" value={typed} onChange={({ target }) => setTyped(target.value)} />
        <FormError message={problem ?? undefined} />
        {error && (
          <ErrorState title="The files could not be read" detail={reasonOf(error)} onRetry={() => void refetch()} />
        )}
        {isPending && !error && (
          <p role="status" className="text-base text-text-2">
            Looking for files…
          </p>
        )}
        {data && data.docs.length === 0 && (
          <p className="text-base text-text-2">
            {q ? 'No file has this in its name.' : 'Nothing lies outside folders. Type a name to find what is in them.'}
          </p>
        )}
        {data && data.docs.length > 0 && (
          <ul aria-label="Files of the project" className="divide-y divide-border rounded-lg border border-border">
            {data.docs.map((file) => (
              <li key={file._id} className="flex min-h-12 items-center gap-3 py-1 pr-2 pl-3">
                <Thumbnail file={file} className="size-8" />
                <span className="min-w-0 flex-1">
                  <span dir="auto" className="block truncate text-base">
                    {file.name}
                  </span>
                  <span className="text-xs text-text-3 tabular-nums">{sizeWords(file.size)}</span>
                </span>
                <Button
                  size="compact"
                  pending={pending === file._id}
                  pendingText="Attaching"
                  onClick={() => void pick(file)}
                >
                  Attach<span className="sr-only"> {file.name}</span>
                </Button>
              </li>
            ))}
          </ul>
        )}
      </div>
    </Dialog>
  );
}
