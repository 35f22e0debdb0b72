'use client';

import { useEffect, useState } from 'react';
import Cropper, { type Area } from 'react-easy-crop';
import { useCall } from '@/components/query/use-call';
import { FormDialog } from '@/components/ui/overlay/form-dialog';

export type Square = { x: number; y: number; size: number };
export type CropDialogProps = {
  file: File;
  title: string;
  shape: 'circle' | 'square';
  save: (square: Square) => Promise<unknown>;
  /** Once it is saved; nothing if it is only chosen. */
  said?: string;
  onClose: () => void;
};

const MAX_ZOOM = 5;

/** Only chooses the part, by pointer, keys or slider; the server cuts. */
export function CropDialog({ file, title, shape, save, said, onClose }: CropDialogProps) {
  const [address, setAddress] = useState<string>();
  const [crop, setCrop] = useState({ x: 0, y: 0 });
  const [zoom, setZoom] = useState(1);
  const [area, setArea] = useState<Area>();
  const [unreadable, setUnreadable] = useState(false);
  const { run, pending, error } = useCall();
  useEffect(() => {
    const made = URL.createObjectURL(file);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);

  async function submit() {
    if (!area) return;
    const { x, y, width, height } = area;
    const done = await run(
      () => save({ x, y, size: Math.min(width, height) }),
      () => said ?? null,
    );
    if (done) onClose();
  }

  return (
    <FormDialog
      size="sm"
      title={title}
      description={`Move and zoom the picture until the ${shape} shows what you want.`}
      action={said ? 'Save picture' : 'Use picture'}
      pendingText="Saving…"
      pending={pending}
      disabled={!area || unreadable}
      message={unreadable ? 'This browser cannot open the file as a picture. Choose another one.' : error?.message}
      attempt={error ?? unreadable}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <div className="relative h-72 overflow-hidden rounded-md bg-sunken">
        {address && (
          <Cropper
            image={address}
            crop={crop}
            zoom={zoom}
            maxZoom={MAX_ZOOM}
            aspect={1}
            cropShape={shape === 'circle' ? 'round' : 'rect'}
            showGrid={false}
            keyboardStep={4}
            onCropChange={setCrop}
            onZoomChange={setZoom}
            onCropComplete={(_, points) => setArea(points)}
            mediaProps={{ alt: '', onError: () => setUnreadable(true) }}
            cropperProps={{
              role: 'group',
              'aria-label': 'The visible part. Use the arrow keys to move the picture.',
            }}
          />
        )}
      </div>
      <label className="flex items-center gap-3 text-sm font-medium text-text-2">
        Zoom
        <input
          type="range"
          min={1}
          max={MAX_ZOOM}
          step={0.1}
          value={zoom}
          aria-valuetext={`${Math.round(zoom * 100)} %`}
          onChange={(event) => setZoom(Number(event.target.value))}
          className="min-h-6 flex-1 accent-accent pointer-coarse:min-h-11"
        />
      </label>
    </FormDialog>
  );
}
