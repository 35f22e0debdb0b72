/** Events of comments. */
import { z } from 'zod';
import { defineEvents, eventAbout, type Line } from '@/lib/contract/event';
import type { LiveEvent } from '@/lib/realtime/events';

/** `audience`: who reads it now. */
export type CommentSubject = {
  id: string;
  taskId: string;
  projectId: string;
  taskAudience: string;
  audience: 'internal' | 'client';
};

const aboutComment = eventAbout<CommentSubject>();
const data = z.object({ comment_id: z.string() });
const written = data.extend({ by_rule: z.string().optional().describe('The name of the rule that wrote it') });
const older = () => ({ comment_id: '' });

const activity = ({ taskId, taskAudience, projectId, audience }: CommentSubject): Line => ({
  projectId,
  task: { id: taskId, audience: taskAudience },
  audience,
});

const live =
  (type: 'comment.added' | 'comment.changed') =>
  (comment: CommentSubject): LiveEvent[] => [
    {
      type,
      taskId: comment.taskId,
      projectId: comment.projectId,
      commentId: comment.id,
      client: comment.audience === 'client',
    },
  ];

export const commentEvents = defineEvents({
  'comment.added': eventAbout<CommentSubject & { hearing: readonly string[] }>()({
    data: written,
    formerly: ['task.commented'],
    older,
    words: (_, { it }) => `commented on ${it}`,
    activity,
    notify: {
      topic: 'commented',
      to: ({ hearing }) => hearing,
      about: ({ taskId }) => ({ taskId }),
      while: 'comment is there',
    },
    live: live('comment.added'),
  }),
  'comment.mentioned': eventAbout<CommentSubject & { mentioned: readonly string[] }>()({
    data: written,
    formerly: ['task.mentioned'],
    older,
    words: (_, { it }) => `mentioned somebody on ${it}`,
    notify: {
      topic: 'mentioned',
      to: ({ mentioned }) => mentioned,
      about: ({ taskId }) => ({ taskId }),
      words: (_, { it }) => `mentioned you on ${it}`,
      while: 'still mentioned',
    },
  }),
  'comment.edited': aboutComment({
    data,
    formerly: ['comment.changed'],
    words: (_, { it }) => `edited a comment on ${it}`,
    activity,
    live: live('comment.changed'),
  }),
  'comment.resolved': aboutComment({
    data,
    words: (_, { it }) => `resolved a thread on ${it}`,
    activity,
    live: live('comment.changed'),
  }),
  'comment.reopened': aboutComment({
    data,
    words: (_, { it }) => `reopened a thread on ${it}`,
    activity,
    live: live('comment.changed'),
  }),
  // No line of history: a reaction is read where it is.
  'comment.reacted': aboutComment({
    data: z.object({}),
    words: (_, { it }) => `reacted to a comment on ${it}`,
    live: live('comment.changed'),
  }),
  'comment.deleted': eventAbout<CommentSubject & { authorId: string | null }>()({
    data,
    formerly: ['comment.delete'],
    older: ({ comment }) => ({ comment_id: comment }),
    words: (_, { it }) => `deleted a comment on ${it}`,
    activity,
    // Not for one's own comment.
    audit: {
      group: 'work',
      label: 'Comment deleted',
      target: ({ authorId }) => authorId ?? undefined,
      when: ({ authorId }, _, by) => authorId !== null && authorId !== by,
      it: (_, author) => `a task, written by ${author ?? 'somebody'}`,
    },
    live: live('comment.changed'),
  }),
  'comment.restored': eventAbout<CommentSubject & { authorId: string | null }>()({
    data,
    words: (_, { it }) => `restored a comment on ${it}`,
    activity,
    audit: {
      group: 'work',
      label: 'Comment restored',
      target: ({ authorId }) => authorId ?? undefined,
      when: ({ authorId }, _, by) => authorId !== null && authorId !== by,
      it: (_, author) => `a task, written by ${author ?? 'somebody'}`,
    },
    live: live('comment.changed'),
  }),
});
