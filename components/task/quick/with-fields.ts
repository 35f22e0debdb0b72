import type { InputOf } from '@/lib/api/contract';
import type { QuickTask } from './quick-add';

export type GivenFields = Partial<InputOf<'POST Task'>>;

/** A written task where it was written: what the line says counts, and its people and labels come besides those of the place. */
export function withFields(fields: GivenFields, task: QuickTask): GivenFields & { title: string } {
  const both = (one: readonly string[], other: readonly string[] = []) => [...new Set([...one, ...other])];
  return {
    ...fields,
    ...task,
    ...(fields.assignee_ids && { assignee_ids: both(fields.assignee_ids, task.assignee_ids) }),
    ...(fields.label_ids && { label_ids: both(fields.label_ids, task.label_ids) }),
  };
}
