/** Events of the order of subtasks. */
import { z } from 'zod';
import { defineEvents, eventAbout } from '@/lib/contract/event';
import { liveOfTask, type TaskSubject } from '@/lib/task/events';

type Below = TaskSubject & { parent: { id: string; audience: string } };

export const subtaskEvents = defineEvents({
  /** No history, as of the board’s order; open pages of the parent read it again. */
  'subtask.reordered': eventAbout<Below>()({
    data: z.object({}),
    words: (_, { it }) => `reordered ${it}`,
    live: (task) => [
      ...liveOfTask('task.changed')(task),
      {
        type: 'task.progressed',
        taskId: task.parent.id,
        projectId: task.projectId,
        client: task.parent.audience === 'client',
      },
    ],
  }),
});
