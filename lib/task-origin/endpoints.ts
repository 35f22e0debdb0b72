import 'server-only';
import { create, defineEndpoints } from '@/lib/contract/endpoint';
import { TaskDetail } from '@/lib/task/schema';
import { commentToTask, duplicateTask } from '@/lib/task-origin/commands';
import { CommentToTask, DuplicateTask } from '@/lib/task-origin/schema';

export const taskOriginEndpoints = defineEndpoints({
  'POST duplicateTask/{id}': create(
    DuplicateTask,
    TaskDetail,
    'task.create',
    duplicateTask,
    'Makes a pending task like this one, in the same project; with subtasks also those that the caller sees',
  ),
  'POST commentToTask/{id}': create(
    CommentToTask,
    TaskDetail,
    'task.create',
    commentToTask,
    'Makes a task of the team of a comment’s words; each leads to the other',
  ),
});
