'use client';

import type { ReactNode } from 'react';
import { DialogButton } from '@/components/overlay/on-demand-dialog';
import { Badge } from '@/components/ui/badge';
import { useFormats } from '@/components/ui/formats';
import { VisuallyHidden } from '@/components/ui/visually-hidden';
import { useShell } from '@/components/viewer/shell-context';
import type { SignOffRecord } from '@/lib/sign-off/schema';
import { STANDING_LABEL } from '@/lib/sign-off/vocabulary';
import { standingInWords, TONE } from './sign-off-words';

const dialog = () => import('./sign-off-dialog').then((module) => module.SignOffDialog);

/** How one sign-off stands, and what opens it: for whoever is asked to decide, by the filled button. */
export function SignOffLine({
  signOff,
  beside,
  onChanged,
}: {
  signOff: SignOffRecord;
  beside?: ReactNode;
  onChanged: () => void;
}) {
  const { member } = useShell();
  const formats = useFormats();
  const { _id: id, state, rights } = signOff;
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
      <Badge tone={TONE[state]}>{STANDING_LABEL[state]}</Badge>
      <p dir="auto" className="min-w-0 flex-1 basis-60 text-sm break-words text-text-2" suppressHydrationWarning>
        {standingInWords(signOff, formats, member._id)}
      </p>
      <span className="flex items-center gap-1">
        {beside}
        <DialogButton
          load={dialog}
          given={{ id, onChanged }}
          size="compact"
          variant={rights.decide ? 'primary' : 'secondary'}
        >
          {rights.decide ? 'Review' : 'Open'}
          <VisuallyHidden> the sign-off: {STANDING_LABEL[state].toLowerCase()}</VisuallyHidden>
        </DialogButton>
      </span>
    </div>
  );
}
