/** Who watches a task. Runs anywhere. */
import { z } from 'zod';
import { Watchers } from '@/lib/task-parts/schema';
import { id, record, taskReference } from '@/lib/validation';

/** Oneself by default. */
export const WatchTask = z.strictObject({ id: taskReference, member_id: id.optional() });
export type WatchTask = z.output<typeof WatchTask>;

export const WatchRecord = record('WatchRecord', { task_id: z.string(), ...Watchers.shape });
export type WatchRecord = z.infer<typeof WatchRecord>;
