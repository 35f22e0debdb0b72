'use client';

import { type ComponentType, useEffect, useRef, useState } from 'react';
import { TintChoice } from '@/components/category/tint-choice';
import { TintTile } from '@/components/page/tint-tile';
import type { CropDialogProps, Square } from '@/components/picture/crop-dialog';
import { whyNoPicture } from '@/components/picture/picture-file';
import { Button } from '@/components/ui/button';
import { ChipField } from '@/components/ui/form/chip-field';
import { Popover } from '@/components/ui/overlay/popover';
import { showToast } from '@/components/ui/overlay/toast';
import { PICTURE_TYPES, PICTURE_WORDS } from '@/lib/session/vocabulary';

/** `undefined`: as it is; null: none. */
export type ChosenPicture = { file: File; square: Square } | null | undefined;

const load = () => import('@/components/picture/crop-dialog').then((module) => module.CropDialog);

/** Colour and picture, by which a project is known in lists. They are saved with the rest. */
export function ProjectLook({
  name,
  tint,
  picture,
  chosen,
  error,
  onTint,
  onPicture,
}: {
  name: string;
  tint: string;
  /** Path of the one that it has. */
  picture: string | null;
  chosen: ChosenPicture;
  error?: string;
  onTint: (tint: string) => void;
  onPicture: (picture: ChosenPicture) => void;
}) {
  const [file, setFile] = useState<File>();
  const [Crop, setCrop] = useState<ComponentType<CropDialogProps>>();
  const [problem, setProblem] = useState<string>();
  const input = useRef<HTMLInputElement>(null);
  const preview = useAddress(chosen?.file);
  const shown = chosen === undefined ? picture : preview;

  function choose(wanted: File | undefined) {
    if (!wanted) return;
    const refused = whyNoPicture(wanted);
    setProblem(refused ?? undefined);
    if (refused) return;
    load().then(
      (part) => {
        setCrop(() => part);
        setFile(wanted);
      },
      () => showToast({ kind: 'failure', text: 'The form could not be loaded. Check your connection.' }),
    );
  }

  return (
    <>
      <ChipField
        name="Colour and picture"
        icon={<TintTile tint={tint} name={name || 'P'} logo={shown} size={20} />}
        error={problem ?? error}
      >
        {(editor) => (
          <Popover {...editor} label="Colour and picture">
            <div className="flex w-72 flex-col gap-3">
              <TintChoice name={name} value={tint} columns={2} onChange={onTint} />
              <div className="flex flex-wrap gap-2">
                <Button
                  size="compact"
                  onClick={() => {
                    editor.onOpenChange(false);
                    input.current?.click();
                  }}
                >
                  {shown ? 'Change picture' : 'Choose picture'}
                </Button>
                {shown && (
                  <Button size="compact" variant="quiet" onClick={() => onPicture(picture ? null : undefined)}>
                    Remove picture
                  </Button>
                )}
              </div>
              <p className="text-xs text-text-3">{PICTURE_WORDS} Without one, the first letter shows.</p>
            </div>
          </Popover>
        )}
      </ChipField>
      <input
        ref={input}
        type="file"
        accept={PICTURE_TYPES.join(',')}
        hidden
        aria-label="Picture file"
        onChange={({ target }) => {
          choose(target.files?.[0]);
          // Otherwise choosing the same file again would do nothing.
          target.value = '';
        }}
      />
      {file && Crop && (
        // The project's own form stands around it, and must not take this one's submission for its own.
        <div className="contents" onSubmit={(event) => event.stopPropagation()}>
          <Crop
            file={file}
            title="Crop the picture"
            shape="square"
            save={async (square) => onPicture({ file, square })}
            onClose={() => setFile(undefined)}
          />
        </div>
      )}
    </>
  );
}

/** Of a file that is not uploaded yet. */
function useAddress(file: File | undefined): string | null {
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => {
    const made = file ? URL.createObjectURL(file) : null;
    setAddress(made);
    return () => {
      if (made) URL.revokeObjectURL(made);
    };
  }, [file]);
  return address;
}
