import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { wholeTest } from '@/lib/test/whole';
import { expectAccessible } from '../../test/axe';
import { live } from '../../test/connection';
import { choose, messageBy, ROOM, serveChat, showChat } from '../../test/gallery/chat';
import { LEADER, PEOPLE, USER } from '../../test/gallery/people';
import { PROJECT } from '../../test/gallery/project';
import { server } from '../../test/server';

const thread = page.getByRole('region', { name: 'Thread' });
const field = thread.getByRole('textbox', { name: 'Reply in the thread' });
const root = messageBy('Which hinge?', page.getByRole('log', { name: 'Messages of Website relaunch' }));
const replies = root.getByRole('button', { name: /repl(y|ies)/ });
const lead = page.getByRole('button', { name: 'You are called in a thread' });
const firstNew = () => document.querySelector('[data-new] + [data-message]')?.textContent ?? '';
const close = () => thread.getByRole('button', { name: 'Close: Thread' }).click();
const writing = () =>
  live.say(`private-project-${PROJECT._id}`, 'typing', { id: LEADER._id, room_id: ROOM, thread_id: 's-1' });

test('a thread is opened and answered beside the messages, which count its replies', async () => {
  const chat = serveChat({ lines: ['Which hinge?'] });
  await showChat(chat);
  await root.hover();
  await root.getByRole('button', { name: 'Reply in a thread' }).click();
  await expect.element(field).toHaveFocus();
  await expectAccessible();
  await field.fill('The brass one');
  await userEvent.keyboard('{Enter}');
  await expect.element(messageBy('The brass one', thread)).toBeVisible();
  await expect.element(replies).toHaveTextContent('1 reply');
  expect(server.inputs('POST message')).toMatchObject([{ thread_id: 's-1', body: 'The brass one' }]);
  chat.saidByOther('Agreed', { thread_id: 's-1' });
  await expect.element(messageBy('Agreed', thread)).toBeVisible();
  await expect.element(replies).toHaveTextContent('2 replies');
  // Half a thought is kept for this thread alone.
  await field.fill('Half a thought');
  await close();
  await expect.element(page.getByRole('textbox', { name: 'Message to the team' })).toHaveValue('');
  await replies.click();
  await expect.element(field).toHaveValue('Half a thought');
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
  await field.fill('Clear');
  await userEvent.keyboard('{Enter}');
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

wholeTest('a long thread shows earlier and later replies, and opens at an old one', async () => {
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
