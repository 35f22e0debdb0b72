/** Events of clients' requests: between their author and the team, so other clients read none of it. */
import { z } from 'zod';
import { defineEvents, eventAbout, type Line } from '@/lib/contract/event';
import type { LiveEvent } from '@/lib/realtime/events';

export type RequestSubject = { id: string; projectId: string; authorId: string };

const data = z.object({ request_id: z.string(), title: z.string() });
const aboutRequest = eventAbout<RequestSubject>();
const activity = ({ projectId }: RequestSubject): Line => ({ projectId, audience: 'internal' });
const live = ({ id, projectId, authorId }: RequestSubject): LiveEvent[] => [
  { type: 'request.changed', requestId: id, projectId, memberId: authorId },
];
const about = ({ projectId }: RequestSubject) => ({ projectId });
const author = ({ authorId }: RequestSubject) => [authorId];
/** Open inboxes leave out what no longer waits. */
const outdate = ({ triagers }: RequestSubject & { triagers: readonly string[] }) => triagers;
const aboutWaiting = eventAbout<RequestSubject & { triagers: readonly string[] }>();

export const clientRequestEvents = defineEvents({
  'request.filed': aboutWaiting({
    data,
    words: ({ title }) => `asked for “${title}”`,
    activity,
    live,
    notify: { topic: 'request', to: ({ triagers }) => triagers, about, while: 'request waits' },
  }),
  'request.edited': aboutRequest({ data, words: ({ title }) => `changed the request “${title}”`, activity, live }),
  'request.withdrawn': aboutWaiting({
    data,
    words: ({ title }) => `withdrew the request “${title}”`,
    activity,
    live,
    outdate,
  }),
  'request.reopened': aboutWaiting({
    data,
    words: ({ title }) => `reopened the request “${title}”`,
    activity,
    live,
    notify: {
      topic: 'request',
      to: ({ triagers, authorId }) => [...triagers, authorId],
      about,
      while: 'request waits',
    },
  }),
  'request.accepted': aboutWaiting({
    data: data.extend({ task: z.string().describe('Its key') }),
    words: ({ title, task }) => `accepted the request “${title}” as ${task}`,
    activity,
    live,
    outdate,
    notify: {
      topic: 'request',
      to: author,
      about,
      keeps: ({ request_id, title }) => ({ request_id, title, task: '' }),
      words: ({ title }) => `accepted your request “${title}”`,
      while: 'request is decided',
    },
  }),
  'request.declined': aboutWaiting({
    data,
    words: ({ title }) => `declined the request “${title}”`,
    activity,
    live,
    outdate,
    notify: {
      topic: 'request',
      to: author,
      about,
      words: ({ title }) => `declined your request “${title}”`,
      while: 'request is decided',
    },
  }),
});
