'use client';

import { Download } from 'lucide-react';
import { save } from '@/components/query/api-client';
import { useCall } from '@/components/query/use-call';
import { Button } from '@/components/ui/button';
import { FormError } from '@/components/ui/form/form-error';

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
            () => save('POST downloadOwnData'),
            () => 'Your data was downloaded',
          )
        }
      >
        Download my data
      </Button>
    </div>
  );
}
