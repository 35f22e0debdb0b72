'use client';

import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { ApiError, call, referenceOf } from '@/components/query/api-client';
import { ButtonLink } from '@/components/ui/button-link';
import { ErrorState } from '@/components/ui/error-state';
import { IconButton } from '@/components/ui/icon-button';
import { SkeletonRows } from '@/components/ui/skeleton';
import { useOrganisationLinks } from '@/components/viewer/shell-context';
import { TaskStatus } from '@/components/workflow/task-status';
import type { TaskCard } from '@/lib/task/schema';
import { TaskScreen } from '../detail/task-screen';
import { peekKey } from '../task-query';
import type { Viewer } from '../task-rights';

/** A task beside the view: not modal, so that work in the view goes on. On phones it takes the whole screen. */
export function Peek({
  taskKey,
  card,
  viewer,
  today,
  onClose,
}: {
  taskKey: string;
  /** What the view knows of it, shown until it is read. */
  card?: TaskCard;
  viewer: Viewer;
  today: string;
  onClose: () => void;
}) {
  const hrefTo = useOrganisationLinks();
  const close = useRef<HTMLButtonElement>(null);
  const { data, dataUpdatedAt, error, refetch } = useQuery({
    queryKey: peekKey(taskKey),
    queryFn: ({ signal }) => call('GET task/{id}', { id: taskKey }, { signal }),
    gcTime: 0,
    retry: (count, failure) => !(failure instanceof ApiError && failure.status < 500) && count < 2,
    refetchOnWindowFocus: false,
  });
  // Where the view stays in sight the focus stays there too, so that its keys go on.
  useEffect(() => {
    if (matchMedia('(width < 40rem)').matches) close.current?.focus();
  }, []);
  return (
    <section
      data-peek=""
      aria-label={`Task ${taskKey}`}
      className="fixed top-(--bar) right-0 bottom-0 z-sidebar flex w-[480px] max-w-full flex-col border-l border-border bg-surface shadow-e3 max-sm:top-0 max-sm:z-dialog max-sm:w-full print:hidden"
    >
      <div className="flex items-center gap-2 border-b border-border py-2 pr-3 pl-5">
        <p className="flex-1 text-sm font-semibold text-text-2 tabular-nums">{taskKey}</p>
        <ButtonLink href={hrefTo(`taskpage?task=${taskKey}`)} variant="quiet">
          Open
        </ButtonLink>
        <IconButton ref={close} label="Close" icon={<X />} onClick={onClose} />
      </div>
      <div className="min-h-0 flex-1 overflow-y-auto px-5 py-3">
        {data ? (
          <TaskScreen key={data._id} viewer={viewer} task={data} loadedAt={dataUpdatedAt} today={today} beside />
        ) : error ? (
          <Failure error={error} taskKey={taskKey} onRetry={() => void refetch()} />
        ) : (
          <div aria-busy="true">
            {card && (
              <>
                <h2 dir="auto" className="py-1 text-xl font-title break-words">
                  {card.title}
                </h2>
                <TaskStatus of={card} />
              </>
            )}
            <SkeletonRows rows={6} rowHeight={36} label="Loading the task" />
          </div>
        )}
      </div>
    </section>
  );
}

function Failure({ error, taskKey, onRetry }: { error: Error; taskKey: string; onRetry: () => void }) {
  if (error instanceof ApiError && error.code === 'not_found')
    return <p className="text-base text-text-2">{taskKey} is not here, or you have no access to it.</p>;
  return <ErrorState title="The task could not be loaded" reference={referenceOf(error)} onRetry={onRetry} />;
}
