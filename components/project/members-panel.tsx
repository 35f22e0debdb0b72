'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { UserPlus } from 'lucide-react';
import { useState } from 'react';
import { useCatchUp, useLive, useLiveEvents } from '@/components/live/live-provider';
import { call, reasonOf } from '@/components/query/api-client';
import { LoadError } from '@/components/query/load-error';
import { Button } from '@/components/ui/button';
import { showToast } from '@/components/ui/overlay/toast';
import { SkeletonRows } from '@/components/ui/skeleton';
import { useActor, useOrganisationLinks } from '@/components/viewer/shell-context';
import { canViewClientsOf } from '@/lib/client-view/policy';
import type { ProjectMemberRecord } from '@/lib/project/schema';
import { AddPeople } from './add-people';
import { MemberRow } from './member-row';
import { projectMembersQuery } from './project-query';

type Change = { add?: string[]; remove?: string[]; add_contacts?: string[]; remove_contacts?: string[] };

const said = ({ add, remove, add_contacts }: Change) => {
  const people = (count: number) => `${count} ${count === 1 ? 'person' : 'people'}`;
  if (add) return `${people(add.length)} added`;
  if (remove) return `${people(remove.length)} removed`;
  return add_contacts ? 'Clients can see this person now' : 'Clients no longer see this person';
};

export function MembersPanel({
  projectId,
  mayChange,
  initial,
}: {
  projectId: string;
  mayChange: boolean;
  /** What the server has drawn already. */
  initial?: readonly ProjectMemberRecord[];
}) {
  const queries = useQueryClient();
  const { channels } = useLive();
  const members = projectMembersQuery(projectId);
  const [adding, setAdding] = useState(false);
  const {
    data,
    error: failure,
    isError,
    refetch,
  } = useQuery({ ...members, initialData: initial ? [...initial] : undefined });
  const actor = useActor();
  const hrefTo = useOrganisationLinks();
  const leaderId = data?.find(({ is_leader }) => is_leader)?._id ?? null;
  const looks = canViewClientsOf(actor, { leaderId });
  const refresh = () => void queries.invalidateQueries(members);
  useLiveEvents([channels.project(projectId)], ({ event }) => {
    if (event === 'members.changed') refresh();
  });
  useCatchUp(refresh);

  const change = useMutation({
    mutationFn: (wanted: Change) => call('PUT projectMembers', { project_id: projectId, ...wanted }),
    onSuccess: (_answer, wanted) => {
      setAdding(false);
      showToast({ kind: 'success', text: said(wanted) });
    },
    onError: (error) => showToast({ kind: 'failure', text: reasonOf(error) }),
    onSettled: refresh,
  });

  if (!data)
    return isError ? (
      <LoadError title="The members could not be loaded" of={{ error: failure, refetch }} />
    ) : (
      <SkeletonRows rows={5} rowHeight={56} label="Loading members" />
    );
  return (
    <div className="flex flex-col gap-3">
      {mayChange && (
        <div>
          {adding ? (
            <AddPeople
              already={data.map(({ _id }) => _id)}
              pending={change.isPending}
              onAdd={(add) => change.mutate({ add })}
              onCancel={() => setAdding(false)}
            />
          ) : (
            <Button icon={<UserPlus />} onClick={() => setAdding(true)}>
              Add people
            </Button>
          )}
        </div>
      )}
      {data.length === 0 ? (
        <p className="py-4 text-base text-text-2">Nobody is in this project yet.</p>
      ) : (
        <ul className="divide-y divide-border">
          {data.map((person) => (
            <MemberRow
              key={person._id}
              person={person}
              mayRemove={mayChange}
              pending={change.isPending}
              onRemove={() => change.mutate({ remove: [person._id] })}
              viewTo={looks && person.role === 'client' ? hrefTo('dashboard') : undefined}
              onContact={(is) => change.mutate({ [is ? 'add_contacts' : 'remove_contacts']: [person._id] })}
            />
          ))}
        </ul>
      )}
    </div>
  );
}
