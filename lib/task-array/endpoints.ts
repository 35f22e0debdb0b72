import 'server-only';
import { command, defineEndpoints } from '@/lib/contract/endpoint';
import { changeTasks } from '@/lib/task-array/commands';
import { ChangedTasks, ChangeTasks } from '@/lib/task-array/schema';

export const taskArrayEndpoints = defineEndpoints({
  'POST taskArray': command(
    ChangeTasks,
    ChangedTasks,
    'task.view',
    changeTasks,
    'Change, move to another project, delete or restore up to 200 tasks; each is done, or refused with the reason',
    { decides: 'task.edit' },
  ),
});
