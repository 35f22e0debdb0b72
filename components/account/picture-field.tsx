'use client';

import { type ComponentType, useId, useRef, useState } from 'react';
import type { CropDialogProps } from '@/components/picture/crop-dialog';
import { whyNoPicture } from '@/components/picture/picture-file';
import { call } from '@/components/query/api-client';
import { useCall } from '@/components/query/use-call';
import { Avatar } from '@/components/ui/avatar';
import { Button } from '@/components/ui/button';
import { showToast } from '@/components/ui/overlay/toast';
import { PICTURE_TYPES, PICTURE_WORDS } from '@/lib/session/vocabulary';

const load = () => import('@/components/picture/crop-dialog').then((module) => module.CropDialog);

/** After a failure the present picture stays. */
export function PictureField({ person }: { person: { id: string; name: string; picture: string | null } }) {
  const [file, setFile] = useState<File>();
  const [Crop, setCrop] = useState<ComponentType<CropDialogProps>>();
  const [problem, setProblem] = useState<string>();
  const input = useRef<HTMLInputElement>(null);
  const hint = useId();
  const { run, pending, error } = useCall();

  function choose(chosen: File | undefined) {
    if (!chosen) return;
    setProblem(undefined);
    const refused = whyNoPicture(chosen);
    if (refused) {
      setProblem(refused);
      return;
    }
    setFile(chosen);
    load().then(
      (part) => setCrop(() => part),
      () => {
        setFile(undefined);
        showToast({ kind: 'failure', text: 'The form could not be loaded. Check your connection.' });
      },
    );
  }

  const failure = problem ?? error?.message;
  return (
    <div className="flex flex-wrap items-center gap-4">
      <Avatar person={person} size={64} beside />
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap gap-2">
          <Button
            size="compact"
            aria-describedby={hint}
            onPointerEnter={() => void load().catch(() => undefined)}
            onFocus={() => void load().catch(() => undefined)}
            onClick={() => input.current?.click()}
          >
            {person.picture ? 'Change picture' : 'Choose picture'}
          </Button>
          {person.picture && (
            <Button
              size="compact"
              variant="quiet"
              pending={pending}
              pendingText="Removing…"
              onClick={() =>
                void run(
                  () => call('DELETE profilePicture'),
                  () => 'Picture removed',
                )
              }
            >
              Remove picture
            </Button>
          )}
        </div>
        <input
          ref={input}
          type="file"
          accept={PICTURE_TYPES.join(',')}
          hidden
          aria-label="Picture file"
          onChange={(event) => {
            choose(event.target.files?.[0]);
            // Otherwise choosing the same file again would do nothing.
            event.target.value = '';
          }}
        />
        <p id={hint} className="mt-1 text-xs text-text-3">
          {PICTURE_WORDS} Without one, your initials show.
        </p>
        {failure && (
          <p role="alert" className="mt-1 text-sm text-danger-text">
            {failure}
          </p>
        )}
      </div>
      {file && Crop && (
        <Crop
          file={file}
          title="Crop your picture"
          shape="circle"
          save={(square) => call('POST profilePicture', { file, ...square })}
          said="Picture saved"
          onClose={() => setFile(undefined)}
        />
      )}
    </div>
  );
}
