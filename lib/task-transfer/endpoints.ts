import 'server-only';
import { command, defineEndpoints } from '@/lib/contract/endpoint';
import { transferTask } from '@/lib/task-transfer/commands';
import { TransferredTask, TransferTask } from '@/lib/task-transfer/schema';

// Only viewing is checked here; the command checks the rest, so that hidden things are 404, not 403.
export const taskTransferEndpoints = defineEndpoints({
  'POST moveTask/{id}': command(
    TransferTask,
    TransferredTask,
    'task.view',
    transferTask,
    'Move a task, with those below it, to another project; with dry_run only say what it would lose',
    { decides: 'task.delete' },
  ),
});
