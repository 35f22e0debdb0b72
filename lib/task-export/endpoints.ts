import 'server-only';
import { z } from 'zod';
import { defineEndpoints, file } from '@/lib/contract/endpoint';
import { exportTasks } from '@/lib/task-export/commands';
import { ExportTasks } from '@/lib/task-export/schema';

export const taskExportEndpoints = defineEndpoints({
  'GET exportTasks': file(
    ExportTasks,
    z.string(),
    'task.view',
    { steps: exportTasks },
    'All tasks that taskList would list, as a CSV, XLSX or JSON file, whatever their number. The export is recorded.',
    { expensive: true },
  ),
});
