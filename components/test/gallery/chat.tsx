import { useState } from 'react';
import { page } from 'vitest/browser';
import ChatApp, { type ChatPlace } from '@/components/chat/chat-app';
import { FrameStatus } from '@/components/chat-frame/frame-status';
import type { FileRecord } from '@/lib/file/schema';
import type { MessageRecord } from '@/lib/message/schema';
import type { PersonBadge } from '@/lib/person/schema';
import type { RoomRecord } from '@/lib/room/schema';
import { live } from '../connection';
import { list, Refusal, server } from '../server';
import { type ShowOptions, show } from '../show';
import { fileRecord } from './file';
import { LEADER, PEOPLE, type Seat } from './people';
import { PROJECT } from './project';

const MINUTE = 60_000;
const BEGUN = Date.UTC(2026, 10, 24, 6);
export const ROOM = 'r-team';
/** Who is looked at as, unless a part says another. */
const VIEWER: Seat = 'user';

/** The team's room of `PROJECT`. */
export const roomOf = (part: Partial<RoomRecord> = {}): RoomRecord => ({
  _id: ROOM,
  kind: 'project',
  name: 'Website relaunch',
  project_id: PROJECT._id,
  unread_count: 0,
  mention_count: 0,
  called_in: null,
  last_read_id: null,
  last_message: null,
  muted: false,
  member_count: 3,
  members: [],
  version: 1,
  rights: { send: true, rename: false, remove: false },
  ...part,
});
export const groupOf = (_id: string, name: string, part: Partial<RoomRecord> = {}): RoomRecord =>
  roomOf({ _id, name, kind: 'group', project_id: null, rights: { send: true, rename: true, remove: true }, ...part });

type Said = Partial<MessageRecord> & { by?: PersonBadge };

/**
 * Keeps rooms and what is said in them as the server would for `viewer`. `lines` are said in `ROOM` by the leader before
 * it is opened, and are read unless `readTo`, a number of lines, says otherwise. No answer has more than `most` messages.
 */
export function serveChat({
  rooms: given = [roomOf()],
  lines = [],
  readTo = lines.length,
  viewer = VIEWER,
  most: limitOf = 200,
}: {
  rooms?: RoomRecord[];
  lines?: readonly (string | (Said & { body: string }))[];
  readTo?: number;
  viewer?: Seat;
  most?: number;
} = {}) {
  const me = PEOPLE[viewer];
  const people: PersonBadge[] = [PEOPLE.leader, PEOPLE.user, PEOPLE.user2];
  let rooms = given;
  let messages: MessageRecord[] = [];
  /** The last that is read of a room, or of a thread. */
  const read = new Map<string, string | null>();
  const versions = new Map<string, string[]>();

  const found = (id: string): MessageRecord => {
    const message = messages.find(({ _id }) => _id === id);
    if (!message || !rooms.some(({ _id }) => _id === message.room_id))
      throw new Refusal(404, 'not_found', 'The message was not found.');
    const quoted = messages.find(({ _id }) => _id === message.reply_to);
    const replies = messages.filter(({ thread_id }) => thread_id === id);
    return {
      ...message,
      quoted: quoted ? { _id: quoted._id, author: quoted.author, body: quoted.body } : null,
      thread_count: replies.length,
      thread_unread: unreadIn(replies, read.get(id) ?? null).length,
    };
  };
  const unreadIn = (docs: readonly MessageRecord[], to: string | null) =>
    docs
      .slice(docs.findIndex(({ _id }) => _id === to) + 1)
      .filter(({ author, deleted_at }) => author?._id !== me._id && !deleted_at);
  const room = (id: string): RoomRecord => {
    const one = rooms.find(({ _id }) => _id === id);
    if (!one) throw new Refusal(404, 'not_found', 'The room was not found.');
    const all = messages.filter(({ room_id }) => room_id === id);
    const main = all.filter(({ thread_id }) => thread_id === null);
    const unread = unreadIn(main, read.get(id) ?? null);
    const called = all.filter(
      ({ _id, thread_id, calls_me }) =>
        thread_id &&
        calls_me &&
        unreadIn(
          all.filter((reply) => reply.thread_id === thread_id),
          read.get(thread_id) ?? null,
        ).some((reply) => reply._id === _id),
    );
    const last = main.at(-1);
    return {
      ...one,
      unread_count: unread.length,
      mention_count: unread.filter(({ calls_me }) => calls_me).length + called.length,
      called_in: called[0]?._id ?? null,
      last_read_id: read.get(id) ?? null,
      last_message: last ? { _id: last._id, author: last.author, body: last.body, created_at: last.created_at } : null,
    };
  };
  const channelsOf = ({ project_id }: RoomRecord) =>
    project_id ? `private-project-${project_id}` : `private-user-${me._id}`;
  const tell = (event: 'message.added' | 'message.changed', { _id, room_id, version }: MessageRecord) => {
    const one = rooms.find((each) => each._id === room_id);
    if (one) live.say(channelsOf(one), event, { id: _id, version, room_id });
  };

  /** Nobody hears of it. */
  function say(body: string, { by = LEADER, ...part }: Said = {}): MessageRecord {
    const at = messages.length + 1;
    const message: MessageRecord = {
      _id: `s-${at}`,
      room_id: ROOM,
      author: by,
      body,
      body_html: body && `<p>${body}</p>`,
      client_id: `c-${at}`,
      reply_to: null,
      quoted: null,
      thread_id: null,
      thread_count: 0,
      thread_unread: 0,
      attachments: [],
      previews: [],
      links: [],
      reactions: [],
      tasks: [],
      comments: [],
      pinned: false,
      calls_me: by._id !== me._id && body.includes(`@${me.name}`),
      edited_at: null,
      deleted_at: null,
      created_at: new Date(BEGUN + at * MINUTE).toISOString(),
      version: 1,
      rights: { edit: by._id === me._id, delete: by._id === me._id },
      ...part,
    };
    messages = [...messages, message];
    return message;
  }
  /** Nobody hears of it. */
  function change(id: string, part: Partial<MessageRecord>): MessageRecord {
    const before = found(id);
    const body = part.body ?? before.body;
    messages = messages.map((one) =>
      one._id === id ? { ...one, body_html: body && `<p>${body}</p>`, ...part, version: one.version + 1 } : one,
    );
    return found(id);
  }

  for (const line of lines) typeof line === 'string' ? say(line) : say(line.body, line);
  const toRead = (count: number) => messages.filter(({ thread_id }) => !thread_id)[count - 1]?._id ?? null;
  read.set(ROOM, toRead(readTo));

  server.on('GET roomList', () => list(rooms.map(({ _id }) => room(_id))));
  server.on('GET room/{id}', ({ id }) => room(id));
  server.on('GET roomMembers/{id}', ({ q }) =>
    list(
      people
        .filter(({ name }) => name.toLowerCase().includes((q ?? '').toLowerCase()))
        .map((one) => ({ ...one, role: 'user', role_label: 'User' })) as never[],
    ),
  );
  server.on('GET chatPeople', () => list(people));
  server.on('GET presence', () => list([]));
  server.on('POST typing', () => null);
  server.on('GET messageList', ({ room_id, thread_id, pinned, before, after, around, at, limit }) => {
    room(room_id);
    const all = messages
      .filter((one) => one.room_id === room_id)
      .filter((one) => (pinned ? one.pinned : one.thread_id === (thread_id ?? null)))
      .map(({ _id }) => found(_id));
    const most = Math.min(limitOf, Number(limit ?? 50));
    const placeOf = (id: string) => all.findIndex(({ _id }) => _id === id);
    const middle = around ? placeOf(around) : at ? all.findIndex(({ created_at }) => created_at >= at) : -1;
    let from = Math.max(0, all.length - most);
    if (middle >= 0) from = Math.max(0, Math.min(middle - Math.floor(most / 2), all.length - most));
    if (before) from = Math.max(0, placeOf(before) - most);
    if (after) from = placeOf(after) + 1;
    const docs = all.slice(from, before ? placeOf(before) : from + most);
    return {
      ...list(docs, { next_cursor: from + docs.length < all.length ? (docs.at(-1)?._id ?? null) : null }),
      prev_cursor: from > 0 ? (docs[0]?._id ?? null) : null,
    };
  });
  server.on('GET message/{id}', ({ id }) => found(id));
  server.on('POST message', ({ room_id, body, client_id, reply_to, thread_id }) => {
    room(room_id);
    const known = messages.find((one) => one.client_id === client_id);
    if (known) return found(known._id);
    const more = { room_id, client_id, reply_to: reply_to ?? null, thread_id: thread_id ?? null };
    const { _id } = say(body, { by: me, ...more });
    // Who writes has read what came before.
    read.set(thread_id ?? room_id, _id);
    if (thread_id) tell('message.changed', found(thread_id));
    return found(_id);
  });
  server.on('POST readRoom', ({ room_id, thread_id, message_id }) => {
    read.set(thread_id ?? room_id, message_id);
    return room(room_id);
  });
  server.on('PATCH message/{id}', ({ id, version, body }) => {
    const now = found(id);
    if (now.version !== version)
      throw new Refusal(409, 'conflict', 'This message was changed meanwhile.', { current: now });
    versions.set(id, [now.body, ...(versions.get(id) ?? [])]);
    return change(id, { body, edited_at: new Date(BEGUN).toISOString() });
  });
  server.on('DELETE message/{id}', ({ id }) =>
    change(id, { body: '', attachments: [], deleted_at: new Date(BEGUN).toISOString() }),
  );
  server.on('GET messageVersions/{id}', ({ id }) => {
    const { body, version, created_at } = found(id);
    const all = [body, ...(versions.get(id) ?? [])];
    return list(all.map((words, at) => ({ version: version - at, body: words, written_at: created_at })));
  });
  server.on('POST reaction', ({ message_id, emoji }) => {
    const { reactions } = found(message_id);
    return change(message_id, { reactions: [...reactions, { emoji, count: 1, mine: true, names: [me.name] }] });
  });
  server.on('DELETE reaction', ({ message_id, emoji }) =>
    change(message_id, { reactions: found(message_id).reactions.filter((one) => one.emoji !== emoji) }),
  );
  server.on('POST pinMessage/{id}', ({ id }) => change(id, { pinned: true }));
  server.on('DELETE pinMessage/{id}', ({ id }) => change(id, { pinned: false }));
  server.on('GET messageSearch', ({ q, room_id }) =>
    list(
      messages
        .filter((one) => (!room_id || one.room_id === room_id) && one.body.includes(String(q ?? '')))
        .map((one) => ({ ...found(one._id), room_name: room(one.room_id).name }))
        .toReversed(),
    ),
  );
  server.on('PATCH room/{id}', ({ id, name, muted, remove = [] }) => {
    rooms = rooms.map((one) =>
      one._id === id
        ? {
            ...one,
            name: name ?? one.name,
            muted: muted ?? one.muted,
            member_count: one.member_count - remove.length,
          }
        : one,
    );
    return room(id);
  });
  server.on('DELETE room/{id}', ({ id }) => {
    const left = room(id);
    rooms = rooms.filter(({ _id }) => _id !== id);
    return left;
  });

  return {
    say,
    change,
    found,
    room,
    rooms: () => rooms.map(({ _id }) => room(_id)),
    /** What is said outside of threads in `ROOM`, oldest first. */
    ids: (roomId = ROOM) =>
      messages.filter(({ room_id, thread_id }) => room_id === roomId && !thread_id).map(({ _id }) => _id),
    tell,
    /** Somebody says something, and the page hears of it. */
    saidByOther(body: string, part: Said = {}): MessageRecord {
      const message = say(body, part);
      tell('message.added', message);
      if (message.thread_id) tell('message.changed', found(message.thread_id));
      return message;
    },
    changedByOther(id: string, part: Partial<MessageRecord>): void {
      tell('message.changed', change(id, part));
    },
    /** The viewer read on another device. */
    readElsewhere(to: string | null, thread?: string): void {
      read.set(thread ?? ROOM, to);
      live.say(`private-user-${me._id}`, 'room.read', thread ? { id: thread, room_id: ROOM } : { id: ROOM });
    },
    /** From now on the room is there, or not, for the viewer. */
    add(one: RoomRecord): void {
      rooms = [...rooms, one];
    },
    remove(id: string): void {
      rooms = rooms.filter(({ _id }) => _id !== id);
    },
  };
}

type ChatOptions = Pick<ShowOptions, 'as' | 'width' | 'height'> & {
  room?: string | null;
  message?: string;
  /** Counts how often the drawer around it was opened again. */
  opened?: number;
  onUnread?: (rooms: number) => void;
};

type ChatProps = { rooms: RoomRecord[]; first: ChatPlace } & Pick<ChatOptions, 'opened' | 'onUnread'>;

function Chat({ rooms, first, ...rest }: ChatProps) {
  const [place, setPlace] = useState(first);
  return (
    <div className="fixed inset-0 flex flex-col bg-surface">
      <FrameStatus />
      <ChatApp first={rooms} place={place} onPlace={setPlace} {...rest} />
    </div>
  );
}

/** Shows the chat as its frame does, with what `serveChat` has; `ROOM` is open unless `room` says otherwise. */
export async function showChat(
  chat: ReturnType<typeof serveChat>,
  { room = ROOM, message, opened, onUnread, ...options }: ChatOptions = {},
) {
  const part = (times: number | undefined) => (
    <Chat rooms={chat.rooms()} first={{ room, message: message ?? null }} opened={times} onUnread={onUnread} />
  );
  const screen = await show(part(opened), { as: VIEWER, url: '/embed/chat', ...options });
  return Object.assign(screen, { openAgain: (times: number) => screen.showAgain(part(times)) });
}

export const messageBy = (words: string | RegExp, inside: Pick<typeof page, 'getByRole'> = page) =>
  inside.getByRole('article', { name: /^Message by/ }).filter({ hasText: words });

/** Ids of the messages that are shown, from the top. */
export const shownIds = () =>
  [...document.querySelectorAll('[role=log] [data-message]')].map((row) => row.getAttribute('data-message'));

/** Chooses from a message's menu. */
export async function choose(words: string | RegExp, action: string): Promise<void> {
  await messageBy(words).first().hover();
  await messageBy(words).first().getByRole('button', { name: 'Message actions' }).click();
  await page.getByRole('menuitem', { name: action }).click();
}

export const fileOf = (_id: string, name: string): FileRecord =>
  fileRecord(1, { _id, name, uploaded_by: PEOPLE[VIEWER], content_url: `/api/chatFileContent/${_id}` });
