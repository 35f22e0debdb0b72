'use client';

import { SelectField } from '@/components/ui/form/select-field';
import { FormDialog } from '@/components/ui/overlay/form-dialog';
import { bidi } from '@/lib/bidi';
import type { Scope } from '@/lib/meeting/vocabulary';

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
      <SelectField
        label="Which"
        name="scope"
        defaultValue="this"
        options={[
          { value: 'this', label: 'This meeting' },
          { value: 'following', label: 'This and all that follow' },
          { value: 'all', label: 'All that are still to come' },
        ]}
      />
    </FormDialog>
  );
}
