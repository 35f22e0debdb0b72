import 'server-only';
import { defineEndpoints, query } from '@/lib/contract/endpoint';
import { listTaskGroups } from '@/lib/task-group/queries';
import { ListTaskGroups, TaskGroups } from '@/lib/task-group/schema';

export const taskGroupEndpoints = defineEndpoints({
  'GET taskGroups': query(
    ListTaskGroups,
    TaskGroups,
    'task.view',
    listTaskGroups,
    'What the tasks of `taskList` are in groups by, in order, and how many are in each',
  ),
});
