import { call } from '@/components/query/api-client';
import type { InputOf } from '@/lib/api/contract';

/** Without ids: the whole inbox. */
export type Marks = InputOf<'POST markNotifications'>;

/** Kept by earlier versions: the ids of what was read. */
export const sendMarks = (marks?: Marks | string[]) =>
  call('POST markNotifications', Array.isArray(marks) ? { ids: marks, read: true } : (marks ?? { read: true }));
