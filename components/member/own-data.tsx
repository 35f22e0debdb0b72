'use client';

import { Download } from 'lucide-react';
import { api } from '@/components/query/api-client';
import { Button } from '@/components/ui/button';
import { FormError } from '@/components/ui/form-error';
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
            () => api.save('downloadOwnData', {}),
            () => 'Your data was downloaded',
          )
        }
      >
        Download my data
      </Button>
    </div>
  );
}
