'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Square } from 'lucide-react';
import { useCatchUp, useLiveEvents } from '@/components/live/live-provider';
import { IconButton } from '@/components/ui/icon-button';
import { Link } from '@/components/ui/link';
import { useOrganisationLinks, useShell } from '@/components/viewer/shell-context';
import { memberChannel } from '@/lib/realtime/events';
import { setTimer } from './timer-actions';
import { timerQuery } from './timer-query';
import { useRunningFor } from './use-running-for';

export function RunningTimer() {
  const shell = useShell();
  const queries = useQueryClient();
  const hrefTo = useOrganisationLinks();
  // What the page came with may be older than what happened since.
  const { data: timer } = useQuery({ ...timerQuery, initialData: shell.timer, staleTime: 0 });
  const refresh = () => void queries.invalidateQueries({ queryKey: timerQuery.queryKey });
  useLiveEvents([memberChannel(shell.member._id)], ({ event }) => event === 'time.changed' && refresh());
  useCatchUp(refresh);
  const running = useRunningFor(timer?.started_at ?? null);
  if (!timer) return null;
  return (
    <span className="flex min-w-0 items-center rounded-sm bg-accent-soft pl-2 text-sm">
      <Link
        href={hrefTo(`taskpage?task=${timer.task_key}`)}
        prefetch={false}
        title={timer.task_title}
        className="flex min-h-8 min-w-0 items-center gap-1.5 rounded-xs tabular-nums hover:underline pointer-coarse:min-h-11"
      >
        <span className="sr-only">Timer: </span>
        <span className="truncate font-medium">{timer.task_key}</span>
        <span className="whitespace-nowrap max-sm:sr-only">{running}</span>
      </Link>
      <IconButton label="Stop timer" icon={<Square />} onClick={() => void setTimer(queries, null)} />
    </span>
  );
}
