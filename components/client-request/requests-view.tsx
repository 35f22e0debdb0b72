'use client';

import { referenceOf } from '@/components/query/api-client';
import { EmptyState } from '@/components/ui/empty-state';
import { ErrorState } from '@/components/ui/error-state';
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
  initial,
  opened,
}: {
  project: { _id: string; name: string };
  archived: boolean;
  initial: Requests;
  /** The request that the page was opened for. */
  opened: string | null;
}) {
  const { member } = useShell();
  const { data, error, isError, refetch, again } = useRequests(project._id, initial);
  const files = mayEver(member, 'request.file');
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
      {isError && (
        <ErrorState
          title="Requests could not be refreshed"
          reference={referenceOf(error)}
          onRetry={() => void refetch()}
        />
      )}
      {data.docs.length === 0 ? (
        <EmptyState
          title={files ? 'You have not asked for anything yet' : 'No requests yet'}
          action={files && !archived && <NewRequestButton projects={[project]} />}
        >
          {files
            ? archived
              ? 'This project is archived: it takes no new requests.'
              : 'Tell the team in your own words what you need. They plan it, or say why not.'
            : 'What the project’s clients ask for appears here, to be planned or declined.'}
        </EmptyState>
      ) : (
        <>
          {list(files ? 'Waiting for the team' : 'Waiting for an answer', waiting)}
          {list('Answered', answered)}
          {data.totalDocs > data.docs.length && (
            <p className="text-sm text-text-3">The latest {data.docs.length} are shown.</p>
          )}
        </>
      )}
    </div>
  );
}
