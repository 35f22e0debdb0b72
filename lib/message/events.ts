/** Events of messages. They leave no history: what is said is the history. */
import { z } from 'zod';
import { type Condition, defineEvents, eventAbout } from '@/lib/contract/event';
import type { MessageFacts } from '@/lib/message/queries';
import type { Topic } from '@/lib/notification/vocabulary';
import type { LiveEvent, RoomHearing } from '@/lib/realtime/events';
import { hearingOf } from '@/lib/room/events';

export type MessageSubject = { id: string; roomId: string; version: number; heard: RoomHearing };

export const subjectOf = (message: MessageFacts, version = message.version) => ({
  ...{ id: message.id, roomId: message.roomId, version, authorId: message.authorId },
  heard: hearingOf(message),
});

/** `to`: who is told of it. */
type Told = { id: string; roomId: string; projectId: string | null; to: readonly string[] };

const data = z.object({});
const live =
  (type: 'message.added' | 'message.changed') =>
  ({ id, roomId, version, heard }: MessageSubject): LiveEvent[] => [{ type, messageId: id, roomId, version, heard }];

/** Leaves a line in inboxes alone. `words`: for somebody it is not about. */
const telling = (topic: Topic, words: string, toYou: string, holds?: Condition) =>
  eventAbout<Told>()({
    data: z.object({ message_id: z.string(), thread_id: z.string().optional() }),
    words: () => words,
    notify: {
      topic,
      to: ({ to }) => to,
      about: ({ id, roomId, projectId }) => ({ messageId: id, roomId, projectId }),
      words: () => toYou,
      ...(holds && { while: holds }),
    },
  });

export const messageEvents = defineEvents({
  'message.mentioned': telling('mentioned', 'mentioned somebody in the chat', 'mentioned you', 'still named'),
  'message.direct': telling('message', 'wrote a direct message', 'wrote to you'),
  'message.replied': telling('message', 'replied in a thread', 'replied in a thread'),
  'message.called': telling('message', 'called a room', 'called everybody here', 'still called'),
  'message.sent': eventAbout<MessageSubject>()({
    data,
    words: () => 'wrote a message',
    live: live('message.added'),
  }),
  'message.edited': eventAbout<MessageSubject>()({
    data,
    words: () => 'changed a message',
    live: live('message.changed'),
  }),
  // Reactions, pins, and tasks that were made of it.
  'message.marked': eventAbout<MessageSubject>()({
    data,
    words: () => 'marked a message',
    live: live('message.changed'),
  }),
  'message.deleted': eventAbout<MessageSubject & { authorId: string | null }>()({
    data: z.object({ message_id: z.string(), room_id: z.string() }),
    words: (_, { it }) => `deleted ${it}`,
    // Not for one's own message.
    audit: {
      group: 'work',
      label: 'Chat message deleted',
      target: ({ authorId }) => authorId ?? undefined,
      when: ({ authorId }, _, by) => authorId !== null && authorId !== by,
      it: (_, author) => `a chat message of ${author ?? 'somebody'}`,
    },
    live: live('message.changed'),
  }),
});
