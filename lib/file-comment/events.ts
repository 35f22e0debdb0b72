/** Events of comments on files. */
import { z } from 'zod';
import { defineEvents, eventAbout, type Line } from '@/lib/contract/event';
import type { LiveEvent } from '@/lib/realtime/events';

/** `audience`: who reads the comment. */
export type FileCommentSubject = {
  fileId: string;
  projectId: string | null;
  audience: 'internal' | 'client';
};

const data = z.object({ file_id: z.string(), name: z.string() });

const activity = ({ projectId, audience }: FileCommentSubject): Line | undefined =>
  projectId === null ? undefined : { projectId, audience };

const live = ({ fileId, projectId, audience }: FileCommentSubject): LiveEvent[] => [
  { type: 'file.commented', fileId, projectId, client: audience === 'client' },
];

/** In the audit log too, but not for one's own comment. */
const aboutWritten = (what: string) =>
  eventAbout<FileCommentSubject & { authorId: string | null }>()({
    data,
    words: ({ name }) => `${what} a comment on the file “${name}”`,
    activity,
    audit: {
      group: 'work',
      label: `Comment on a file ${what}`,
      target: ({ authorId }) => authorId ?? undefined,
      when: ({ authorId }, _, by) => authorId !== null && authorId !== by,
    },
    live,
  });

export const fileCommentEvents = defineEvents({
  'file.commented': eventAbout<FileCommentSubject & { hearing: readonly string[] }>()({
    data,
    words: ({ name }) => `commented on the file “${name}”`,
    activity,
    // Of files outside projects nobody is told: who sees one can look.
    notify: {
      topic: 'file',
      to: ({ hearing, projectId }) => (projectId === null ? [] : hearing),
      about: ({ projectId }) => ({ projectId: projectId as string }),
      while: 'still there',
    },
    live,
  }),
  'file.comment_deleted': aboutWritten('deleted'),
  'file.comment_restored': aboutWritten('restored'),
});
