import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { setSingleKeys } from '@/components/keys/single-keys';
import { choose, groupOf, messageBy, ROOM, serveChat, showChat } from '@/components/test/gallery/chat';
import { LEADER, PEOPLE, PROJECT, taskDetail, USER } from '@/components/test/gallery/records';
import { dismiss, enter, finish, pressOn } from '@/components/test/keys';
import {
  expectAccessible,
  expectAccessibleInAll,
  expectLink,
  list,
  live,
  pickFrom,
  server,
} from '@/components/test/part';

const field = page.getByRole('textbox', { name: 'Message to the team' });
const editor = page.getByRole('textbox', { name: 'Message', exact: true });
const log = page.getByRole('log', { name: 'Messages of Website relaunch' });
const toast = (words: string) => page.getByText(words);
const undo = page.getByRole('button', { name: 'Undo' });
const [other, own] = [messageBy('Which key?').first(), messageBy('The brass one').first()];
const talk = (more: Parameters<typeof serveChat>[0] = {}) =>
  serveChat({ lines: ['Which key?', { body: 'The brass one', by: USER }], ...more });

test('letters act on the message that has the focus, unless they are switched off', async () => {
  await showChat(talk());
  await expect.element(own).toBeVisible();
  await pressOn(log, '{ArrowUp}');
  await expect.element(own).toHaveFocus();
  await userEvent.keyboard('e');
  await expect.element(editor).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await expect.element(own).toHaveFocus();
  await userEvent.keyboard('{ArrowUp}');
  await expect.element(other).toHaveFocus();
  // Nobody changes what another said.
  await userEvent.keyboard('e');
  await expect.element(editor).not.toBeInTheDocument();
  await userEvent.keyboard('r');
  await expect.element(page.getByRole('menuitem', { name: 'Thumbs up' })).toBeVisible();
  await expectAccessible();
  await page.getByRole('menuitem', { name: 'Thumbs up' }).click();
  await expect.element(other.getByRole('button', { name: 'Thumbs up, 1' })).toBeVisible();
  await expect.element(other).toHaveFocus();
  await userEvent.keyboard('p');
  await expect.element(other).toHaveTextContent('Pinned');
  await userEvent.keyboard('p');
  await expect.element(other).not.toHaveTextContent('Pinned');
  await userEvent.keyboard('.');
  await expect.element(page.getByRole('menuitem', { name: 'Mark unread from here' })).toHaveTextContent('U');
  await expectAccessible();
  await userEvent.keyboard('{Escape}');
  await expect.element(other).toHaveFocus();
  await userEvent.keyboard('u');
  await expect.element(toast('Unread from this message on.')).toBeVisible();
  expect(server.inputs('POST readRoom').at(-1)).toEqual({ room_id: ROOM, message_id: null });
  await userEvent.keyboard('t');
  await expect.element(page.getByRole('textbox', { name: 'Reply in the thread' })).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await expect.element(other).toHaveFocus();
  await userEvent.keyboard('q');
  await expect.element(field).toHaveFocus();
  await userEvent.keyboard('Repquote');
  await expect.element(field).toHaveValue('Repquote');
  await expect.element(page.getByRole('button', { name: 'Do not quote' })).toBeVisible();

  setSingleKeys(false);
  await pressOn(other, 'prt.?');
  await expect.element(page.getByRole('menu')).not.toBeInTheDocument();
  await expect.element(other).toHaveFocus();
  await expect.element(other).not.toHaveTextContent('Pinned');
});

test('all messages are one stop of the Tab key, and arrows and Tab lead through them', async () => {
  await showChat(talk());
  await expect.element(own).toBeVisible();
  await pressOn(log, '{Tab}');
  await expect.element(field).toHaveFocus();
  await pressOn(log, '{ArrowUp}{ArrowUp}{ArrowUp}');
  await expect.element(other).toHaveFocus();
  await userEvent.keyboard('{ArrowDown}{ArrowDown}');
  await expect.element(own).toHaveFocus();
  await userEvent.keyboard('{Tab}');
  await expect.element(own.getByRole('button', { name: 'React' })).toHaveFocus();
  await userEvent.keyboard('{Shift>}{Tab}{/Shift}');
  await expect.element(own).toHaveFocus();
  await userEvent.keyboard('{Shift>}{Tab}{/Shift}');
  await expect.element(log).toHaveFocus();
});

test('one changes what one said, from its menu or with the up arrow, and earlier versions are kept', async () => {
  const chat = talk();
  await showChat(chat);
  await expect.element(own).toBeVisible();
  await userEvent.click(field);
  await userEvent.keyboard('{ArrowUp}');
  await expect.element(editor).toHaveFocus();
  await expect.element(editor).toHaveValue('The brass one');
  await expectAccessible();
  await enter(editor, 'The iron one');
  await expect.element(messageBy('The iron one')).toHaveTextContent('edited');
  await expect.element(field).toHaveFocus();

  await choose('The iron one', 'Edit');
  server.refuseNext('PATCH message/{id}', 403, 'forbidden', 'You may not.');
  await enter(editor, 'The gold one');
  await expect.element(toast('The message was not changed. You may not.')).toBeVisible();
  await expect.element(editor).toHaveValue('The gold one');
  // On another device meanwhile: nothing of either is lost.
  chat.changedByOther('s-2', { body: 'The steel one' });
  await expect.element(page.getByText(/The steel one/).first()).toBeVisible();
  await expectAccessible();
  await page
    .getByRole('button', { name: /mine|my/i })
    .first()
    .click();
  await expect.element(messageBy('The gold one')).toBeVisible();
  await expect.element(messageBy('The gold one')).toHaveFocus();

  await choose('The gold one', 'Show earlier versions');
  const versions = page.getByRole('dialog', { name: 'Versions of this message' });
  await expect.element(versions.getByRole('listitem').first()).toHaveTextContent('The gold one');
  await expect.element(versions).toHaveTextContent('The brass one');
  await expectAccessible();
  await dismiss(versions);
});

test('a message is deleted after a question, and nothing of it is quoted any more', async () => {
  const chat = talk();
  chat.say('As I said', { by: USER, reply_to: 's-2' });
  await showChat(chat);
  await choose(/^(?!.*As I said).*The brass one/, 'Delete');
  const question = page.getByRole('alertdialog', { name: 'Delete this message?' });
  await expect.element(question.getByRole('button', { name: 'Keep' })).toHaveFocus();
  await expectAccessible();
  await finish(question, 'Keep');
  await expect.element(own).toHaveFocus();
  await choose(/^(?!.*As I said).*The brass one/, 'Delete');
  const late = server.hold('DELETE message/{id}');
  await question.getByRole('button', { name: 'Delete' }).click();
  await late.reached;
  await expect.element(question.getByRole('button', { name: 'Deleting' })).toBeVisible();
  late.release();
  await expect.element(page.getByText('This message was deleted.').first()).toBeVisible();
  await expect.element(page.getByText('The brass one')).not.toBeInTheDocument();
  await expect
    .element(messageBy('As I said').getByRole('button', { name: /Go to the message of/ }))
    .toHaveTextContent('This message was deleted.');
  await messageBy(/^(?!.*As I said).*was deleted/).hover();
  await expect.element(page.getByRole('button', { name: 'Message actions' })).toHaveLength(2);
  // What others delete goes, too.
  chat.changedByOther('s-1', { body: '', deleted_at: '2026-11-24T09:00:00.000Z' });
  await expect.element(page.getByText('Which key?')).not.toBeInTheDocument();
});

test('any emoji is a reaction, found by its name, and a press takes one’s own off', async () => {
  const chat = talk();
  await showChat(chat);
  await other.hover();
  const react = other.getByRole('button', { name: 'React', exact: true });
  await pickFrom(react, 'Another emoji');
  const dialog = page.getByRole('dialog', { name: 'React with an emoji' });
  const name = dialog.getByRole('combobox', { name: 'Find an emoji' });
  await expect.element(name).toHaveFocus();
  await expectAccessibleInAll();
  await name.fill('nothing like it');
  await expect.element(dialog.getByRole('status')).toHaveTextContent('No emoji is called “nothing like it”.');
  // What is typed on begins anew at the first that fits.
  await name.fill('r');
  await userEvent.keyboard('{ArrowDown}{ArrowDown}');
  await name.fill('ro');
  await expect.element(dialog.getByRole('option').first()).toHaveAttribute('aria-selected', 'true');
  await name.fill('rock');
  await expect.element(dialog.getByRole('option', { name: 'rocket' })).toHaveAttribute('aria-selected', 'true');
  await userEvent.keyboard('{Enter}');
  const rocket = other.getByRole('button', { name: '🚀, 1' });
  await expect.element(rocket).toHaveAttribute('aria-pressed', 'true');
  await expect.element(react).toHaveFocus();
  await rocket.click();
  await expect.element(rocket).not.toBeInTheDocument();
  expect(server.inputs('DELETE reaction')).toEqual([{ message_id: 's-1', emoji: '🚀' }]);
  server.refuseNext('POST reaction', 403, 'forbidden', 'You may not.');
  await pickFrom(react, 'Thumbs up');
  await expect.element(toast('The message was not changed. You may not.')).toBeVisible();
});

test('the pins of a room change live, are taken off and put back there, and lead to their messages', async () => {
  const chat = talk();
  const reply = chat.say('The left one', { thread_id: 's-1', pinned: true });
  await showChat(chat);
  await page.getByRole('button', { name: 'Pinned messages' }).click();
  const panel = page.getByRole('region', { name: 'Pinned messages' });
  const pins = panel.getByRole('listitem');
  await expect.element(pins).toHaveTextContent(/in a thread.*The left one/);
  chat.changedByOther('s-2', { pinned: true });
  await expect.element(pins).toHaveLength(2);
  await expect.element(pins.first()).toHaveTextContent('The left one');
  await expectAccessibleInAll();
  const unpin = panel.getByRole('button', { name: 'Unpin: The brass one' });
  server.refuseNext('DELETE pinMessage/{id}', 403, 'forbidden', 'You may not.');
  await unpin.click();
  await expect.element(toast('The message was not changed. You may not.')).toBeVisible();
  await expect.element(pins).toHaveLength(2);
  await pressOn(unpin, '{Enter}');
  await expect.element(pins).toHaveLength(1);
  await expect.element(pins).toHaveFocus();
  await expect.element(own).not.toHaveTextContent('Pinned');
  await undo.click();
  await expect.element(pins).toHaveLength(2);
  await expect.element(own).toHaveTextContent('Pinned');
  await pins.getByRole('button', { name: /^(?!Unpin).*The left one/ }).click();
  const row = page.getByRole('region', { name: 'Thread' }).getByRole('article').filter({ hasText: 'The left one' });
  await expect.element(row).toHaveFocus();
  expect(row.element().getAttribute('data-message')).toBe(reply._id);
});

test('a message becomes a task of a chosen project, with a title and readers of its own', async () => {
  const chat = serveChat({ rooms: [groupOf(ROOM, 'Errands')], lines: ['## Order the cake\nWith candles'] });
  server.on('GET chatProjects', ({ q = '' }) =>
    list(
      ['Errands of spring', 'Errands of winter']
        .filter((name) => name.toLowerCase().includes(String(q)))
        .map((name) => ({ _id: name, key: name.slice(11, 14).toUpperCase(), name })) as never[],
    ),
  );
  server.on('POST messageToTask/{id}', ({ id, title }) => {
    chat.change(id, { tasks: ['WEB-1'] });
    return taskDetail(1, { title: String(title) });
  });
  await showChat(chat, { as: 'leader' });
  await choose('With candles', 'Make a task');
  const dialog = page.getByRole('dialog', { name: 'Make a task' });
  const title = dialog.getByRole('textbox', { name: 'Title' });
  await expect.element(title).toHaveValue('Order the cake');
  await expect.element(title).toHaveFocus();
  await expect.element(dialog.getByRole('button', { name: 'Create task' })).toBeDisabled();
  await title.fill('Order a cake for Ana');
  const find = dialog.getByRole('searchbox', { name: 'Find a project' });
  await find.fill('errands of spr');
  await expect.element(dialog.getByRole('radio')).toHaveLength(1);
  await dialog.getByRole('radio', { name: /Errands of spring/ }).click();
  await find.fill('errands of win');
  await expect.element(dialog.getByRole('radio')).toHaveLength(2);
  await dialog.getByRole('checkbox', { name: 'The project’s clients see the task' }).click();
  await expectAccessible();
  server.refuseNext('POST messageToTask/{id}', 403, 'forbidden', 'You may not.');
  await userEvent.click(title);
  await userEvent.keyboard('{Enter}');
  await expect.element(dialog.getByText('No task was made. You may not.')).toBeVisible();
  await userEvent.click(title);
  await userEvent.keyboard('{Enter}');
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(messageBy('With candles').getByRole('link', { name: 'Task WEB-1' })).toBeVisible();
  expect(server.inputs('POST messageToTask/{id}').at(-1)).toEqual({
    ...{ id: 's-1', project_id: 'Errands of spring', title: 'Order a cake for Ana', audience: 'client' },
  });
});

test('a message becomes a comment on a task that is sought; the tasks and links it names are shown', async () => {
  const preview = { _id: 't-2', key: 'WEB-2', title: 'Measure the doors', status: 1, project_id: 'p-web' };
  const chat = serveChat({
    lines: [
      {
        body: 'Who does WEB-2?',
        body_html: '<p>Who does <a href="taskpage?task=WEB-2">WEB-2</a>?</p>',
        previews: [preview],
        links: [
          { kind: 'project', _id: 'p-app', title: 'Loyalty app', about: 'APP', page: 'projectdetails?project=APP' },
        ],
      },
    ],
  });
  server.onAny('GET taskList', () => list([{ _id: 't-2', key: 'WEB-2', title: 'Measure the doors' }]));
  server.onAny('GET searchResult', () => list([{ _id: 't-2', key: 'WEB-2', title: 'Measure the doors' }]));
  server.onAny('POST messageToComment/{id}', ({ id }) => {
    chat.change(String(id), { comments: [{ _id: 'x-1', key: 'WEB-2' }] });
    return { _id: 'x-1' };
  });
  await showChat(chat);
  const message = messageBy('Who does');
  await expectLink(message.getByRole('link', { name: 'WEB-2', exact: true }), '/acme/taskpage?task=WEB-2');
  await expect.element(message.getByRole('list', { name: 'Tasks named here' })).toHaveTextContent('Measure the doors');
  await expect
    .element(message.getByRole('list', { name: 'Linked here' }).getByRole('link'))
    .toHaveAttribute('href', '/acme/projectdetails?project=APP');
  await expectAccessibleInAll();
  await choose('Who does', 'Comment on a task');
  const dialog = page.getByRole('dialog', { name: 'Comment on a task' });
  await dialog.getByRole('combobox', { name: 'Find a task' }).fill('WEB-2');
  await expectAccessibleInAll();
  await userEvent.keyboard('{Enter}');
  await expect.element(dialog).toHaveTextContent('WEB-2Measure the doors');
  await expectAccessibleInAll();
  server.refuseNext('POST messageToComment/{id}', 403, 'forbidden', 'You may not.');
  await dialog.getByRole('button', { name: 'Add comment' }).click();
  await expect.element(dialog.getByText('You may not.')).toBeVisible();
  await finish(dialog, 'Add comment');
  expect(server.inputs('POST messageToComment/{id}').at(-1)).toEqual({ id: 's-1', task_id: 't-2', internal: true });
  await expectLink(message.getByRole('link', { name: 'Comment on WEB-2' }), '/acme/taskpage?task=WEB-2&comment=x-1');
});

test('a quote leads to what it quotes, in the room as far up as it is, and in a thread', async () => {
  const chat = serveChat({ lines: Array.from({ length: 60 }, (_, at) => `Line ${at + 1} of the story`) });
  chat.say('Which paint?');
  const reply = chat.say('The green one', { thread_id: 's-61' });
  chat.say('As I said in the thread', { reply_to: reply._id });
  chat.say('As I said at first', { reply_to: 's-1' });
  await showChat(chat);
  const quoteIn = (words: string) => messageBy(words).getByRole('button', { name: /^Go to the message of/ });
  const thread = page.getByRole('region', { name: 'Thread' });
  await quoteIn('As I said in the thread').click();
  await expect.element(messageBy('The green one', thread)).toHaveFocus();
  await messageBy('The green one', thread).hover();
  await pickFrom(messageBy('The green one', thread).getByRole('button', { name: 'Message actions' }), 'Quote');
  const answer = page.getByRole('textbox', { name: 'Reply in the thread' });
  await expect.element(answer).toHaveFocus();
  await expectAccessibleInAll();
  await enter(answer, 'Then green it is');
  await messageBy('Then green it is', thread)
    .getByRole('button', { name: /^Go to the message of .*green/ })
    .click();
  await expect.element(messageBy('The green one', thread).first()).toHaveFocus();
  expect(server.inputs('POST message')).toMatchObject([{ reply_to: reply._id, thread_id: 's-61' }]);
  await thread.getByRole('button', { name: 'Close: Thread' }).click();

  await quoteIn('As I said at first').click();
  await expect.element(messageBy('Line 1 of').first()).toHaveFocus();
  await expect.element(messageBy('Line 1 of').first()).toBeInViewport();
});

test('the link of a message is copied', async () => {
  const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  await showChat(talk());
  await choose('Which key?', 'Copy link');
  await expect.element(toast('The link to this message was copied.')).toBeVisible();
  expect(copied).toHaveBeenCalledWith(`${location.origin}/acme/chat?room=${ROOM}&message=s-1`);
  copied.mockRestore();
});

test('a change that calls many is asked first, unless it called before; what stands in code calls nobody', async () => {
  await showChat(serveChat({ lines: [{ body: 'Lunch at noon', by: USER }] }));
  server.on('GET roomSize/{id}', () => ({ people: 12 }));
  const question = page.getByRole('alertdialog', { name: 'Call everybody?' });
  const change = async (from: string, to: string) => {
    await choose(from, 'Edit');
    await enter(editor, to);
  };
  await change('at noon', 'Lunch at noon, as `@room` knows');
  await expect.element(messageBy('as `@room` knows')).toHaveTextContent('edited');
  await change('as `@room` knows', 'Lunch at one, @room');
  await expect.element(question).toHaveTextContent('@room calls 12 people.');
  await expect.element(question.getByRole('button', { name: 'Go on writing' })).toHaveFocus();
  await expectAccessible();
  await dismiss(question);
  await expect.element(editor).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await question.getByRole('button', { name: 'Call everybody' }).click();
  await expect.element(messageBy('Lunch at one, @room')).toBeVisible();
  await change('Lunch at one', 'Lunch at two, @room');
  await expect.element(messageBy('Lunch at two, @room')).toBeVisible();
  expect(server.inputs('GET roomSize/{id}')).toHaveLength(2);
});

const thread = page.getByRole('region', { name: 'Thread' });
const reply = thread.getByRole('textbox', { name: 'Reply in the thread' });
const root = messageBy('Which hinge?', page.getByRole('log', { name: 'Messages of Website relaunch' }));
const replies = root.getByRole('button', { name: /repl(y|ies)/ });
const lead = page.getByRole('button', { name: 'You are called in a thread' });
const firstNew = () => document.querySelector('[data-new] + [data-message]')?.textContent ?? '';
const close = () => thread.getByRole('button', { name: 'Close: Thread' }).click();
const writing = (id = LEADER._id) =>
  live.say(`private-project-${PROJECT._id}`, 'typing', { id, room_id: ROOM, thread_id: 's-1' });

test('a thread is opened and answered beside the messages, which count its replies', async () => {
  const chat = serveChat({ lines: ['Which hinge?'] });
  await showChat(chat);
  await root.hover();
  await root.getByRole('button', { name: 'Reply in a thread' }).click();
  await expect.element(reply).toHaveFocus();
  await expectAccessible();
  await enter(reply, 'The brass one');
  await expect.element(messageBy('The brass one', thread)).toBeVisible();
  await expect.element(replies).toHaveTextContent('1 reply');
  expect(server.inputs('POST message')).toMatchObject([{ thread_id: 's-1', body: 'The brass one' }]);
  const { _id: agreed } = chat.saidByOther('Agreed', { thread_id: 's-1' });
  await expect.element(messageBy('Agreed', thread)).toBeVisible();
  await expect.element(replies).toHaveTextContent('2 replies');
  chat.changedByOther(agreed, { body: 'Agreed, if it fits' });
  await expect.element(messageBy('Agreed, if it fits', thread)).toBeVisible();
  // Nobody heard of it: the connection was lost.
  chat.say('Still there?', { thread_id: 's-1' });
  live.catchUp('reconnected');
  await expect.element(messageBy('Still there?', thread)).toBeVisible();
  // Half a thought is kept for this thread alone.
  await reply.fill('Half a thought');
  await close();
  await expect.element(page.getByRole('textbox', { name: 'Message to the team' })).toHaveValue('');
  await replies.click();
  await expect.element(reply).toHaveValue('Half a thought');
  // One’s own writing, in another tab, is nobody else’s.
  writing(USER._id);
  writing();
  await expect.element(thread.getByText('Maya Lindqvist is writing…')).toBeVisible();
  await expect.element(page.getByText('Maya Lindqvist is writing…')).toHaveLength(1);
});

test('a thread says where it goes on, and keeps unread what was marked so until one writes', async () => {
  const chat = serveChat({ lines: ['Which hinge?'] });
  const first = chat.say('The white one', { thread_id: 's-1' });
  chat.say('Or the clear one?', { thread_id: 's-1' });
  chat.readElsewhere(first._id, 's-1');
  await showChat(chat);
  await expect.element(replies).toHaveTextContent('2 replies 1 new');
  await replies.click();
  await expect.poll(firstNew).toContain('Or the clear one?');
  await expect.element(replies).toHaveTextContent(/^2 replies\s*$/);
  await expectAccessible();
  await choose('Or the clear one?', 'Mark unread from here');
  await expect.element(replies).toHaveTextContent('2 replies 1 new');
  chat.saidByOther('Tell me', { thread_id: 's-1' });
  await expect.element(messageBy('Tell me', thread)).toBeVisible();
  await expect.element(replies).toHaveTextContent('3 replies 2 new');
  await enter(reply, 'Clear');
  await expect.element(replies).toHaveTextContent(/^4 replies\s*$/);
});

test('who is called in a thread is led there from the room, and has it unread until then', async () => {
  const chat = serveChat({ lines: ['Which hinge?'] });
  const call = chat.say(`The brass one, @${USER.name}?`, { thread_id: 's-1' });
  await showChat(chat);
  await expect.element(replies).toHaveTextContent('1 reply 1 new');
  await expectAccessible();
  await lead.click();
  await expect.element(messageBy('The brass one', thread)).toHaveFocus();
  await expect.element(lead).not.toBeInTheDocument();
  expect(server.inputs('POST readRoom').at(-1)).toEqual({ room_id: ROOM, thread_id: 's-1', message_id: call._id });
  await choose('The brass one', 'Mark unread from here');
  await close();
  await expect.element(lead).toBeVisible();
  await expect.element(replies).toHaveTextContent('1 reply 1 new');
  chat.readElsewhere(call._id, 's-1');
  await expect.element(replies).toHaveTextContent(/^1 reply\s*$/);
  await expect.element(lead).not.toBeInTheDocument();
  chat.readElsewhere('s-1', 's-1');
  await expect.element(replies).toHaveTextContent('1 reply 1 new');
  await replies.click();
  await close();
  await expect.element(replies).toHaveTextContent(/^1 reply\s*$/);
});

test('a long thread shows earlier and later replies, and opens at an old one', async () => {
  const chat = serveChat({ lines: ['Which hinge?'], most: 20 });
  const ids = Array.from({ length: 45 }, (_, at) => chat.say(`Chapter ${at + 1}.`, { thread_id: 's-1' })._id);
  const screen = await showChat(chat);
  await replies.click();
  await expect.element(messageBy('Chapter 45.', thread)).toBeInTheDocument();
  await expect.element(thread.getByText('New', { exact: true })).toBeInViewport();
  await expect.element(messageBy('Chapter 1.', thread)).not.toBeInTheDocument();
  const [earlier, later] = ['earlier', 'later'].map((which) =>
    thread.getByRole('button', { name: `Show ${which} replies` }),
  );
  await earlier?.click();
  await earlier?.click();
  await expect.element(messageBy('Chapter 1.', thread)).toBeInTheDocument();
  await expect.element(earlier).not.toBeInTheDocument();
  await screen.unmount();
  await showChat(chat, { message: ids[0] });
  await expect.element(messageBy('Chapter 1.', thread)).toHaveFocus();
  await expect.element(messageBy('Chapter 45.', thread)).not.toBeInTheDocument();
  await later?.click();
  await later?.click();
  await expect.element(messageBy('Chapter 45.', thread)).toBeInTheDocument();
  await expect.element(later).not.toBeInTheDocument();
});

test('a thread that cannot be read says so, and is read again by a press', async () => {
  const chat = serveChat({ lines: ['Which hinge?'] });
  chat.say('The brass one', { thread_id: 's-1', by: PEOPLE.user2 });
  await showChat(chat);
  await expect.element(replies).toBeVisible();
  server.refuseNext('GET messageList', 500, 'unexpected', 'Something went wrong.');
  await replies.click();
  await expect.element(thread.getByText('The thread could not be loaded')).toBeVisible();
  await thread.getByRole('button', { name: 'Retry' }).click();
  await expect.element(messageBy('The brass one', thread)).toBeVisible();
});

test('a reply on its way stands in its thread alone', async () => {
  await showChat(serveChat({ lines: ['Which hinge?'] }));
  await root.hover();
  await root.getByRole('button', { name: 'Reply in a thread' }).click();
  await expect.element(reply).toHaveFocus();
  server.setOnline(false);
  await enter(reply, 'The brass one');
  const onTheWay = page.getByRole('list', { name: 'Messages on their way' });
  await expect.element(onTheWay).toHaveLength(1);
  expect(thread.element().contains(onTheWay.element())).toBe(true);
  server.setOnline(true);
  await expect.element(messageBy('The brass one', thread)).toBeVisible();
});

test('a message of a project’s room becomes a task of that project, for the team, unless one says otherwise', async () => {
  server.on('GET chatProjects', () => list([]));
  server.on('POST messageToTask/{id}', () => taskDetail(1));
  await showChat(talk());
  await choose('Which key?', 'Make a task');
  const dialog = page.getByRole('dialog', { name: 'Make a task' });
  await expect.element(dialog.getByRole('radio', { name: PROJECT.name })).toBeChecked();
  await finish(dialog, 'Create task');
  expect(server.inputs('POST messageToTask/{id}')).toMatchObject([{ project_id: PROJECT._id, audience: 'internal' }]);
});

test('a change that is none, or would leave no words, is not sent; Escape forgets what was changed', async () => {
  await showChat(talk());
  for (const [words, key] of [
    ['Half a thought', '{Escape}'],
    ['The brass one', '{Enter}'],
    [' ', '{Enter}'],
  ] as const) {
    await choose('The brass one', 'Edit');
    await expect.element(editor).toHaveValue('The brass one');
    await enter(editor, words, key);
    await expect.element(editor).not.toBeInTheDocument();
    await expect.element(own).toHaveFocus();
  }
  expect(server.inputs('PATCH message/{id}')).toEqual([]);
});
