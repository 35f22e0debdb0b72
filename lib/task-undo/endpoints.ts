import 'server-only';
import { command, defineEndpoints } from '@/lib/contract/endpoint';
import { TaskDetail } from '@/lib/task/schema';
import { undoActivity } from '@/lib/task-undo/commands';
import { UndoActivity } from '@/lib/task-undo/schema';

export const taskUndoEndpoints = defineEndpoints({
  'POST undoActivity/{id}': command(
    UndoActivity,
    TaskDetail,
    'task.edit',
    undoActivity,
    'Takes back what a line of a task’s history tells. 409 where it has changed since',
  ),
});
