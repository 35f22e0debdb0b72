'use client';

import type { Clashes } from '@/components/file/use-upload';
import { Button } from '@/components/ui/button';
import { FormDialog } from '@/components/ui/overlay/form-dialog';

const SHOWN = 5;

/** Asked before the first byte is sent. */
export function ClashDialog({ clashes: { list, answer } }: { clashes: Clashes }) {
  const replaces = list.every(({ existing }) => existing.rights.edit);
  const one = list.length === 1;
  return (
    <FormDialog
      size="sm"
      title={one ? 'A file with this name exists' : `${list.length} files with these names exist`}
      description={
        replaces
          ? 'Keep both, and the new ones get a number; or add them as new versions, and the old ones stay in the history.'
          : 'The new ones get a number in their names: the existing files are not yours to change.'
      }
      action={replaces ? 'Add as new version' : 'Keep both'}
      beside={replaces && <Button onClick={() => answer('both')}>Keep both</Button>}
      onSubmit={() => answer(replaces ? 'replace' : 'both')}
      onClose={() => answer(null)}
    >
      <ul aria-label="Files" className="text-base text-text-2">
        {list.slice(0, SHOWN).map(({ existing }) => (
          <li dir="auto" key={existing._id} className="truncate">
            {existing.name}
          </li>
        ))}
        {list.length > SHOWN && <li>and {list.length - SHOWN} more</li>}
      </ul>
    </FormDialog>
  );
}
