import { call } from '@/components/query/api-client';
import type { AccessRecord } from '@/lib/access/schema';

export type Of = { task_id: string } | { file_id: string } | { room_id: string } | { meeting_id: string };
const MOST_SHOWN = 200;

/** Asked anew each time: it changes with people and projects. */
export const accessQuery = (of: Of) => ({
  queryKey: ['access', of],
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<{ docs: AccessRecord[]; totalDocs: number }> =>
    call('GET accessOf', { ...of, limit: MOST_SHOWN }, { signal }),
  staleTime: 0,
});
