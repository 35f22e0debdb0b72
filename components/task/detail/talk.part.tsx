import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { expectAccessible } from '@/components/test/axe';
import { comment, editedLine } from '@/components/test/gallery/comment';
import { taskDetail } from '@/components/test/gallery/task';
import { showTask } from '@/components/test/gallery/task-page';
import { server } from '@/components/test/server';
import { undo } from '@/components/test/undo';
import type { CommentRecord } from '@/lib/comment/schema';
import { wholeTest } from '@/lib/test/whole';

const withComments = (...bodies: string[]) => {
  const comments = bodies.map((body, at) => comment(at + 1, { body }));
  return taskDetail(1, { comments, comment_count: comments.length });
};
type Page = Awaited<ReturnType<typeof showTask>>;
const said = ({ screen }: Page, words: string) =>
  screen.getByRole('article', { name: /^Comment by/ }).filter({ hasText: words });
async function choose(page: Page, words: string, name: string) {
  await said(page, words).getByRole('button', { name: 'Comment actions' }).click();
  await page.screen.getByRole('menuitem', { name }).click();
}

test('a comment that is edited stays open when something else is answered; a deleted one is counted once', async () => {
  const page = await showTask(withComments('Which paper?', 'Which ink?'));
  const { screen, store } = page;
  // Somebody else reacted meanwhile, by which the answer is known.
  server.on('POST commentReaction', ({ emoji }) => ({
    ...(store.stored.comments[0] as CommentRecord),
    reactions: [{ emoji, count: 2, mine: true, names: [] }],
  }));
  let held = server.hold('POST commentReaction');
  await said(page, 'Which paper?').getByRole('button', { name: 'React' }).click();
  await expectAccessible(screen.getByRole('menu'));
  await screen.getByRole('menuitem', { name: 'Party popper' }).click();
  await expect.element(screen.getByRole('button', { name: 'Party popper, 1' })).toBeVisible();
  await said(page, 'Which paper?').getByRole('button', { name: 'Comment actions' }).click();
  await expectAccessible(screen.getByRole('menu'));
  await screen.getByRole('menuitem', { name: 'Edit' }).click();
  const field = screen.getByRole('article', { name: /^Comment by/ }).getByRole('textbox', { name: 'Comment' });
  await field.fill('Which thick pa');
  held.release();
  await expect.element(screen.getByRole('button', { name: 'Party popper, 2' })).toBeVisible();
  await expect.element(field).toHaveValue('Which thick pa');
  await field.fill('Which thick paper?');
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  await expect.element(field).not.toBeInTheDocument();
  await expect.element(said(page, 'Which thick paper?')).toHaveTextContent(', edited');

  const tab = screen.getByRole('tab', { name: 'Comments' });
  held = server.hold('DELETE comment/{id}');
  await choose(page, 'Which ink?', 'Delete');
  await held.reached;
  page.store.partChangedByOther({});
  await expect.element(said(page, 'Which ink?')).not.toBeInTheDocument();
  await expect.element(tab).toHaveTextContent('Comments1');
  held.release();
  await expect.element(screen.getByText('The comment was deleted.')).toBeVisible();
  await expect.element(tab).toHaveTextContent('Comments1');
  await screen.getByRole('button', { name: 'Undo' }).click();
  await expect.element(said(page, 'Which ink?')).toBeVisible();
  await expect.element(tab).toHaveTextContent('Comments2');
});

test('Ctrl+Z waits for the answer to a comment’s deletion; one that is refused is said and leaves no step', async () => {
  const page = await showTask(withComments('Order more paper'));
  const { screen, store } = page;
  const held = server.hold('DELETE comment/{id}');
  await choose(page, 'Order more paper', 'Delete');
  await held.reached;
  await undo();
  expect(store.stored.comments).toHaveLength(0);
  held.release();
  await expect.poll(() => store.stored.comments).toHaveLength(1);
  await expect.element(said(page, 'Order more paper')).toBeVisible();
  server.refuseNext('DELETE comment/{id}', 403, 'forbidden', 'Not yours.');
  await choose(page, 'Order more paper', 'Delete');
  await expect.element(screen.getByText('The comment was not deleted. Not yours.')).toBeVisible();
  await expect.element(said(page, 'Order more paper')).toBeVisible();
  await undo();
  expect(server.inputs('POST restoreComment/{id}')).toHaveLength(1);
});

wholeTest('a task is made of a comment, which leads to it, and Ctrl+Z takes it to the bin', async () => {
  const page = await showTask(withComments('**Call** the printer'));
  const { screen, store } = page;
  server.on('POST commentToTask/{id}', () => store.add(taskDetail(2, { title: 'Call the printer' })));
  await choose(page, 'the printer', 'Make a task');
  await expect.element(screen.getByText('WEB-2 was made of the comment.')).toBeVisible();
  const link = said(page, 'the printer').getByRole('link', { name: 'Task WEB-2 Call the printer' });
  await expect.element(link).toHaveAttribute('href', '/acme/taskpage?task=WEB-2');
  await expectAccessible(screen.getByRole('tabpanel'));
  await undo();
  await expect.element(screen.getByText('WEB-2 was moved to the bin.')).toBeVisible();
  await expect.element(link).not.toBeInTheDocument();
});

test('clients are offered no task of a comment, and a task in the bin is read only', async () => {
  const task = withComments('Which paper?');
  const client = await showTask({ ...task, audience: 'client' }, { as: 'client' });
  await said(client, 'Which paper?').getByRole('button', { name: 'Comment actions' }).click();
  await expect.element(client.screen.getByRole('menuitem', { name: 'Copy link' })).toBeVisible();
  expect(client.screen.getByRole('menuitem', { name: 'Make a task' }).query()).toBeNull();
  await client.screen.unmount();
  const rights = { ...task.rights, edit: false, comment: false };
  const binned = await showTask({ ...task, rights, deleted_at: '2026-11-20T09:00:00.000Z' });
  await said(binned, 'Which paper?').getByRole('button', { name: 'Comment actions' }).click();
  await expect.element(binned.screen.getByRole('menuitem', { name: 'Copy link' })).toBeVisible();
  expect(binned.screen.getByRole('menuitem').elements()).toHaveLength(1);
  expect(binned.screen.getByRole('textbox').query()).toBeNull();
});

test('a comment that is announced before it is answered leaves its line in the history', async () => {
  const { screen, store } = await showTask(taskDetail(1));
  const answer = server.hold('POST addTaskComment');
  const reading = server.hold('GET task/{id}');
  await screen.getByRole('textbox', { name: 'Comment' }).fill('Before its answer');
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  await answer.reached;
  // The reading that the message asks for sets out before the answer, and ends after it.
  store.partChangedByOther({
    activity: [{ ...editedLine('a-1', 'title', '', ''), kind: 'comment.added', says: 'commented' }],
  });
  await reading.reached;
  answer.release();
  await expect.element(screen.getByRole('tab', { name: 'Comments' })).toHaveTextContent('Comments1');
  reading.release();
  await screen.getByRole('tab', { name: 'History' }).click();
  await expect.element(screen.getByText('commented')).toBeVisible();
  await expect.element(screen.getByRole('tab', { name: 'Comments' })).toHaveTextContent('Comments1');
});
