import { queryOptions } from '@tanstack/react-query';
import type { TaskCard } from '@/lib/task/schema';
import type { Outcomes } from './bulk-pieces';
import { wholeTasks } from './whole-tasks';

const versionsOf = (tasks: readonly TaskCard[]) => tasks.map(({ _id, version }) => [_id, version]);
const ANEW = { gcTime: 0, staleTime: 0, retry: false, refetchOnWindowFocus: false } as const;

/** Tasks that a list names some of the people of, with all of them. */
export const wholeTasksQuery = (partial: readonly TaskCard[]) =>
  queryOptions({
    ...ANEW,
    queryKey: ['whole-tasks', versionsOf(partial)],
    queryFn: () => wholeTasks(partial, false),
  });

/** What many tasks would lose in a project; not asked while none is chosen. */
export const bulkMoveQuery = (
  tasks: readonly TaskCard[],
  projectId: string,
  ask: (projectId: string, signal: AbortSignal) => Promise<Outcomes>,
) =>
  queryOptions({
    ...ANEW,
    queryKey: ['bulk-move', projectId, versionsOf(tasks)],
    enabled: projectId !== '',
    queryFn: ({ signal }) => ask(projectId, signal),
  });
