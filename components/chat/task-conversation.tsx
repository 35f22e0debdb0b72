'use client';

import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useCatchUp, useLive, useLiveEvents } from '@/components/live/live-provider';
import { RenderedText } from '@/components/page/rendered-text';
import { HIDDEN_PEOPLE } from '@/components/person/assignee-stack';
import { Ago } from '@/components/ui/ago';
import { Button } from '@/components/ui/button';
import { ErrorState } from '@/components/ui/error-state';
import { Link } from '@/components/ui/link';
import { SkeletonRows } from '@/components/ui/skeleton';
import { useOrganisationLinks } from '@/components/viewer/shell-context';
import { isolated } from '@/lib/bidi';
import { conversationQuery } from './chat-query';
import { namesOf } from './message/message-words';

/** Whatever is said in any room may be about the task: it is asked for once for all of that (ms). */
const CALM_MS = 2_000;

/** What was said about a task in the rooms that the viewer reads, newest first; each line leads to its place. */
export function TaskConversation({ taskKey }: { taskKey: string }) {
  const hrefTo = useOrganisationLinks();
  const { data, isError, refetch, hasNextPage, isFetching, fetchNextPage } = useInfiniteQuery(
    conversationQuery(taskKey),
  );
  const { channels } = useLive();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  function again() {
    timer.current ??= setTimeout(
      () => {
        timer.current = undefined;
        void refetch();
      },
      CALM_MS * (0.5 + Math.random()),
    );
  }
  useLiveEvents([channels.organisation, channels.member, ...channels.projects], ({ event }) => {
    if (event.startsWith('message.')) again();
  });
  useCatchUp(again);
  const found = data?.pages.flatMap(({ docs }) => docs);
  if (isError) return <ErrorState title="The conversation could not be loaded" onRetry={() => void refetch()} />;
  if (!found) return <SkeletonRows />;
  if (found.length === 0)
    return (
      <p className="text-base text-text-3">
        Nothing has been said about this task yet. Messages of the chat that name {taskKey} are listed here.
      </p>
    );
  return (
    <>
      <ul aria-label="Messages about this task" className="flex flex-col gap-4">
        {found.map((message) => (
          <li key={message._id}>
            <p className="flex flex-wrap items-baseline gap-x-2 text-sm">
              <span dir="auto" className="font-semibold">
                {message.author?.name ?? HIDDEN_PEOPLE}
              </span>
              <Link
                href={hrefTo(`chat?room=${message.room_id}&message=${message._id}`)}
                prefetch={false}
                className="rounded-xs text-accent-text hover:underline"
              >
                in {isolated(message.room_name)}
              </Link>
              <span className="text-xs text-text-3">
                <Ago at={message.created_at} />
              </span>
            </p>
            {message.body_html ? <RenderedText html={message.body_html} /> : <p>{namesOf(message)}</p>}
          </li>
        ))}
      </ul>
      {hasNextPage && (
        <Button disabled={isFetching} onClick={() => void fetchNextPage()}>
          Show older ones
        </Button>
      )}
    </>
  );
}
