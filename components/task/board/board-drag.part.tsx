import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { lift, middleOf } from '@/components/test/finger';
import { showBoard } from '@/components/test/gallery/board';
import { LEADER } from '@/components/test/gallery/people';
import { taskCard } from '@/components/test/gallery/task';
import { message } from '@/components/test/messages';
import { server } from '@/components/test/server';
import { wholeTest } from '@/lib/test/whole';

/** What a mouse or a finger carries, and who may. */

const THREE = [taskCard(1), taskCard(2, { status: 2 }), taskCard(3, { status: 2 })];
type Board = Awaited<ReturnType<typeof showBoard>>;

const canBeDragged = ({ card }: Board, key: string) => expect.element(card(key)).toHaveAttribute('draggable', 'true');
const below = { sourcePosition: { x: 60, y: 84 } };

test('a card dropped on another is put before or after it, by the half where it was let go', async () => {
  const board = await showBoard(THREE);
  const { card, keysIn } = board;
  const on = (half: 'top' | 'bottom') => ({ ...below, targetPosition: { x: 60, y: half === 'top' ? 10 : 80 } });
  await canBeDragged(board, 'WEB-1');
  await userEvent.dragAndDrop(card('WEB-1'), card('WEB-3'), on('top'));
  await expect.poll(() => keysIn('In Process')).toEqual(['WEB-2', 'WEB-1', 'WEB-3']);
  await expect.poll(() => server.inputs('POST changeTaskStatus').at(-1)).toMatchObject({ before_id: 't-3' });
  await userEvent.dragAndDrop(card('WEB-1'), card('WEB-3'), on('bottom'));
  await expect.poll(() => keysIn('In Process')).toEqual(['WEB-2', 'WEB-3', 'WEB-1']);
  await expect.element(message('moved to position 3.')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).first().click();
  await expect.poll(() => keysIn('In Process')).toEqual(['WEB-2', 'WEB-1', 'WEB-3']);
  await expect.poll(() => server.inputs('POST changeTaskStatus')).toHaveLength(3);
});

test('what is carried shows at once, and is put back with the reason where the move is refused; an undo is of the change before it', async () => {
  const board = await showBoard(THREE);
  const { card, column, said, tasks, title } = board;
  title(2).element().focus();
  await userEvent.keyboard(' {ArrowRight} ');
  await expect.poll(() => tasks.task('t-2').status).toBe(3);
  server.refuseNext('POST changeTaskStatus', 403, 'forbidden', 'Only the leader may move this.');
  const held = server.hold('POST changeTaskStatus');
  await canBeDragged(board, 'WEB-1');
  await userEvent.dragAndDrop(card('WEB-1'), column('Testing'), below);
  await expect.element(card('WEB-1', 'Testing')).toBeVisible();
  held.release();
  await expect.element(card('WEB-1', 'Pending')).toBeVisible();
  const words = '“Task 1” was put back. Only the leader may move this.';
  await expect.element(page.getByRole('alert').filter({ hasText: words })).toBeVisible();
  await expect.element(said(words)).toBeInTheDocument();
  await userEvent.keyboard('{Control>}z{/Control}');
  await expect.poll(() => tasks.task('t-2').status).toBe(2);
  expect(server.inputs('POST changeTaskStatus')).toHaveLength(3);
});

const OWN_ONLY = 'You can change tasks that you created or that are assigned to you.';

test.each([
  ['observer', ['Open', 'Open the page', 'Copy link'], 'Read only: observers can read but not change.'],
  ['client', ['Open', 'Open the page', 'Copy link'], 'Read only: the team moves tasks.'],
  ['user', ['Open', 'Open the page', 'Assign…', 'Copy link', `Move to…${OWN_ONLY}`, 'Duplicate…'], OWN_ONLY],
] as const)('%s is offered no way to move somebody else’s task, and hears why', async (as, offered, why) => {
  const board = await showBoard([taskCard(1, { audience: 'client', assignees: [LEADER] })], { as });
  const { card, column, title, said } = board;
  if (as === 'user') await canBeDragged(board, 'WEB-1');
  await expect.element(card('WEB-1')).not.toHaveClass(/task-card-movable/);
  await userEvent.dragAndDrop(card('WEB-1'), column('Testing'), below);
  await expect.element(card('WEB-1', 'Pending')).toBeVisible();
  if (as === 'user') await expect.element(message(`WEB-1 stays here. ${why}`)).toBeVisible();
  title(1).element().focus();
  for (const key of [' ', 'm', 's', '{Delete}']) await userEvent.keyboard(key);
  await expect.element(said(why)).toBeInTheDocument();
  expect(page.getByRole('dialog').elements()).toEqual([]);
  await page.getByRole('button', { name: 'Actions for WEB-1' }).click();
  await expect.element(page.getByRole('menu')).toBeVisible();
  const items = page.getByRole('menu').element().querySelectorAll('[role^=menuitem]');
  expect([...items].map((item) => item.textContent?.replace(/(Enter|[A-Z])$/, ''))).toEqual(offered);
  if (as !== 'user') await expect.element(page.getByRole('main')).toHaveTextContent(why);
  await expect.element(page.getByRole('button', { name: 'New task in Pending' })).toHaveLength(as === 'user' ? 1 : 0);
  expect(server.calls).not.toContain('POST changeTaskStatus');
});

wholeTest('what others do to a card that a finger carries waits until it is let go', async () => {
  const board = await showBoard(THREE);
  const { card, tasks, title } = board;
  await canBeDragged(board, 'WEB-1');
  const drop = await lift(middleOf(card('WEB-1')), middleOf(card('WEB-3')));
  tasks.changedByOther('WEB-1', { title: 'Called anew', status: 4 });
  tasks.changedByOther('WEB-2', { title: 'Another' });
  await expect.element(page.getByRole('link', { name: 'Another' })).toBeVisible();
  await expect.element(title(1)).toBeVisible();
  drop();
  await expect.element(page.getByRole('link', { name: 'Called anew' })).toBeVisible();
  await expect.element(card('WEB-1', 'In Process')).toBeVisible();
  expect(tasks.task('WEB-1').status).toBe(2);
});
