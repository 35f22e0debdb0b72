import 'server-only';
import { command, defineEndpoints } from '@/lib/contract/endpoint';
import { moveSubtask } from '@/lib/subtask/commands';
import { MoveSubtask } from '@/lib/subtask/schema';
import { TaskCard } from '@/lib/task/schema';

export const subtaskEndpoints = defineEndpoints({
  'POST moveSubtask': command(
    MoveSubtask,
    TaskCard,
    'task.view',
    moveSubtask,
    'Puts a subtask beside another one of the same parent, for whoever may change the parent',
    { decides: 'task.edit' },
  ),
});
