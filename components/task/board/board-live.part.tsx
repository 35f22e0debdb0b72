import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { live } from '@/components/test/connection';
import { boardWith, showBoard } from '@/components/test/gallery/board';
import { boardOf, TODAY, taskCard } from '@/components/test/gallery/task';
import { message } from '@/components/test/messages';
import { list, server } from '@/components/test/server';

/** What others do while the board is open, and answers that come late, or never. */

const CARDS = [taskCard(1), taskCard(2), taskCard(3, { status: 2 })];
const press = (keys: string) => userEvent.keyboard(keys);
const undo = () => press('{Control>}z{/Control}');
const gone = { deleted_at: `${TODAY}T10:00:00.000Z` };
type Board = Awaited<ReturnType<typeof showBoard>>;

async function moveToTesting({ title }: Board, number: number) {
  title(number).element().focus();
  await press('s');
  await page.getByRole('menuitemradio', { name: 'Testing' }).click();
}

async function choosePriority({ title }: Board, number: number, name: string) {
  title(number).element().focus();
  await press('p');
  await page.getByRole('menuitemradio', { name }).click();
}

test('what others move, change, make and delete shows by itself; the focus follows its card, or goes to the next', async () => {
  const { card, column, title, tasks } = await showBoard(CARDS);
  title(1).element().focus();
  tasks.changedByOther('t-1', { status: 3, title: 'Task 11' });
  await expect.element(card('WEB-1', 'Testing')).toBeVisible();
  await expect.element(title(11)).toHaveFocus();
  tasks.madeByOther(taskCard(9, { status: 5 }));
  await expect.element(card('WEB-9', 'Backlogs')).toBeVisible();
  await expect.element(column('Backlogs')).toHaveTextContent(/1 task/);
  title(2).element().focus();
  tasks.changedByOther('t-2', gone);
  await expect.element(card('WEB-2')).not.toBeInTheDocument();
  await expect.poll(() => document.activeElement?.closest('[data-card]')).not.toBeNull();
  tasks.changedByOther('t-2', { deleted_at: null });
  await expect.element(card('WEB-2', 'Pending')).toBeVisible();
});

test('an own move stays where it is while its answer is late, whatever is heard of the card meanwhile', async () => {
  const board = await showBoard(CARDS);
  const { card, tasks } = board;
  const held = server.hold('POST changeTaskStatus');
  await moveToTesting(board, 1);
  await held.reached;
  // The own one is heard of before it is answered, and then what somebody else makes of it.
  live.say('private-project-p-web', 'task.changed', { id: 't-1', version: 2 });
  tasks.changedByOther('t-1', { priority: 'urgent' });
  tasks.changedByOther('t-3', { title: 'Another' });
  await expect.element(page.getByRole('link', { name: 'Another' })).toBeVisible();
  await expect.element(card('WEB-1', 'Testing')).toBeVisible();
  held.release();
  await expect.element(card('WEB-1', 'Testing')).toHaveTextContent('Urgent');
  await expect.element(card('WEB-1', 'Pending')).not.toBeInTheDocument();
});

test('two moves are sent one after the other, and the first one’s late answer does not take back the second', async () => {
  const board = await showBoard(CARDS);
  const held = server.hold('POST changeTaskStatus');
  await moveToTesting(board, 1);
  await held.reached;
  await moveToTesting(board, 2);
  await expect.element(board.card('WEB-2', 'Testing')).toBeVisible();
  expect(server.inputs('POST changeTaskStatus')).toHaveLength(1);
  held.release();
  await expect.poll(() => board.tasks.task('t-2').status).toBe(3);
  expect(board.keysIn('Testing')).toEqual(['WEB-1', 'WEB-2']);
  // Undone before its answer is there, a move is taken back after it.
  const late = server.hold('POST changeTaskStatus');
  board.title(3).element().focus();
  await press(' {ArrowRight} ');
  await late.reached;
  await undo();
  await expect.element(board.card('WEB-3', 'In Process')).toBeVisible();
  late.release();
  await expect.poll(() => board.tasks.task('t-3').status).toBe(2);
  await expect.element(board.card('WEB-3', 'In Process')).toBeVisible();
});

test('an undo takes nothing back that somebody else did since', async () => {
  const board = await showBoard(CARDS);
  const { card, tasks } = board;
  await moveToTesting(board, 1);
  await expect.element(message('“Task 1” moved to Testing.')).toBeVisible();
  tasks.changedByOther('t-1', { status: 5 });
  await expect.element(card('WEB-1', 'Backlogs')).toBeVisible();
  await undo();
  await expect
    .element(page.getByRole('alert').filter({ hasText: 'The move of “Task 1” was not undone.' }))
    .toBeVisible();
  expect(tasks.task('t-1').status).toBe(5);

  await choosePriority(board, 2, 'High');
  await expect.element(message('Priority of WEB-2: High.')).toBeVisible();
  tasks.changedByOther('t-2', { title: 'Named anew' });
  await expect.element(page.getByRole('link', { name: 'Named anew' })).toBeVisible();
  await undo();
  await expect.poll(() => tasks.task('t-2')).toMatchObject({ priority: 'none', title: 'Named anew' });
});

test('a change of the same field that somebody else made first is not overwritten, and both are named', async () => {
  const board = await showBoard(CARDS);
  const { card, tasks } = board;
  // Nothing is heard of it.
  tasks.write('t-1', { priority: 'urgent' });
  await choosePriority(board, 1, 'High');
  const words =
    'WEB-1 was not changed. Somebody else changed it in the meantime. The priority is now Urgent; yours was High.';
  await expect.element(page.getByRole('alert').filter({ hasText: words })).toBeVisible();
  await expect.element(card('WEB-1')).toHaveTextContent('Urgent');
});

test('without a connection a move shows and waits, what others would not hear of is not offered, and all is sent later', async () => {
  const board = await showBoard(CARDS);
  const { card, tasks, title } = board;
  server.setOnline(false);
  title(1).element().focus();
  await press('m');
  await page.getByRole('dialog', { name: 'Move to…' }).getByText('Testing').click();
  await press('{Enter}');
  await expect.element(card('WEB-1', 'Testing')).toHaveTextContent('Waiting');
  await press('.');
  for (const name of ['Move to another project…', 'Duplicate…', 'Delete'])
    await expect.element(page.getByRole('menuitem', { name })).toHaveAttribute('aria-disabled', 'true');
  await press('{Escape}');
  server.setOnline(true);
  await expect.poll(() => tasks.task('t-1').status).toBe(3);
  await expect.element(card('WEB-1', 'Testing')).not.toHaveTextContent('Waiting');
});

test('what was missed while live updates paused is read again; a reading that fails is said, and tried again', async () => {
  const { card, tasks } = await showBoard(CARDS);
  live.become('paused');
  tasks.write('t-1', { status: 3 });
  live.catchUp('poll');
  await expect.element(card('WEB-1', 'Testing')).toBeVisible();
  tasks.write('t-1', { status: 2 });
  live.become('live');
  await expect.element(card('WEB-1', 'In Process')).toBeVisible();

  server.refuse('GET taskListByProject', 403, 'forbidden', 'No.');
  tasks.write('t-1', { status: 4, completed_at: new Date().toISOString() });
  live.catchUp('reconnected');
  await expect.element(page.getByText('The board could not be refreshed')).toBeVisible();
  await expect.element(card('WEB-1', 'In Process')).toBeVisible();
  server.on('GET taskListByProject', () => list(boardOf(tasks.cards())));
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect.element(page.getByText('The board could not be refreshed')).not.toBeInTheDocument();
  await expect.element(card('WEB-1', 'Completed')).toBeVisible();
});

test('a change heard of while the next view was on its way is in it', async () => {
  const board = await showBoard(CARDS);
  const rendered = board.tasks.cards();
  const loadedAt = Date.now();
  board.tasks.changedByOther('t-1', { priority: 'high' });
  await expect.element(board.card('WEB-1')).toHaveTextContent('High');
  await board.showAgain(boardWith(rendered, { filters: { group: 'priority' }, loadedAt }));
  await expect.element(board.card('WEB-1', 'High')).toBeVisible();
});

test('an own change under way shows in the view opened meanwhile, and the next one is made upon what it leaves', async () => {
  const board = await showBoard(CARDS);
  const rendered = board.tasks.cards();
  const [change, reading] = [server.hold('PATCH taskCard/{id}'), server.hold('GET taskCard/{id}')];
  await choosePriority(board, 1, 'Urgent');
  await change.reached;
  await board.showAgain(boardWith(rendered, { filters: { group: 'assignee' } }));
  await expect.element(board.card('WEB-1', 'Nobody')).toHaveTextContent('Urgent');
  change.release();
  await reading.reached;
  await choosePriority(board, 1, 'High');
  await expect.element(board.card('WEB-1', 'Nobody')).toHaveTextContent('High');
  reading.release();
  await expect.poll(() => board.tasks.task('t-1').priority).toBe('high');
  await expect.element(board.card('WEB-1', 'Nobody')).toHaveTextContent('High');
  expect(page.getByRole('alert').elements()).toEqual([]);
});
