import { expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { TypingLine } from '@/components/presence/typing-line';
import { groupOf, messageBy, ROOM, roomOf, serveChat, showChat } from '@/components/test/gallery/chat';
import { LEADER, OTHER_PROJECT, OTHER_USER, PEOPLE, PROJECT, USER } from '@/components/test/gallery/records';
import {
  dismiss,
  expectAccessible,
  expectAccessibleInAll,
  expectLink,
  list,
  live,
  pressOn,
  server,
  show,
} from '@/components/test/part';
import { TaskConversation } from './task-conversation';

const rooms = page.getByRole('list', { name: 'Rooms', exact: true });
const entry = (name: RegExp) => rooms.getByRole('button', { name });
const field = page.getByRole('textbox', { name: /^Message to/ });
const current = () => document.querySelector('[data-room][aria-current=true]')?.getAttribute('data-room');
const three = () => [roomOf(), groupOf('r-lunch', 'Lunch'), groupOf('r-cake', 'Cake for Ana')];

test('rooms count what is unread, who calls, and tell the page around them; muted ones are quiet', async () => {
  const unread: number[] = [];
  const chat = serveChat({ rooms: three() });
  await showChat(chat, { room: null, onUnread: (count) => void unread.push(count) });
  await expect.element(page.getByRole('heading', { name: 'Choose a room' })).toBeVisible();
  const { _id: last } = chat.saidByOther('Anybody?');
  await expect.element(entry(/^Website/)).toHaveTextContent('unread: 1');
  chat.readElsewhere(last);
  await expect.element(entry(/^Website/)).not.toHaveTextContent('unread');
  chat.saidByOther('Lunch?', { room_id: 'r-lunch' });
  await expect.element(entry(/^Lunch/)).toHaveTextContent('unread: 1');
  chat.saidByOther(`You, @${USER.name}?`, { room_id: 'r-cake' });
  await expect.element(entry(/^Cake/)).toHaveTextContent('unread, calls you: @1');
  expect(unread.at(-1)).toBe(2);
  // What was said last is first.
  await expect.poll(() => rooms.getByRole('button').elements()[0]?.getAttribute('data-room')).toBe('r-cake');
  await expectAccessible();
  await entry(/^Lunch/).click();
  await expect.element(field).toHaveFocus();
  await expect.element(messageBy('Lunch?')).toBeVisible();
  await expect.element(page.getByText('New', { exact: true })).toBeVisible();
  await expect.poll(() => unread.at(-1)).toBe(1);
  await page.getByRole('button', { name: 'Mute' }).click();
  await expect.element(page.getByRole('button', { name: 'Unmute' })).toBeVisible();
  await expect.element(entry(/^Lunch/)).toHaveTextContent('muted');
  // Nothing was said in it: it keeps its place.
  expect(rooms.getByRole('button').elements()[0]?.getAttribute('data-room')).toBe('r-cake');
  server.refuseNext('PATCH room/{id}', 403, 'forbidden', 'You may not.');
  await page.getByRole('button', { name: 'Unmute' }).click();
  await expect.element(page.getByText('The room was not changed. You may not.')).toBeVisible();
});

test('who is there shows beside a room of two, as it changes', async () => {
  let state: 'active' | 'offline' = 'offline';
  const two = groupOf('r-two', LEADER.name, { kind: 'direct', members: [USER, LEADER] });
  const chat = serveChat({ rooms: [two] });
  server.on('GET presence', () => list([{ _id: LEADER._id, state, status_text: null }]));
  await showChat(chat, { room: null });
  await expect.element(entry(/^Maya/)).not.toHaveTextContent('online');
  state = 'active';
  live.say('private-org-o-acme', 'presence.changed', { id: LEADER._id });
  await expect.element(entry(/^Maya/)).toHaveTextContent('online');
});

test('whoever is taken into a project has its room at once, and hears what is said there', async () => {
  const chat = serveChat();
  await showChat(chat, { room: null });
  await expect.element(entry(/^Website relaunch/)).toBeVisible();
  chat.add(roomOf({ _id: 'r-new', name: 'Joined later', project_id: 'p-new' }));
  live.say(`private-user-${USER._id}`, 'members.changed', { id: 'p-new' });
  await expect.element(entry(/^Joined later/)).toBeVisible();
  expect(live.channels).toContain('private-project-p-new');
  chat.saidByOther('Welcome', { room_id: 'r-new' });
  await expect.element(entry(/^Joined later/)).toHaveTextContent('unread: 1');
  // Nobody heard of it: the connection was lost.
  chat.say('Are you there?', { room_id: 'r-new' });
  live.catchUp('reconnected');
  await expect.element(entry(/^Joined later/)).toHaveTextContent('unread: 2');
  await entry(/^Joined later/).click();
  await expect.element(messageBy('Welcome')).toBeVisible();
});

test('the two rooms of a project stand as one; who reads what is written is said in words and colour', async () => {
  const clients = roomOf({ _id: 'r-clients', kind: 'project_clients', member_count: 4 });
  const chat = serveChat({ rooms: [groupOf('r-lunch', 'Lunch'), clients, roomOf()] });
  await showChat(chat, { room: null });
  await expect.element(rooms.getByRole('listitem')).toHaveLength(2);
  chat.saidByOther('Is the logo there?', { room_id: 'r-clients' });
  await expect.element(entry(/^Website relaunch/)).toHaveTextContent('with the client, unread: 1');
  await entry(/^Website relaunch/).click();
  const toClients = page.getByRole('textbox', { name: 'Message to the client and the team' });
  await expect.element(toClients).toHaveFocus();
  await expect.element(toClients).toHaveAccessibleDescription(/The project’s clients read this\.$/);
  await toClients.fill('For all');
  const tabs = page.getByRole('navigation', { name: 'Rooms of Website relaunch' });
  await expect.element(tabs.getByRole('button', { name: 'With the client' })).toHaveAttribute('aria-current', 'true');
  await expectAccessible();
  chat.saidByOther('Between us', {});
  await expect.element(tabs.getByRole('button', { name: 'Team' })).toHaveTextContent('unread: 1');
  await tabs.getByRole('button', { name: 'Team' }).click();
  const toTeam = page.getByRole('textbox', { name: 'Message to the team' });
  await expect.element(toTeam).toHaveFocus();
  await expect.element(toTeam).toHaveValue('');
  await expect.element(entry(/^Website relaunch/)).toHaveAttribute('aria-current', 'true');
  await expectAccessible();
  await tabs.getByRole('button', { name: 'With the client' }).click();
  await expect.element(toClients).toHaveValue('For all');
});

test('a client writes to the team, in one room without tabs', async () => {
  const chat = serveChat({ rooms: [roomOf({ kind: 'project_clients' })], viewer: 'client' });
  await showChat(chat, { as: 'client' });
  await expect.element(page.getByRole('textbox', { name: 'Message to the team' })).toBeVisible();
  await expect.element(page.getByRole('navigation', { name: /^Rooms of Website/ })).not.toBeInTheDocument();
});

test('many rooms without messages are folded', async () => {
  const chat = serveChat({
    ...{
      lines: ['Said'],
      rooms: [roomOf(), ...Array.from({ length: 4 }, (_, at) => groupOf(`r-${at}`, `Quiet ${at}`))],
    },
  });
  await showChat(chat);
  const fold = page.getByRole('button', { name: '4 rooms without messages' });
  await expect.element(fold).toHaveAttribute('aria-expanded', 'false');
  await expect.element(entry(/^Quiet/)).not.toBeInTheDocument();
  await fold.click();
  await entry(/^Quiet 2/).click();
  // The one that is open is not among them.
  await expect.element(entry(/^Quiet 2/)).toHaveAttribute('aria-current', 'true');
  await expect.element(page.getByRole('textbox', { name: 'Message to Quiet 2' })).toHaveFocus();
  await expect.element(rooms.getByRole('listitem')).toHaveLength(5);
});

test('Alt and arrows lead from room to room, with Shift to one with something unread, also while one writes', async () => {
  const chat = serveChat({ rooms: three() });
  chat.say('Unread', { room_id: 'r-cake' });
  await showChat(chat);
  await field.fill('Kept for later');
  await userEvent.keyboard('{Alt>}{Shift>}{ArrowDown}{/Shift}{/Alt}');
  await expect.poll(current).toBe('r-cake');
  await expect.element(page.getByRole('textbox', { name: 'Message to Cake for Ana' })).toHaveFocus();
  await expect.element(field).toHaveValue('');
  await expect.element(entry(/^Cake/)).not.toHaveTextContent('unread');
  await userEvent.keyboard('{Alt>}{ArrowUp}{/Alt}');
  await expect.poll(current).toBe('r-lunch');
  await userEvent.keyboard('{Alt>}{ArrowUp}{/Alt}');
  await expect.poll(current).toBe(ROOM);
  await expect.element(field).toHaveValue('Kept for later');
  await userEvent.keyboard('{Alt>}{Shift>}{ArrowDown}{/Shift}{/Alt}');
  await expect.element(page.getByText('No other room has unread messages.')).toBeVisible();
});

test('of many rooms one is found by a part of its name', async () => {
  await showChat(
    serveChat({ rooms: Array.from({ length: 9 }, (_, at) => groupOf(`r-${at + 1}`, `Find me ${at + 1}`)) }),
    { room: null },
  );
  const finder = page.getByRole('searchbox', { name: 'Find a room' });
  await finder.fill('no such room anywhere');
  await expect.element(page.getByText('No room of these is called so.')).toBeVisible();
  await userEvent.keyboard('{Enter}');
  await expect.element(finder).toHaveValue('no such room anywhere');
  await userEvent.keyboard('{Escape}');
  await expect.element(rooms.getByRole('listitem')).toHaveLength(9);
  await finder.fill('ME 7');
  await expect.element(rooms.getByRole('listitem')).toHaveLength(1);
  await expectAccessible();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('textbox', { name: 'Message to Find me 7' })).toHaveFocus();
});

test('on a narrow screen the room lies over the list, and a message that was found over the search', async () => {
  const chat = serveChat({ lines: ['The quokka is out'], rooms: three() });
  await showChat(chat, { width: 390, height: 844, room: null });
  await entry(/^Website relaunch/).click();
  await expect.element(rooms).not.toBeInTheDocument();
  await page.getByRole('button', { name: 'Rooms', exact: true }).click();
  await expect.element(entry(/^Website relaunch/)).toHaveFocus();
  await page.getByRole('button', { name: 'Search all rooms' }).click();
  const words = page.getByRole('searchbox', { name: 'Words' });
  await expect.element(words).toHaveFocus();
  // It is sought while one types.
  await words.fill('quokka');
  const found = page.getByRole('list', { name: 'Found messages' }).getByRole('button');
  await expect.element(found).toHaveTextContent('in Website relaunch');
  await expectAccessibleInAll();
  await found.click();
  await expect.element(found).not.toBeInTheDocument();
  await expect.element(messageBy('quokka')).toHaveFocus();
  await page.getByRole('button', { name: 'Rooms', exact: true }).click();
  await page.getByRole('button', { name: 'Search all rooms' }).click();
  await expect.element(found).toBeVisible();
  await expect.element(words).toHaveFocus();
  await page.viewport(1360, 850);
  await found.click();
  await expect.element(messageBy('quokka')).toHaveFocus();
  await expect.element(found).toBeVisible();
});

test('a group is made, renamed, gets and loses people, and is left after a question', async () => {
  const chat = serveChat({ rooms: [roomOf(), groupOf('r-cake', 'Cake for Ana')] });
  server.on('GET chatPeople', () => list([LEADER, OTHER_USER, PEOPLE.admin] as never[]));
  server.on('POST room', ({ name }) => {
    chat.add(groupOf('r-lunch', String(name)));
    return chat.room('r-lunch');
  });
  await showChat(chat, { room: null });
  await page.getByRole('button', { name: 'New conversation' }).click();
  const making = page.getByRole('dialog', { name: 'New conversation' });
  await expect.element(making.getByRole('button', { name: 'Open the conversation' })).toBeDisabled();
  await making.getByRole('checkbox', { name: LEADER.name }).click();
  await expect.element(making.getByRole('textbox', { name: 'Name of the group' })).not.toBeInTheDocument();
  await making.getByRole('checkbox', { name: OTHER_USER.name }).click();
  await making.getByRole('textbox', { name: 'Name of the group' }).fill('Lunch');
  await expectAccessible();
  await making.getByRole('button', { name: 'Open the group' }).click();
  await expect.element(page.getByRole('heading', { level: 2, name: 'Lunch' })).toBeVisible();
  expect(server.inputs('POST room')).toEqual([
    { kind: 'group', name: 'Lunch', member_ids: [LEADER._id, OTHER_USER._id] },
  ]);

  await page.getByRole('button', { name: 'People and name of this group' }).click();
  const people = page.getByRole('dialog', { name: 'People and name of this group' });
  await people.getByRole('textbox', { name: 'Name of the group' }).fill('Lunch on Friday');
  await expect.element(people.getByRole('checkbox', { name: `${USER.name} (you)` })).toBeDisabled();
  await people.getByRole('checkbox', { name: LEADER.name }).click();
  await people.getByRole('checkbox', { name: PEOPLE.admin.name }).click();
  await expectAccessible();
  server.refuseNext('PATCH room/{id}', 403, 'forbidden', 'You may not.');
  await people.getByRole('button', { name: 'Save changes' }).click();
  await expect.element(people.getByText('You may not.')).toBeVisible();
  await people.getByRole('button', { name: 'Save changes' }).click();
  await expect.element(page.getByRole('heading', { level: 2, name: 'Lunch on Friday' })).toBeVisible();
  expect(server.inputs('PATCH room/{id}').at(-1)).toEqual({
    ...{ id: 'r-lunch', name: 'Lunch on Friday', add: [PEOPLE.admin._id], remove: [LEADER._id] },
  });

  const leave = page.getByRole('button', { name: 'Leave this group' });
  const question = page.getByRole('alertdialog', { name: 'Leave “Lunch on Friday”?' });
  await leave.click();
  await expect.element(question).toHaveTextContent('Only somebody who is in the group can add you again.');
  await expectAccessible();
  await dismiss(question);
  await expect.element(leave).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await question.getByRole('button', { name: 'Leave group' }).click();
  await expect.element(page.getByRole('heading', { name: 'Choose a room' })).toBeVisible();
  await expect.element(entry(/^Lunch/)).not.toBeInTheDocument();
  await expect.poll(() => document.activeElement?.hasAttribute('data-room')).toBe(true);
});

test('of a room’s people the list says who is there; in a room of many each is found by name', async () => {
  const crowd = Array.from({ length: 200 }, (_, at) => ({ _id: `m-${at}`, name: `Ada Number${at}`, pic: null }));
  const chat = serveChat({ rooms: [roomOf({ member_count: 201 })], lines: ['Found by its author'] });
  server.on('GET roomMembers/{id}', ({ q }) => list((q ? [LEADER] : crowd) as never[]));
  server.on('GET presence', () => list([{ _id: 'm-1', state: 'active', status_text: 'At the printer’s' }]));
  await showChat(chat);
  await page.getByRole('button', { name: 'People in this room' }).click();
  const dialog = page.getByRole('dialog', { name: 'People in Website relaunch' });
  await expect.element(dialog.getByRole('listitem').nth(1)).toHaveTextContent('Ada Number1onlineAt the printer’s');
  await expect.element(dialog).toHaveTextContent('Only the first 200 are listed.');
  await expectAccessibleInAll();
  await dialog.getByRole('searchbox', { name: 'Find people' }).fill('maya');
  await expect.element(dialog.getByRole('listitem')).toHaveTextContent(LEADER.name);
  await dismiss(dialog);

  await page.getByRole('button', { name: 'Search in this room' }).click();
  await page.getByText('By person and day').click();
  await page.getByRole('searchbox', { name: 'Find a person' }).fill('Maya');
  const author = page.getByRole('combobox', { name: 'Written by' });
  await expect.element(author.getByRole('option', { name: LEADER.name })).toBeInTheDocument();
  await userEvent.keyboard('{Enter}');
  await expect.element(author).toHaveDisplayValue(LEADER.name);
  await page.getByRole('textbox', { name: 'From' }).fill('2026-11-01');
  await expectAccessibleInAll();
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await expect.element(page.getByRole('list', { name: 'Found messages' })).toHaveTextContent('Found by its author');
  expect(server.inputs('GET messageSearch').at(-1)).toMatchObject({
    ...{ author: LEADER._id, room_id: ROOM, from: '2026-11-01' },
  });
});

test('messages about a task are listed beside it, and those that come are added', async () => {
  const chat = serveChat({ lines: ['Please see WEB-1 today'] });
  server.on('GET taskConversation/{id}', () =>
    list(
      chat
        .ids()
        .toReversed()
        .map((id) => ({ ...chat.found(id), room_name: 'Website relaunch' })) as never[],
    ),
  );
  await show(<TaskConversation taskKey="WEB-1" />, { as: 'user' });
  const about = page.getByRole('list', { name: 'Messages about this task' });
  await expectLink(about.getByRole('link', { name: 'in Website relaunch' }), `/acme/chat?room=${ROOM}&message=s-1`);
  chat.saidByOther('Well, WEB-1?');
  await expect.element(about.getByRole('listitem')).toHaveLength(2);
  await expect.element(about.getByRole('listitem').first()).toHaveTextContent('Well, WEB-1?');
  expect([PROJECT._id, OTHER_PROJECT._id].every((id) => live.channels.includes(`private-project-${id}`))).toBe(true);
});

test('one person is written to alone, without a name; who is chosen stays while others are sought', async () => {
  const chat = serveChat({ rooms: [roomOf()] });
  server.on('GET chatPeople', ({ q = '' }) =>
    list([LEADER, OTHER_USER, USER].filter(({ name }) => name.toLowerCase().includes(String(q))) as never[]),
  );
  server.refuseNext('POST room', 403, 'forbidden', 'Not with them.');
  await showChat(chat, { room: null });
  await page.getByRole('button', { name: 'New conversation' }).click();
  const making = page.getByRole('dialog', { name: 'New conversation' });
  await expect.element(making.getByRole('checkbox', { name: LEADER.name })).toBeVisible();
  // Nobody writes to themselves.
  expect(making.getByRole('checkbox', { name: USER.name }).elements()).toHaveLength(0);
  await making.getByRole('checkbox', { name: OTHER_USER.name }).click();
  await making.getByRole('searchbox', { name: 'Find people' }).fill('maya');
  await expect.element(making.getByRole('checkbox')).toHaveLength(2);
  await making.getByRole('searchbox', { name: 'Find people' }).fill('nobody');
  await expect.element(making.getByRole('checkbox')).toHaveLength(1);
  await making.getByRole('button', { name: 'Open the conversation' }).click();
  await expect.element(making.getByText('Not with them.')).toBeVisible();
  server.on('POST room', () => {
    chat.add(groupOf('r-two', OTHER_USER.name, { kind: 'direct', members: [USER, OTHER_USER] }));
    return chat.room('r-two');
  });
  await making.getByRole('button', { name: 'Open the conversation' }).click();
  await expect.element(page.getByRole('textbox', { name: `Message to ${OTHER_USER.name}` })).toHaveFocus();
  expect(server.inputs('POST room').at(-1)).toEqual({ kind: 'direct', member_ids: [OTHER_USER._id] });
});

test('who is alone in a group is told that it ends; a refused leaving keeps them in it', async () => {
  const alone = groupOf('r-cake', 'Cake for Ana', { member_count: 1 });
  await showChat(serveChat({ rooms: [alone] }), { room: 'r-cake' });
  await page.getByRole('button', { name: 'Leave this group' }).click();
  const question = page.getByRole('alertdialog', { name: 'Leave “Cake for Ana”?' });
  await expect.element(question).toHaveTextContent('You are the last one in this group.');
  server.refuse('DELETE room/{id}', 403, 'forbidden', 'Not now.');
  await question.getByRole('button', { name: 'Leave group' }).click();
  await expect.element(question).toHaveTextContent('You are still in the group. Not now.');
  await dismiss(question);
  await expect.element(entry(/^Cake/)).toBeVisible();
});

test('a group is changed by who may; who did not make it takes nobody out', async () => {
  const theirs = groupOf('r-cake', 'Cake', { rights: { send: true, rename: true, remove: false } });
  const chat = serveChat({ rooms: [theirs, roomOf()] });
  server.on('GET chatPeople', () => list([LEADER, OTHER_USER, PEOPLE.admin] as never[]));
  await showChat(chat, { room: 'r-cake' });
  await page.getByRole('button', { name: 'People and name of this group' }).click();
  const people = page.getByRole('dialog', { name: 'People and name of this group' });
  const save = people.getByRole('button', { name: 'Save changes' });
  await expect.element(people.getByRole('checkbox', { name: LEADER.name })).toBeDisabled();
  await expect.element(people.getByText('Only who made the group takes people out of it.')).toBeVisible();
  await expect.element(save).toBeDisabled();
  const name = people.getByRole('textbox', { name: 'Name of the group' });
  await name.fill(' ');
  await expect.element(save).toBeDisabled();
  await name.fill('Cake');
  // Who is ticked and unticked again is no change.
  const admin = people.getByRole('checkbox', { name: PEOPLE.admin.name });
  await admin.click();
  await expect.element(save).toBeEnabled();
  await admin.click();
  await expect.element(save).toBeDisabled();
});

test('that somebody writes is said by name, of two and of many, and ends when they are heard of no more', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const people = { queryKey: ['some'], staleTime: 60_000, queryFn: async () => [LEADER, OTHER_USER, PEOPLE.admin] };
  await show(<TypingLine roomId={ROOM} people={people} />, { as: 'user' });
  const writes = (one: { _id: string }, part = {}) =>
    live.say(`private-project-${PROJECT._id}`, 'typing', { id: one._id, room_id: ROOM, ...part });
  writes(LEADER, { room_id: 'r-other' });
  writes(LEADER, { thread_id: 's-1' });
  writes(USER);
  // Of those, nobody writes here.
  writes(OTHER_USER);
  await expect.element(page.getByText(/writing…/)).toHaveTextContent(`${OTHER_USER.name} is writing…`);
  writes(LEADER);
  await expect.element(page.getByText(`${OTHER_USER.name} and ${LEADER.name} are writing…`)).toBeVisible();
  writes(PEOPLE.admin);
  await expect.element(page.getByText('Several people are writing…')).toBeVisible();
  vi.advanceTimersByTime(5_000);
  writes(LEADER);
  vi.advanceTimersByTime(5_000);
  await expect.element(page.getByText(`${LEADER.name} is writing…`)).toBeVisible();
  vi.advanceTimersByTime(3_000);
  await expect.element(page.getByText(/writing…/)).not.toBeInTheDocument();
});

test('on a narrow screen what can be done with a room stands in a menu', async () => {
  await showChat(serveChat({ rooms: [groupOf('r-cake', 'Cake')] }), { room: 'r-cake', width: 390, height: 844 });
  const menu = page.getByRole('button', { name: 'Room actions' });
  await menu.click();
  await expect
    .poll(() =>
      page
        .getByRole('menuitem')
        .elements()
        .map(({ textContent }) => textContent),
    )
    .toEqual(['People and name of this group', 'Who sees this?', 'Pinned messages', 'Mute', 'Leave this group']);
  await page.getByRole('menuitem', { name: 'Mute' }).click();
  await expect.poll(() => server.inputs('PATCH room/{id}')).toEqual([{ id: 'r-cake', muted: true }]);
  await menu.click();
  await page.getByRole('menuitem', { name: 'Unmute' }).click();
  await expect.poll(() => server.inputs('PATCH room/{id}')[1]).toEqual({ id: 'r-cake', muted: false });
});

test('a group that somebody renames, or takes one out of, is so in the list at once', async () => {
  const chat = serveChat({ rooms: three() });
  await showChat(chat, { room: null });
  await expect.element(entry(/^Lunch/)).toBeVisible();
  const changed = (id: string) => live.say(`private-user-${USER._id}`, 'room.changed', { id });
  chat.remove('r-lunch');
  chat.add(groupOf('r-lunch', 'Dinner'));
  changed('r-lunch');
  await expect.element(entry(/^Dinner/)).toBeVisible();
  await expect.element(entry(/^Lunch/)).not.toBeInTheDocument();
  chat.remove('r-cake');
  changed('r-cake');
  await expect.element(entry(/^Cake/)).not.toBeInTheDocument();
});

test('while a dialog is open, Alt and arrows lead to no other room', async () => {
  server.on('GET chatPeople', () => list([]));
  await showChat(serveChat({ rooms: three() }));
  await page.getByRole('button', { name: 'New conversation' }).click();
  const making = page.getByRole('dialog', { name: 'New conversation' });
  await expect.element(making.getByRole('searchbox', { name: 'Find people' })).toHaveFocus();
  await pressOn(making.getByRole('button', { name: 'Cancel' }), '{Alt>}{ArrowDown}{/Alt}');
  await dismiss(making);
  await expect.poll(current).toBe(ROOM);
});
