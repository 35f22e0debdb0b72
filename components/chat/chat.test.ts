import type { KeyboardEvent } from 'react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { emojiAt } from '@/components/chat/emoji/emoji-at';
import { nextRoom } from '@/components/chat/keys/next-room';
import { onMessageKey } from '@/components/chat/keys/on-message-key';
import { type ReadLine, ReadMark } from '@/components/chat/reading/read-mark';
import { entriesOf, firstRoom } from '@/components/chat/rooms/room-entries';
import { EMOJI, emojiLike, emojiNamed } from '@/components/emoji/emoji-names';
import type { MessageRecord } from '@/lib/message/schema';
import type { RoomRecord } from '@/lib/room/schema';

const room = (_id: string, unread_count = 0, muted = false) => ({ _id, unread_count, mention_count: 0, muted });
const ROOMS = [room('a'), room('b', 2), room('c', 1, true), room('d', 5)];

test('the rooms go round in both directions', () => {
  const from = (current: string | null, step: 1 | -1) => nextRoom(ROOMS, current, step, false);
  expect([from('a', 1), from('d', 1), from('b', -1), from('a', -1)]).toEqual(['b', 'a', 'a', 'd']);
  expect([from(null, 1), from(null, -1), from('not listed', 1)]).toEqual(['a', 'd', 'a']);
  expect(nextRoom([room('a')], 'a', 1, false)).toBeNull();
});

test('the next unread room is another one, and none that is muted', () => {
  const from = (current: string | null, step: 1 | -1) => nextRoom(ROOMS, current, step, true);
  expect([from('a', 1), from('b', 1), from('d', 1), from('d', -1), from('b', -1)]).toEqual(['b', 'd', 'b', 'b', 'd']);
  expect(nextRoom([room('a'), room('b', 2)], 'b', 1, true)).toBeNull();
});

test('the two rooms of a project stand as one, the team’s first; the chat begins where it is wanted most', () => {
  const of = (_id: string, kind: RoomRecord['kind'], project_id: string | null, part: object = {}) => ({
    ...{ _id, kind, project_id, unread_count: 0, mention_count: 0, muted: false, last_message: null },
    ...part,
  });
  const rooms = [
    of('clients', 'project_clients', 'p'),
    of('all', 'organisation', null),
    of('team', 'project', 'p'),
    of('group', 'group', null),
  ];
  expect(entriesOf(rooms).map((entry) => entry.map(({ _id }) => _id))).toEqual([
    ['team', 'clients'],
    ['all'],
    ['group'],
  ]);
  const begins = (parts: Record<string, object>, last: string | null = null) =>
    firstRoom(
      rooms.map((one) => ({ ...one, ...parts[one._id] })),
      last,
    );
  const said = { last_message: { _id: 'm' } };
  expect(begins({})).toBeNull();
  expect(begins({ all: said, team: said })).toBe('all');
  expect(begins({ all: said }, 'group')).toBe('group');
  expect(begins({ all: said }, 'gone')).toBe('all');
  expect(begins({ all: { unread_count: 2, muted: true }, team: { unread_count: 1 } }, 'group')).toBe('team');
  expect(begins({ clients: { unread_count: 2 }, group: { mention_count: 1 } }, 'all')).toBe('group');
});

describe('a key on a message', () => {
  class Place {
    isContentEditable = false;
    matches = () => false;
    closest = () => null;
  }
  beforeEach(() => vi.stubGlobal('HTMLElement', Place));
  afterEach(() => vi.unstubAllGlobals());

  function pressed(key: string, more: object = {}) {
    const ways = { pin: vi.fn(), edit: vi.fn(), unread: vi.fn() };
    const event = { key, preventDefault: vi.fn(), nativeEvent: { target: new Place() }, ...more };
    onMessageKey(event as unknown as KeyboardEvent, ways);
    return Object.entries(ways).flatMap(([name, way]) => way.mock.calls.map(() => name));
  }

  test.each([
    ['p', 'pin'],
    ['E', 'edit'],
    ['u', 'unread'],
  ])('%s on a message does what it does once, however long it is held', (key, does) => {
    expect(pressed(key)).toEqual([does]);
    expect(pressed(key, { repeat: true })).toEqual([]);
    for (const no of ['ctrlKey', 'metaKey', 'altKey', 'shiftKey', 'defaultPrevented'])
      expect(pressed(key, { [no]: true }), no).toEqual([]);
  });
});

describe('an emoji by its name', () => {
  test.each([
    [':smi', { from: 0, name: 'smi', whole: false }],
    ['Great :tada', { from: 6, name: 'tada', whole: false }],
    ['Great :tada:', { from: 6, name: 'tada', whole: true }],
    ['(:+1:', { from: 1, name: '+1', whole: true }],
  ])('is begun in %s', (text, found) => expect(emojiAt(text, text.length)).toEqual(found));

  test.each(['10:30', 'https://a.test', 'note:this', ':s', 'a :b c', ':', 'Ratio 3 : 4'])('is not in %s', (text) =>
    expect(emojiAt(text, text.length)).toBeNull(),
  );

  test('is found by the beginning of its name or of a word in it', () => {
    expect(emojiLike('thumb').map(({ emoji }) => emoji)).toEqual(['👍', '👎']);
    expect(emojiLike('flag').map(({ name }) => name)).toEqual(['flag', 'checkered_flag', 'white_flag', 'rainbow_flag']);
    expect(emojiNamed('tada')).toBe('🎉');
    expect(emojiNamed('nothing')).toBeUndefined();
  });

  test('every name is once there, with a sign', () => {
    expect(new Set(EMOJI.map(({ name }) => name)).size).toBe(EMOJI.length);
    for (const { name, emoji } of EMOJI)
      expect([name, /^[\p{Extended_Pictographic}\p{Emoji_Component}]+$/u.test(emoji)]).toEqual([name, true]);
  });
});

const ME = 'me';
const by = (author: string, ...ids: string[]) =>
  ids.map((_id) => ({ _id, author: { _id: author }, deleted_at: null }) as MessageRecord);
const [one, two, three] = by('other', '1', '2', '3') as [MessageRecord, MessageRecord, MessageRecord];
const [mine] = by(ME, 'mine') as [MessageRecord];

/** Opened with `read` as the last one that is read, of messages up to `last`. */
function reader(read: string | null, last: string | null = read) {
  const saved: (string | null)[] = [];
  const lines: ReadLine[] = [];
  const server = { refuses: false };
  const isRead = read === last;
  const mark = new ReadMark(
    {
      me: ME,
      save: async (id) => {
        if (server.refuses) throw new Error('away');
        saved.push(id);
      },
      show: (line) => lines.push(line),
    },
    { read, isRead, line: isRead ? undefined : read },
  );
  /** Also what is being saved has been. */
  const settle = async () => {
    for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
    return saved;
  };
  return { mark, saved, lines, server, settle };
}

test('what is in sight at the end is read once, and one’s own message without a word', async () => {
  const { mark, settle } = reader('1');
  mark.see([one]);
  mark.see([one, two]);
  mark.see([one, two]);
  mark.see([one, two, mine]);
  expect(await settle()).toEqual(['2']);
});

test('a room that was left unread is read although its last message is one’s own', async () => {
  const { mark, settle } = reader('1', 'mine');
  expect(mark.line).toEqual({ to: '1', set: 0 });
  mark.see([one, two, mine]);
  expect(await settle()).toEqual(['mine']);
});

test('what the server did not take is told again', async () => {
  const { mark, server, settle } = reader('1');
  server.refuses = true;
  mark.see([one, two]);
  await settle();
  server.refuses = false;
  mark.see([one, two]);
  expect(await settle()).toEqual(['2']);
});

test('whoever comes back begins behind what was read, on whichever device', () => {
  const { mark, lines } = reader('1');
  expect(mark.comeBack([one], '1')).toBe(false);
  expect(mark.comeBack([one, mine], '1')).toBe(false);
  expect(mark.comeBack([one, { ...two, deleted_at: 'now' }], '1')).toBe(false);
  expect(lines).toEqual([]);
  expect(mark.comeBack([one, two, three], '1')).toBe(true);
  expect(lines.at(-1)).toEqual({ to: '1', set: 1 });
  expect(mark.comeBack([one, two, three], '2')).toBe(true);
  expect(lines.at(-1)).toEqual({ to: '2', set: 2 });
  expect(mark.comeBack([one, two, three], '3')).toBe(false);
});

test('where the end is not shown, the server says whether there is something new', () => {
  const { mark, lines } = reader('9');
  expect(mark.comeBack([one, two], '9', false)).toBe(false);
  expect(mark.comeBack([one, two], '9', true)).toBe(true);
  expect(lines).toEqual([{ to: '9', set: 1 }]);
});

test('what could not be marked unread is read as before', async () => {
  const { mark, lines, server, settle } = reader('3');
  server.refuses = true;
  await expect(mark.unread([one, two, three], '1')).rejects.toThrow('away');
  server.refuses = false;
  mark.see([one, two, three]);
  expect(lines).toEqual([]);
  expect(await settle()).toEqual(['3']);
});
