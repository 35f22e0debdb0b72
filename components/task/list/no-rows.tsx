import type { ReactNode } from 'react';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { type FilterUrl, filterWords, type TaskFilters } from '@/lib/task/vocabulary.filter';
import type { SoFar } from '../bulk/bulk-progress';
import type { Names } from '../filter/filter-words';
import { NothingMatches } from '../nothing-matches';

/** Why a list shows no task: many are being changed, more follow, none matches, or there are none. */
export function NoRows({
  busy,
  more,
  filters,
  address,
  names,
  reads,
  action,
}: {
  busy: SoFar | null;
  /** Reads on, where there is more than was shown. */
  more: { total: number; pending: boolean; read: () => void } | null;
  filters: TaskFilters;
  address: FilterUrl;
  names: Names;
  /** Whether the viewer may only read. */
  reads: boolean;
  action: ReactNode;
}) {
  if (busy)
    return (
      <EmptyState title={`${busy.doing} ${busy.of} tasks`}>
        The rows that were here are through. What is left is shown at the end.
      </EmptyState>
    );
  if (more)
    return (
      <EmptyState
        title="The rows that were here are gone"
        action={
          <Button onClick={more.read} pending={more.pending} pendingText="Loading">
            {more.total > 0 ? `Show more of ${more.total}` : 'Show more'}
          </Button>
        }
      />
    );
  if (filterWords(filters).length > 0) return <NothingMatches filters={filters} address={address} names={names} />;
  return (
    <EmptyState title="No tasks yet" action={reads ? undefined : action}>
      {reads
        ? 'Tasks that the team shares with you appear here.'
        : 'A task is something to do, with an assignee and a due date.'}
    </EmptyState>
  );
}
