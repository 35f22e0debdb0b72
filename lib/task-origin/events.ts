/** Events of tasks that are made of another task, or of a comment. */
import { z } from 'zod';
import type { CommentSubject } from '@/lib/comment/events';
import { defineEvents, eventAbout } from '@/lib/contract/event';
import { type TaskSubject, toTeam } from '@/lib/task/events';

const from = z.object({ from: z.string().describe('The key of the task') });

export const taskOriginEvents = defineEvents({
  'task.duplicated': eventAbout<TaskSubject>()({
    data: from,
    words: ({ from }, { it }) => `made ${it} as a duplicate of ${from}`,
    activity: toTeam,
  }),
  'task.extracted': eventAbout<TaskSubject>()({
    data: from,
    words: ({ from }, { it }) => `made ${it} of a comment on ${from}`,
    activity: toTeam,
  }),
  'comment.extracted': eventAbout<CommentSubject>()({
    data: z.object({ comment_id: z.string(), task: z.string().describe('The key of the new task') }),
    words: ({ task }, { at }) => `made ${task} of a comment${at('on')}`,
    activity: ({ taskId, taskAudience, projectId }) => ({
      projectId,
      task: { id: taskId, audience: taskAudience },
      audience: 'internal',
    }),
    live: ({ id, taskId, projectId, audience }) => [
      { type: 'comment.changed', taskId, projectId, commentId: id, client: audience === 'client' },
    ],
  }),
});
