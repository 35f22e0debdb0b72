/** Groups of a list of tasks. Runs anywhere. */
import { z } from 'zod';
import { groupRef } from '@/lib/custom-field/schema';
import { ListTasks } from '@/lib/task/schema';
import { GROUPINGS } from '@/lib/task-group/vocabulary';
import { record } from '@/lib/validation';

/** The filters of `taskList`. */
export const ListTaskGroups = ListTasks.omit({
  sort: true,
  cursor: true,
  page: true,
  limit: true,
  include: true,
}).extend({
  group: z.union([z.enum(GROUPINGS), groupRef]),
});
export type ListTaskGroups = z.output<typeof ListTaskGroups>;

export const TaskGroupRecord = record('TaskGroupRecord', {
  _id: z.string().describe('A code, a word such as `none` or `next-week`, or the id of what it is called by'),
  name: z.string(),
  total: z.int(),
});
export type TaskGroupRecord = z.infer<typeof TaskGroupRecord>;

export const TaskGroups = record('TaskGroups', { groups: z.array(TaskGroupRecord) });
export type TaskGroups = z.infer<typeof TaskGroups>;
