'use client';

import { Download } from 'lucide-react';
import { api } from '@/components/query/api-client';
import { Button } from '@/components/ui/button';
import { FormError } from '@/components/ui/form-error';
import type { OwnData } from '@/lib/auth/schema.profile';
import { useCall } from './use-call';

/** Saves everything that is one's own as a file. */
export function OwnDataButton() {
  const { run, pending, error } = useCall();
  return (
    <div className="flex flex-col items-start gap-3">
      <FormError message={error?.message} attempt={error} />
      <Button
        icon={<Download />}
        pending={pending}
        pendingText="Collecting…"
        onClick={() =>
          void run(
            () => api.post<OwnData>('downloadOwnData', {}),
            (data) => {
              save(data);
              return 'Your data was downloaded';
            },
          )
        }
      >
        Download my data
      </Button>
    </div>
  );
}

function save(data: OwnData) {
  const text = JSON.stringify(data, null, 2);
  const address = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  Object.assign(document.createElement('a'), { href: address, download: 'guildhall-my-data.json' }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
