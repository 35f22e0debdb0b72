'use client';

import { LoadError } from '@/components/query/load-error';
import { EmptyState } from '@/components/ui/empty-state';
import { useShell } from '@/components/viewer/shell-context';
import type { RequestRecord } from '@/lib/client-request/schema';
import { mayEver } from '@/lib/permission/policy';
import { NewRequestButton } from './new-request-button';
import { RequestCard } from './request-card';
import { type Requests, useRequests } from './use-requests';

/** What clients ask for in a project: for the team to decide on, for a client what became of it. */
export function RequestsView({
  project,
  archived,
  taken = true,
  initial,
  opened,
}: {
  project: { _id: string; name: string };
  archived: boolean;
  /** false: the organisation has switched requests off. */
  taken?: boolean;
  initial: Requests;
  /** The request that the page was opened for. */
  opened: string | null;
}) {
  const { member } = useShell();
  const { data, error, isError, refetch, again } = useRequests(project._id, initial);
  const isClient = member.role === 'client';
  const files = taken && mayEver(member, 'request.file');
  const waiting = data.docs.filter(({ state }) => state === 'received');
  const answered = data.docs.filter(({ state }) => state !== 'received');
  const list = (label: string, requests: readonly RequestRecord[]) =>
    requests.length > 0 && (
      <section aria-label={label} className="flex flex-col gap-3">
        <h2 className="text-sm font-semibold text-text-2">
          {label} <span className="font-normal text-text-3 tabular-nums">{requests.length}</span>
        </h2>
        <ul className="flex flex-col gap-3">
          {requests.map((request) => (
            <RequestCard
              key={request._id}
              request={request}
              opened={request._id === opened}
              inProject
              onChanged={again}
            />
          ))}
        </ul>
      </section>
    );
  return (
    <div className="flex max-w-[720px] flex-col gap-6">
      {isError && <LoadError title="Requests could not be refreshed" of={{ error, refetch }} />}
      {data.docs.length === 0 ? (
        <EmptyState
          title={
            !taken ? 'Requests are switched off' : isClient ? 'You have not asked for anything yet' : 'No requests yet'
          }
          action={files && !archived && <NewRequestButton projects={[project]} />}
        >
          {inWords({ taken, isClient, archived })}
        </EmptyState>
      ) : (
        <>
          {!taken && <p className="text-base text-text-2">{inWords({ taken, isClient, archived })}</p>}
          {list(isClient ? 'Waiting for the team' : 'Waiting for an answer', waiting)}
          {list('Answered', answered)}
          {data.totalDocs > data.docs.length && (
            <p className="text-sm text-text-3">The latest {data.docs.length} are shown.</p>
          )}
        </>
      )}
    </div>
  );
}

function inWords({ taken, isClient, archived }: { taken: boolean; isClient: boolean; archived: boolean }): string {
  if (!taken)
    return isClient
      ? 'This organisation takes no requests here. Ask the people named on your dashboard instead.'
      : 'Clients cannot file any here, and read whom to ask instead. Admins switch requests on in the settings of the organisation.';
  if (!isClient) return 'What the project’s clients ask for appears here, to be planned or declined.';
  return archived
    ? 'This project is archived: it takes no new requests.'
    : 'Tell the team in your own words what you need. They plan it, or say why not.';
}
