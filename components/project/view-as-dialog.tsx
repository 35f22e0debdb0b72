'use client';

import { useQuery } from '@tanstack/react-query';
import { ViewAsButton } from '@/components/client-view/view-as-button';
import { LoadError } from '@/components/query/load-error';
import { Avatar } from '@/components/ui/avatar';
import { Dialog } from '@/components/ui/overlay/dialog';
import { SkeletonRows } from '@/components/ui/skeleton';
import { useOrganisationLinks } from '@/components/viewer/shell-context';
import { projectMembersQuery } from './project-query';

/** As which client of a project: their very pages, which are only read. */
export function ViewAsDialog({
  project,
  onClose,
}: {
  project: { _id: string; key: string; name: string };
  onClose: () => void;
}) {
  const hrefTo = useOrganisationLinks();
  const { data, error, isError, refetch } = useQuery(projectMembersQuery(project._id));
  const clients = data?.filter(({ role }) => role === 'client');
  return (
    <Dialog
      open
      size="sm"
      title="View as client"
      description="Their pages as they are, for half an hour. Nothing can be changed, and the audit log keeps who looked."
      onOpenChange={(open) => !open && onClose()}
    >
      {isError ? (
        <LoadError title="The clients could not be loaded" of={{ error, refetch }} />
      ) : !clients ? (
        <SkeletonRows rows={2} rowHeight={56} label="Loading clients" />
      ) : clients.length === 0 ? (
        <p className="text-base text-text-2">No client is in this project yet. Add one under Members.</p>
      ) : (
        <ul aria-label="Clients" className="divide-y divide-border">
          {clients.map((person) => (
            <li key={person._id} className="flex min-h-14 items-center gap-3 py-2">
              <Avatar person={{ id: person._id, name: person.name, picture: person.pic }} size={32} />
              <span dir="auto" className="min-w-0 flex-1 text-base font-medium break-words">
                {person.name}
              </span>
              <ViewAsButton person={person} to={hrefTo(`projectdetails?project=${project.key}`)} />
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  );
}
