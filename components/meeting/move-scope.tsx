'use client';

import { FormDialog } from '@/components/ui/overlay/form-dialog';
import { bidi } from '@/lib/bidi';
import type { Scope } from '@/lib/meeting/vocabulary';
import { WhichMeetings } from './which-meetings';

/** Which meetings of a series are moved. */
export function MoveScope({
  title,
  where,
  onChoose,
  onClose,
}: {
  title: string;
  /** Where it goes, in words. */
  where: string;
  onChoose: (scope: Scope) => void;
  onClose: () => void;
}) {
  return (
    <FormDialog
      size="sm"
      title="Move meeting"
      description={bidi`${title} repeats. It goes to ${where}.`}
      action="Move"
      onSubmit={(given) => onChoose(String(given.get('scope') ?? 'this') as Scope)}
      onClose={onClose}
    >
      <WhichMeetings />
    </FormDialog>
  );
}
