import { call } from '@/components/query/api-client';

export type AskedSheet = { member_id?: string; project_id?: string; week: string };

export const sheetQuery = (asked: AskedSheet) => ({
  queryKey: ['time-sheet', asked],
  queryFn: ({ signal }: { signal: AbortSignal }) => call('GET timeSheet', asked, { signal }),
});

type AskedDay = { task_id: string; member_id: string; from: string; to: string };

export const sheetEntriesQuery = (asked: AskedDay) => ({
  queryKey: ['time-sheet-entries', asked],
  queryFn: async ({ signal }: { signal: AbortSignal }) =>
    (await call('GET timeEntryList', { ...asked, limit: 100 }, { signal })).docs,
});
