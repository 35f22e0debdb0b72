/** Events of imports: one line for all, besides each task's own. */
import { z } from 'zod';
import { defineEvents, eventAbout, type Line } from '@/lib/contract/event';
import type { LiveEvent } from '@/lib/realtime/events';
import type { TaskSubject } from '@/lib/task/events';

type Imported = { id: string; projectId: string };
const aboutImport = eventAbout<Imported>();
const activity = ({ projectId }: Imported): Line => ({ projectId, audience: 'internal' });
const target = ({ projectId }: Imported) => projectId;

export const taskImportEvents = defineEvents({
  'tasks.imported': aboutImport({
    data: z.object({ file: z.string(), source: z.string(), tasks: z.number() }),
    words: ({ file, source, tasks }) =>
      `imported ${tasks === 1 ? '1 task' : `${tasks} tasks`} from the ${source} file ${file}`,
    activity,
    audit: { group: 'data', label: 'Tasks imported', target },
  }),
  'tasks.rolled_back': aboutImport({
    data: z.object({ file: z.string() }),
    words: ({ file }) => `rolled back the import of ${file}`,
    activity,
    audit: { group: 'data', label: 'Import rolled back', target },
  }),
  /** Open lists and boards are told of many at once. */
  'tasks.arrived': eventAbout<{ projectId: string }>()({
    data: z.object({}),
    words: () => 'changed many tasks',
    live: ({ projectId }): LiveEvent[] => [{ type: 'project.changed', projectId }],
  }),
  'task.imported': eventAbout<TaskSubject>()({
    data: z.object({}),
    words: (_, { it }) => `created ${it} by an import`,
    activity: ({ id, projectId, audience }) => ({ projectId, task: { id, audience }, audience: 'internal' }),
  }),
});
