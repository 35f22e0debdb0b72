import { reasonOf } from '@/components/query/api-client';
import type { Formats } from '@/lib/formats';
import { EditConflict, type Looks, type TaskChanges } from './task-edit';

/**
 * Why a change was refused; where somebody else changed the same, with what is there now and what was wanted. `changes` is
 * null where one's own was only to be undone.
 */
export async function refusalOf(
  error: unknown,
  changes: TaskChanges | null,
  formats: Formats,
  looks: Looks = {},
): Promise<string> {
  if (!(error instanceof EditConflict)) return reasonOf(error);
  const { conflictWords } = await import('./conflict-words');
  return `${reasonOf(error)}${conflictWords(error, changes, looks, formats)}`;
}
