import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { writeDraft } from '@/components/draft/draft-store';
import { wholeTest } from '@/lib/test/whole';
import { expectAccessible } from '../test/axe';
import { choose, fileOf, groupOf, messageBy, ROOM, serveChat, showChat, shownIds } from '../test/gallery/chat';
import { server } from '../test/server';

const field = page.getByRole('textbox', { name: 'Message to the team' });
/** Files that wait for a message to the room. */
const FILES = 'm-user:chat:r-team:files';
const onTheWay = page.getByRole('list', { name: 'Messages on their way' });
const rooms = page.getByRole('list', { name: 'Rooms', exact: true });
const say = async (words: string) => {
  await field.fill(words);
  await userEvent.keyboard('{Enter}');
};
const sent = () => server.inputs('POST message').map(({ body }) => body);

test('Enter sends what is written, which is shown at once and once, however late the answer is', async () => {
  const chat = serveChat();
  await showChat(chat);
  await expect.element(page.getByText('Nothing has been said here yet.')).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Send' })).toBeDisabled();
  await field.fill('Which paper?');
  await userEvent.keyboard('{Shift>}{Enter}{/Shift}The thick one?');
  await expect.element(field).toHaveValue('Which paper?\nThe thick one?');
  await expectAccessible();
  const late = server.hold('POST message');
  await userEvent.keyboard('{Enter}');
  await late.reached;
  await expect.element(onTheWay).toHaveTextContent('Sending');
  await expect.element(field).toHaveValue('');
  await expect.element(field).toHaveFocus();
  // The message about it is faster than its answer.
  chat.tell('message.added', chat.found('s-1'));
  await expect.element(messageBy('Which paper?')).toBeVisible();
  await expect.element(onTheWay).not.toBeInTheDocument();
  // What is said next waits for its turn.
  await field.fill('Written meanwhile');
  await page.getByRole('button', { name: 'Send' }).click();
  await expect.element(onTheWay).toHaveTextContent('Written meanwhile');
  expect(sent()).toHaveLength(1);
  await field.fill('Half a thought');
  late.release();
  await expect.element(messageBy('Written meanwhile')).toBeVisible();
  await expect.poll(shownIds).toEqual(['s-1', 's-2']);
  await expect.element(onTheWay).not.toBeInTheDocument();
  await expect.element(field).toHaveValue('Half a thought');
  expect(sent()).toEqual(['Which paper?\nThe thick one?', 'Written meanwhile']);
});

test('a message that is refused returns to the field, before what was written since, with its quote and files', async () => {
  const chat = serveChat({ lines: ['Which paper?'] });
  server.on('GET chatFile/{id}', ({ id }) => fileOf(id, 'notes.txt'));
  writeDraft(FILES, ['f-1']);
  await showChat(chat);
  await expect.element(messageBy('Which paper?')).toBeVisible();
  await choose('Which paper?', 'Quote');
  await expect.element(field).toHaveFocus();
  const late = server.hold('POST message');
  server.refuse('POST message', 422, 'invalid', 'That is too much.');
  await say('The thick one');
  await late.reached;
  await expect.element(page.getByRole('button', { name: 'Do not quote' })).not.toBeInTheDocument();
  await field.fill('Or the thin one');
  late.release();
  await expect.element(page.getByRole('alert')).toHaveTextContent('Not sent. That is too much.');
  await expect.element(field).toHaveValue('The thick one\n\nOr the thin one');
  await expect.element(page.getByRole('list', { name: 'Attached to this message' })).toHaveTextContent('notes.txt');
  await expect.element(page.getByRole('button', { name: 'Do not quote' })).toBeVisible();
  await expectAccessible();
  await userEvent.click(field);
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('button', { name: 'Do not quote' })).not.toBeInTheDocument();
  await field.fill('Sent now');
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
});

test('what is refused after another room was opened is kept with its files as a draft of its own room', async () => {
  const chat = serveChat({ rooms: [...serveChat().rooms(), groupOf('r-lunch', 'Lunch')] });
  server.on('GET chatFile/{id}', ({ id }) => fileOf(id, 'notes.txt'));
  writeDraft(FILES, ['f-1']);
  await showChat(chat);
  const attached = page.getByRole('list', { name: 'Attached to this message' });
  await expect.element(attached).toHaveTextContent('notes.txt');
  const late = server.hold('POST message');
  server.refuse('POST message', 422, 'invalid', 'That is too much.');
  await say('Lost?');
  await late.reached;
  await rooms.getByRole('button', { name: /^Lunch/ }).click();
  await expect.element(page.getByRole('textbox', { name: 'Message to Lunch' })).toHaveFocus();
  late.release();
  await expect.element(page.getByText(/A message was not sent; its text is kept as a draft/)).toBeVisible();
  await expect.element(attached).not.toBeInTheDocument();
  await rooms.getByRole('button', { name: /^Website relaunch/ }).click();
  await expect.element(field).toHaveValue('Lost?');
  await expect.element(attached).toHaveTextContent('notes.txt');
});

test('what the server cannot take now is sent again by itself, and said once', async () => {
  const chat = serveChat();
  await showChat(chat);
  server.refuseNext('POST message', 503, 'unavailable', 'Try again in a moment.');
  await say('Said twice, heard once');
  await expect.element(onTheWay).toHaveTextContent('Waiting for connection');
  await expect.element(messageBy('Said twice, heard once')).toBeVisible();
  await expect.element(onTheWay).not.toBeInTheDocument();
  const [first, second] = server.inputs('POST message');
  expect(second?.client_id).toBe(first?.client_id);
  expect(chat.ids()).toHaveLength(1);
});

test('without a connection messages wait, and go in their order, each once, when it is there again', async () => {
  const chat = serveChat({ lines: ['Before'] });
  await showChat(chat);
  await expect.element(messageBy('Before')).toBeVisible();
  server.setOnline(false);
  const status = page.getByRole('status').filter({ hasText: 'You are offline.' });
  await expect.element(status).toHaveTextContent('What you write is kept on this device');
  await say('First of two');
  await say('Second of two');
  await field.fill('Half a thought');
  await expect.element(onTheWay.getByText('Waiting for connection')).toHaveLength(2);
  await expectAccessible();
  chat.say('Said meanwhile');
  server.setOnline(true);
  await expect.element(messageBy('Second of two')).toBeVisible();
  await expect.element(messageBy('Said meanwhile')).toBeVisible();
  await expect.element(onTheWay).not.toBeInTheDocument();
  await expect.element(status).not.toBeInTheDocument();
  expect(sent()).toEqual(['First of two', 'Second of two']);
  await expect.poll(shownIds).toEqual(chat.ids());
  await expect.element(field).toHaveValue('Half a thought');
});

test('each room keeps its own draft, over a new page too, and those that have one are marked', async () => {
  const given = [...serveChat().rooms(), groupOf('r-lunch', 'Lunch')];
  const chat = serveChat({ rooms: given });
  const screen = await showChat(chat);
  await field.fill('Half a thought');
  const [team, lunch] = [/^Website relaunch/, /^Lunch/].map((name) => rooms.getByRole('button', { name }));
  await lunch?.click();
  const other = page.getByRole('textbox', { name: 'Message to Lunch' });
  await expect.element(other).toHaveFocus();
  await expect.element(other).toHaveValue('');
  await expect.element(team).toHaveTextContent('Draft');
  await expectAccessible();
  await screen.unmount();
  await showChat(serveChat({ rooms: given }));
  await expect.element(field).toHaveValue('Half a thought');
  await expect.element(team).not.toHaveTextContent('Draft');
  await userEvent.click(field);
  await userEvent.keyboard('{Enter}');
  await expect.element(messageBy('Half a thought')).toBeVisible();
  await lunch?.click();
  await expect.element(lunch).toHaveAttribute('aria-current', 'true');
  await expect.element(team).not.toHaveTextContent('Draft');
});

wholeTest('names, emoji and calls to everybody are offered while one writes', async () => {
  await showChat(serveChat());
  await field.fill('Ask @inê');
  await expectAccessible();
  await page.getByRole('option', { name: 'Inês Rocha' }).click();
  await expect.element(field).toHaveValue('Ask @Inês Rocha ');
  await field.fill('');
  await userEvent.type(field, 'Out :rock');
  await expect.element(page.getByRole('option', { name: /rocket/ })).toHaveAttribute('aria-selected', 'true');
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('option', { name: /rocket/ })).not.toBeInTheDocument();
  await userEvent.keyboard('e');
  await expect.element(page.getByRole('option', { name: /rocket/ })).toBeVisible();
  await userEvent.keyboard('{Tab}');
  await expect.element(field).toHaveValue('Out 🚀');
  await userEvent.type(field, ' :tada:');
  await expect.element(field).toHaveValue('Out 🚀 🎉');

  server.on('GET roomSize/{id}', () => ({ people: 23 }));
  await say('@room, it is out');
  const question = page.getByRole('alertdialog', { name: 'Call everybody?' });
  await expect.element(question).toHaveTextContent('@room calls 23 people.');
  await expectAccessible();
  await expect.element(question.getByRole('button', { name: 'Go on writing' })).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await expect.element(field).toHaveFocus();
  expect(sent()).toEqual([]);
  await userEvent.keyboard('{Enter}');
  await question.getByRole('button', { name: 'Call everybody' }).click();
  await expect.element(messageBy('@room, it is out')).toBeVisible();
  server.on('GET roomSize/{id}', () => ({ people: 10 }));
  await say('@room, all ten of you');
  await expect.element(messageBy('all ten of you')).toBeVisible();
});

test('files that wait beside the text are kept with the draft, removed, and go with the message', async () => {
  const chat = serveChat();
  server.on('GET chatFile/{id}', ({ id }) => fileOf(id, id === 'f-1' ? 'notes.txt' : 'door.png'));
  server.on('DELETE chatFile/{id}', ({ id }) => fileOf(id, 'notes.txt') as never);
  writeDraft(FILES, ['f-1', 'f-2']);
  await showChat(chat);
  const waiting = page.getByRole('list', { name: 'Attached to this message' });
  await expect.element(waiting.getByRole('listitem')).toHaveLength(2);
  await expectAccessible();
  await waiting.getByRole('button', { name: 'Remove notes.txt' }).click();
  await expect.element(waiting.getByRole('listitem')).toHaveLength(1);
  expect(server.inputs('DELETE chatFile/{id}')).toMatchObject([{ id: 'f-1' }]);
  await userEvent.click(field);
  await userEvent.keyboard('{Enter}');
  await expect.element(waiting).not.toBeInTheDocument();
  expect(server.inputs('POST message')).toMatchObject([{ body: '', attachment_ids: ['f-2'] }]);
});

test('that one writes is said once in a while, and who only reads is not asked to', async () => {
  const chat = serveChat();
  const screen = await showChat(chat);
  await userEvent.type(field, 'Hello');
  await expect.poll(() => server.inputs('POST typing')).toEqual([{ room_id: ROOM }]);
  await screen.unmount();
  const given = serveChat()
    .rooms()
    .map((one) => ({ ...one, rights: { ...one.rights, send: false } }));
  await showChat(serveChat({ rooms: given, lines: ['Read this'] }));
  await expect.element(page.getByText('You read this room and do not write in it.')).toBeVisible();
  await expect.element(page.getByRole('textbox')).not.toBeInTheDocument();
  await messageBy('Read this').hover();
  await expect.element(messageBy('Read this').getByRole('button', { name: 'React' })).not.toBeInTheDocument();
  await messageBy('Read this').getByRole('button', { name: 'Message actions' }).click();
  await expect.element(page.getByRole('menuitem', { name: 'Pin' })).not.toBeInTheDocument();
  await expect.element(page.getByRole('menuitem', { name: 'Copy link' })).toBeVisible();
});
