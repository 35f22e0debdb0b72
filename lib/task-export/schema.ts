/** Runs anywhere. */
import { z } from 'zod';
import { ListTasks } from '@/lib/task/schema';
import { EXPORT_FORMATS } from '@/lib/task-export/vocabulary';

const { page: _page, limit: _limit, cursor: _cursor, ...filters } = ListTasks.shape;

/** The filters of taskList; all pages of it. */
export const ExportTasks = z.strictObject({
  ...filters,
  format: z.enum(EXPORT_FORMATS, 'A file is csv, xlsx or json.').default('csv'),
});
export type ExportTasks = z.output<typeof ExportTasks>;
