'use client';

import { Trash2, Upload } from 'lucide-react';
import { useRef } from 'react';
import { TintTile } from '@/components/page/tint-tile';
import { ApiError, call } from '@/components/query/api-client';
import { useCall } from '@/components/query/use-call';
import { Button } from '@/components/ui/button';
import { FormError } from '@/components/ui/form/form-error';
import { MAX_LOGO } from '@/lib/organisation/vocabulary';

const tooLarge = () =>
  Promise.reject(new ApiError(413, 'too_large', 'A logo has 2 MB at most. Choose a smaller file.'));

/** Uploaded as soon as it is chosen; after a failure the present logo stays. */
export function LogoField({ name, tint, logo }: { name: string; tint: string; logo: string | null }) {
  const input = useRef<HTMLInputElement>(null);
  const { run, pending, error } = useCall();

  function upload(file: File | undefined) {
    if (!file) return;
    void run(
      () => (file.size > MAX_LOGO ? tooLarge() : call('POST organisationLogo', { file })),
      () => 'Logo saved',
    ).then(() => {
      // Otherwise choosing the same file again would do nothing.
      if (input.current) input.current.value = '';
    });
  }

  return (
    <div className="flex flex-col gap-3">
      <FormError message={error?.message} attempt={error} />
      <div className="flex flex-wrap items-center gap-4">
        <TintTile tint={tint} name={name} logo={logo} size={64} />
        <div className="flex flex-col gap-2">
          <div className="flex flex-wrap gap-2">
            <input
              ref={input}
              type="file"
              accept="image/png,image/jpeg,image/webp"
              aria-label="Logo file"
              tabIndex={-1}
              className="sr-only"
              onChange={({ target }) => upload(target.files?.[0])}
            />
            <Button icon={<Upload />} pending={pending} pendingText="Working…" onClick={() => input.current?.click()}>
              {logo ? 'Replace the logo' : 'Upload a logo'}
            </Button>
            {logo && (
              <Button
                variant="quiet"
                icon={<Trash2 />}
                onClick={() =>
                  void run(
                    () => call('DELETE organisationLogo'),
                    () => 'Logo removed',
                  )
                }
              >
                Remove
              </Button>
            )}
          </div>
          <p className="text-xs text-text-3">
            PNG, JPEG or WebP, 2 MB at most. Anybody can see it: the login page and emails show it.
          </p>
        </div>
      </div>
    </div>
  );
}
