import { Files } from 'lucide-react';
import { WhoCanHelp } from '@/components/person/who-can-help';
import { Button } from '@/components/ui/button';
import { ButtonLink } from '@/components/ui/button-link';
import { EmptyState } from '@/components/ui/empty-state';
import type { ManagerProps } from './manager-props';
import { viewHref } from './place';

/** What goes here, and the first step for those who may take it. */
export function NothingHere({
  place,
  url,
  rights,
  projects,
  narrowed,
  onUpload,
}: ManagerProps & { narrowed: boolean; onUpload: () => void }) {
  if (narrowed)
    return (
      <EmptyState
        title="No files match"
        action={<ButtonLink href={viewHref(url, { q: null, type: null, owner: null })}>Clear the search</ButtonLink>}
      >
        Search looks at names, here and in all folders below.
      </EmptyState>
    );
  if (!place.project && projects.length > 0) return null;
  if (rights.add)
    return (
      <EmptyState
        icon={<Files />}
        title={place.folder ? 'This folder is empty' : 'No files yet'}
        action={
          <Button variant="primary" onClick={onUpload}>
            Upload files
          </Button>
        }
      >
        Drop files or whole folders here, or paste a picture.
      </EmptyState>
    );
  return (
    <EmptyState icon={<Files />} title={rights.client ? 'Nothing is shared with you here' : 'No files yet'}>
      {rights.client ? (
        <WhoCanHelp to="share files with you" />
      ) : (
        'What the team uploads appears here. Your role can open and download files.'
      )}
    </EmptyState>
  );
}
