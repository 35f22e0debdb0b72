import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '@/components/query/api-client';
import type { TaskCard } from '@/lib/task/schema';

/** The most that one call answers. */
const MOST = 200;

/** What is right below a task, in order. */
export const belowQuery = ({ _id: id, subtask_progress: progress }: TaskCard) =>
  queryOptions({
    // Their numbers are told to open pages: with others there is something to read.
    queryKey: ['subtasks-below', id, progress],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => call('GET taskList', { filter: `parent:${id}`, sort: 'place', limit: MOST }, { signal }),
  });
