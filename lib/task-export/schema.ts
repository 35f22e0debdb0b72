/** Runs anywhere. */
import { z } from 'zod';
import { fieldRef } from '@/lib/custom-field/schema';
import { ListTasks } from '@/lib/task/schema';
import { COLUMN_NAMES } from '@/lib/task/vocabulary';
import { EXPORT_FORMATS } from '@/lib/task-export/vocabulary';
import { listOf } from '@/lib/validation';

const { page: _page, limit: _limit, cursor: _cursor, include: _include, ...filters } = ListTasks.shape;

/** The filters of taskList; all pages of it. `columns`: those of a list. */
export const ExportTasks = z.strictObject({
  ...filters,
  format: z.enum(EXPORT_FORMATS, 'A file is csv, xlsx or json.').default('csv'),
  columns: listOf(z.union([z.enum(COLUMN_NAMES), fieldRef], `Columns are ${COLUMN_NAMES.join(', ')}.`))
    .optional()
    .describe('As a view has them, in their order, besides the title; without it all that an export has'),
});
export type ExportTasks = z.output<typeof ExportTasks>;
