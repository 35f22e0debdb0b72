import 'server-only';
import { command, defineEndpoints } from '@/lib/contract/endpoint';
import { unwatchTask, watchTask } from '@/lib/watcher/commands';
import { WatchRecord, WatchTask } from '@/lib/watcher/schema';

export const watcherEndpoints = defineEndpoints({
  'POST watchTask/{id}': command(
    WatchTask,
    WatchRecord,
    'task.view',
    watchTask,
    'Watch a task: be told of its comments and moves. With `member_id` somebody else, for those who may assign them',
  ),
  'DELETE watchTask/{id}': command(
    WatchTask,
    WatchRecord,
    'task.view',
    unwatchTask,
    'Watch a task no longer, also where it is one’s own',
  ),
});
