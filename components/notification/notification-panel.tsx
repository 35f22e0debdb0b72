'use client';

import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { Bell, CheckCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { call, reasonOf, referenceOf } from '@/components/query/api-client';
import { QUEUED } from '@/components/query/change-queue';
import { Button } from '@/components/ui/button';
import { ErrorState } from '@/components/ui/error-state';
import { Popover } from '@/components/ui/overlay/popover';
import { showToast } from '@/components/ui/overlay/toast';
import { SkeletonRows } from '@/components/ui/skeleton';
import type { AnswerOf } from '@/lib/api/contract';
import type { NotificationRecord } from '@/lib/notification/schema';
import { INBOX, NOTIFICATIONS, UNREAD } from './notification-query';
import { NotificationRow } from './notification-row';

type Inbox = { pages: AnswerOf<'GET notificationList'>[]; pageParams: number[] };

export function NotificationPanel({
  trigger,
  open,
  onOpenChange,
}: {
  trigger: ReactNode;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}) {
  return (
    <Popover trigger={trigger} label="Notifications" size="panel" align="end" open={open} onOpenChange={onOpenChange}>
      {open && <InboxList onLeave={() => onOpenChange(false)} />}
    </Popover>
  );
}

function InboxList({ onLeave }: { onLeave: () => void }) {
  const queries = useQueryClient();
  const {
    data,
    isPending,
    error: failure,
    isError,
    isFetching,
    refetch,
    hasNextPage,
    fetchNextPage,
    isFetchingNextPage,
  } = useInfiniteQuery({
    queryKey: INBOX,
    queryFn: ({ pageParam, signal }) => call('GET notificationList', { limit: 30, page: pageParam }, { signal }),
    initialPageParam: 1,
    getNextPageParam: (last) => (last.hasNextPage ? last.page + 1 : undefined),
    staleTime: 0,
  });
  const rows = data?.pages.flatMap((page) => page.docs) ?? [];
  const unread = rows.filter((row) => !row.read_at);

  // Marked on the screen at once; a refusal is shown and undone.
  const mark = useMutation({
    ...QUEUED,
    mutationKey: ['markNotifications'],
    mutationFn: (ids: string[] | undefined) =>
      call('POST markNotifications', ids ? { ids, read: true } : { read: true }),
    onMutate: async (ids) => {
      await queries.cancelQueries({ queryKey: NOTIFICATIONS });
      const before = { inbox: queries.getQueryData<Inbox>(INBOX), count: queries.getQueryData<number>(UNREAD) };
      const now = new Date().toISOString();
      const isMarked = (row: NotificationRecord) => !row.read_at && (!ids || ids.includes(row._id));
      const marked = ids ? rows.filter(isMarked).length : (before.count ?? 0);
      queries.setQueryData<Inbox>(
        INBOX,
        (inbox) =>
          inbox && {
            ...inbox,
            pages: inbox.pages.map((page) => ({
              ...page,
              docs: page.docs.map((row) => (isMarked(row) ? { ...row, read_at: now, more: 0 } : row)),
            })),
          },
      );
      queries.setQueryData<number>(UNREAD, (count = 0) => Math.max(0, count - marked));
      return before;
    },
    onError: (error, _ids, before) => {
      queries.setQueryData(INBOX, before?.inbox);
      queries.setQueryData(UNREAD, before?.count);
      showToast({ kind: 'failure', text: reasonOf(error) });
    },
    onSettled: () => queries.invalidateQueries({ queryKey: UNREAD }),
  });

  return (
    <div>
      <div className="sticky top-0 flex min-h-12 items-center justify-between gap-2 border-b border-border bg-surface py-1 pr-2 pl-4">
        <h2 className="text-base font-semibold">Notifications</h2>
        {unread.length > 0 && (
          <Button variant="quiet" size="compact" icon={<CheckCheck />} onClick={() => mark.mutate(undefined)}>
            Mark all read
          </Button>
        )}
      </div>
      {isError && (
        <div className="p-3">
          <ErrorState title="Could not refresh" reference={referenceOf(failure)} onRetry={() => void refetch()} />
        </div>
      )}
      {isPending && (
        <div className="px-4">
          <SkeletonRows rows={6} rowHeight={64} label="Loading notifications" />
        </div>
      )}
      {!isPending && rows.length === 0 && !isError && (
        <div className="flex flex-col items-center gap-2 px-6 py-12 text-center">
          <Bell className="size-5 text-text-3" />
          <p className="text-base text-text-2">You are up to date.</p>
        </div>
      )}
      <ul aria-busy={isFetching} className="divide-y divide-border">
        {rows.map((row) => (
          <li key={row._id}>
            <NotificationRow
              row={row}
              onOpen={() => {
                if (!row.read_at) mark.mutate([row._id]);
                onLeave();
              }}
            />
          </li>
        ))}
      </ul>
      {hasNextPage && (
        <div className="p-2">
          <Button variant="quiet" wide pending={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            Show earlier ones
          </Button>
        </div>
      )}
    </div>
  );
}
