import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { showBoard } from '@/components/test/gallery/board';
import { LEADER, TODAY, taskCard, USER } from '@/components/test/gallery/records';
import { dismiss, enter, press, pressOn } from '@/components/test/keys';
import { carry, expectAccessible, lift, list, message, middleOf, pickFrom, server } from '@/components/test/part';
import { wholeTest } from '@/lib/test/whole';

/** Everything by the keyboard: where the focus goes, and what a screen reader hears. */

const CARDS = [
  taskCard(1),
  taskCard(2),
  taskCard(3, { status: 2 }),
  taskCard(4, { status: 2 }),
  taskCard(5, { status: 4, completed_at: new Date().toISOString() }),
];
const undo = () => press('{Control>}z{/Control}');
const dialog = page.getByRole('dialog', { name: 'Move to…' });

test('a card is lifted by Space, carried by arrows, and dropped; Escape takes the lift back', async () => {
  const { card, keysIn, title, said, tasks } = await showBoard(CARDS);
  await pressOn(title(1), ' ');
  await expect.element(said('Lifted Task 1. Arrow keys move, Space drops, Escape cancels')).toBeInTheDocument();
  await expect.element(card('WEB-1')).toHaveClass(/task-card-lifted/);
  await expectAccessible();
  // Held down, Space does what it did once.
  const again = new KeyboardEvent('keydown', { key: ' ', repeat: true, bubbles: true, cancelable: true });
  expect(title(1).element().dispatchEvent(again)).toBe(false);
  await expect.element(card('WEB-1')).toHaveClass(/task-card-lifted/);
  await press('{ArrowRight}');
  await expect.element(said('Task 1: In Process, position 1 of 3')).toBeInTheDocument();
  await expect.element(title(1)).toHaveFocus();
  await press('{Escape}');
  await expect.element(said('Cancelled. Task 1: Pending, position 1 of 2')).toBeInTheDocument();
  await expect.element(card('WEB-1', 'Pending')).toBeVisible();
  await expect.element(title(1)).toHaveFocus();
  // Tab leaves the board, and the card where it was.
  await press(' {ArrowRight}{Tab}');
  await expect.element(card('WEB-1', 'Pending')).toBeVisible();
  // So does a press elsewhere.
  await pressOn(title(1), ' {ArrowRight}');
  await title(3).element().focus();
  await expect.element(said('Cancelled.')).toBeInTheDocument();
  await expect.element(card('WEB-1', 'Pending')).toBeVisible();
  await pressOn(title(1), '  ');
  await expect.element(said('Dropped. Task 1: Pending, position 1 of 2')).toBeInTheDocument();
  expect(server.calls).toEqual([]);

  await press(' {ArrowDown}{ArrowDown}{ArrowRight}{Home}{End}');
  await expect.element(said('Task 1: In Process, position 3 of 3')).toBeInTheDocument();
  await press('{ArrowUp} ');
  expect(keysIn('In Process')).toEqual(['WEB-3', 'WEB-1', 'WEB-4']);
  await expect.element(title(1)).toHaveFocus();
  await expect.element(card('WEB-1')).not.toHaveClass(/task-card-lifted/);
  await expect
    .poll(() => server.inputs('POST changeTaskStatus'))
    .toEqual([{ task_id: 't-1', status: 2, after_id: 't-3' }]);
  await expect.element(message('“Task 1” moved to In Process.')).toBeVisible();
  await undo();
  await expect.poll(() => tasks.task('t-1').status).toBe(1);
  expect(keysIn('Pending')).toEqual(['WEB-1', 'WEB-2']);
  await expect.element(title(1)).toHaveFocus();
});

test('arrows walk from card to card and to the columns’ buttons, J and K over cards from anywhere; Tab stops once', async () => {
  const { title } = await showBoard(CARDS);
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  await press('j');
  await expect.element(title(1)).toHaveFocus();
  await press('j');
  await expect.element(title(2)).toHaveFocus();
  await press('{ArrowRight}');
  await expect.element(title(4)).toHaveFocus();
  // Over the empty column.
  await press('{ArrowRight}');
  await expect.element(title(5)).toHaveFocus();
  await press('{ArrowLeft}{Home}{ArrowUp}');
  await expect.element(button('New task in In Process')).toHaveFocus();
  await press('{ArrowDown}');
  await expect.element(title(3)).toHaveFocus();
  await press('k');
  await expect.element(title(3)).toHaveFocus();
  await press('{End}');
  await expect.element(title(4)).toHaveFocus();
  // From the card to its menu, and out of the board.
  await press('{Tab}');
  await expect.element(page.getByRole('button', { name: 'Actions for WEB-4' })).toHaveFocus();
  const after = document.createElement('button');
  document.querySelector('main')?.append(after);
  await press('{Tab}');
  expect(document.activeElement).toBe(after);
  await press('{Shift>}{Tab}{/Shift}');
  await expect.element(title(4)).toHaveFocus();
  after.remove();
});

test('M asks for a column and a place in it, S for a status; the focus comes back to the card', async () => {
  const { keysIn, title, said, card } = await showBoard(CARDS);
  // Where it is now is offered again to who comes back to its column.
  await pressOn(title(2), 'm');
  await expect.element(dialog.getByRole('radio', { name: 'Pending' })).toHaveFocus();
  await press('{ArrowDown}', '{ArrowUp}');
  await expect.element(dialog.getByLabelText('Position')).toHaveDisplayValue('Bottom (now)');
  await dismiss(dialog);
  await expect.element(title(2)).toHaveFocus();
  await pressOn(title(1), 'm');
  await expect.element(dialog).toHaveAccessibleDescription('WEB-1 Task 1');
  await expect.element(dialog.getByRole('radio', { name: 'Pending' })).toHaveFocus();
  const positions = () =>
    [...dialog.getByLabelText('Position').element().querySelectorAll('option')].map((one) => one.text);
  expect(positions()).toEqual(['Top (now)', 'Bottom']);
  await expectAccessible();
  await dismiss(dialog);
  await expect.element(title(1)).toHaveFocus();

  await press('m');
  await expect.element(dialog.getByRole('radio', { name: 'Pending' })).toHaveFocus();
  await press('{ArrowDown}');
  await expect.element(dialog.getByRole('radio', { name: 'In Process' })).toBeChecked();
  expect(positions()).toEqual(['Top', '2', 'Bottom']);
  await dialog.getByLabelText('Position').selectOptions('2');
  await press('{Enter}');
  await expect.poll(() => keysIn('In Process')).toEqual(['WEB-3', 'WEB-1', 'WEB-4']);
  await expect.element(title(1)).toHaveFocus();
  await expect.element(said('Task 1: In Process, position 2 of 3')).toBeInTheDocument();

  await press('s');
  await page.getByRole('menuitemradio', { name: 'Testing' }).click();
  await expect.element(card('WEB-1', 'Testing')).toBeVisible();
  await expect.element(title(1)).toHaveFocus();
  await expect.element(message('“Task 1” moved to Testing.')).toBeVisible();
  await undo();
  await expect.poll(() => keysIn('In Process')).toEqual(['WEB-3', 'WEB-1', 'WEB-4']);
  await undo();
  await expect.poll(() => keysIn('Pending')).toEqual(['WEB-1', 'WEB-2']);

  // The other way from the menu: to the project whose board is not here.
  await pickFrom(page.getByRole('button', { name: 'Actions for WEB-2' }), 'Move to…');
  await dialog.getByText('Completed').click();
  await dialog.getByRole('button', { name: 'Move', exact: true }).click();
  await expect.poll(() => keysIn('Completed')).toEqual(['WEB-2', 'WEB-5']);
});

test('letters and the menu change a task in place; what is deleted leaves its focus to the next, and comes back', async () => {
  const { card, column, said, tasks, title } = await showBoard(CARDS);
  await pressOn(title(3), 'p');
  await page.getByRole('menuitemradio', { name: 'High' }).click();
  await expect.element(card('WEB-3')).toHaveTextContent('High');
  await expect.element(said('Priority of WEB-3: High.')).toBeInTheDocument();
  await expect.element(title(3)).toHaveFocus();
  await press('d');
  const due = page.getByRole('dialog', { name: 'Due date' });
  await due.getByRole('button', { name: 'Today', exact: true }).click();
  await expect.element(card('WEB-3')).toHaveTextContent('Today');
  await expect.element(title(3)).toHaveFocus();
  await press('e');
  const titled = page.getByRole('textbox', { name: 'Title' });
  await enter(titled, 'Task 33');
  await expect.element(title(33)).toHaveFocus();
  await expect.poll(() => tasks.task('t-3')).toMatchObject({ title: 'Task 33', priority: 'high' });
  const height = () => card('WEB-3').element().getBoundingClientRect().height;
  expect(height()).toBe(card('WEB-4').element().getBoundingClientRect().height);

  const menu = async (name: string, role: 'menuitem' | 'menuitemcheckbox' = 'menuitem') => {
    await press('.');
    await page.getByRole(role, { name }).click();
  };
  await menu('Visible to client', 'menuitemcheckbox');
  await expect.element(page.getByRole('menuitemcheckbox', { name: 'Visible to client' })).toBeChecked();
  await press('{Escape}');
  await expect.element(card('WEB-3')).toHaveTextContent('Visible to client');
  await expect.poll(() => tasks.task('t-3').audience).toBe('client');
  expect(height()).toBe(card('WEB-4').element().getBoundingClientRect().height);

  await menu('Delete');
  await expect.element(card('WEB-3')).not.toBeInTheDocument();
  await expect.element(title(4)).toHaveFocus();
  await expect.element(said('WEB-3 was moved to the bin.')).toBeInTheDocument();
  await expect.poll(() => tasks.task('t-3').deleted_at).not.toBeNull();
  await undo();
  await expect.element(card('WEB-3', 'In Process')).toBeVisible();
  await expect.poll(() => tasks.task('t-3').deleted_at).toBeNull();
  await undo();
  await expect.poll(() => tasks.task('t-3').audience).toBe('internal');
  await undo();
  await undo();
  await expect.poll(() => tasks.task('t-3')).toMatchObject({ title: 'Task 3', due_date: null });
  await expect.element(column('In Process').getByText('Today')).not.toBeInTheDocument();

  // What is refused of it says why, and nothing is changed.
  server.refuseNext('DELETE task/{id}', 403, 'forbidden', 'Not yours.');
  title(3).element().focus();
  await menu('Delete');
  await expect.element(message('WEB-3 was not deleted. Not yours.')).toBeVisible();
  await expect.element(card('WEB-3', 'In Process')).toBeVisible();
  title(3).element().focus();
  await menu('Delete');
  await expect.element(message('WEB-3 was moved to the bin.')).toBeVisible();
  server.refuseNext('POST restoreTask', 403, 'forbidden', 'Gone for good.');
  await undo();
  await expect.element(message('WEB-3 was not restored. Gone for good.')).toBeVisible();
  await expect.element(card('WEB-3')).not.toBeInTheDocument();
});

test('letters do nothing on a board where they were switched off; arrows and Space do', async () => {
  const { title, said } = await showBoard(CARDS);
  localStorage.setItem('single-keys', 'off');
  await press('j');
  await expect.element(title(1)).not.toHaveFocus();
  await pressOn(title(1), 'jspdm');
  await expect.element(title(1)).toHaveFocus();
  expect(document.querySelector('[role=menu], [role=dialog]')).toBeNull();
  await press('{ArrowDown} ');
  await expect.element(said('Lifted Task 2.')).toBeInTheDocument();
});

test('a card goes to another project, or is duplicated, from its menu and by Shift M; the focus comes back to it', async () => {
  const { title } = await showBoard(CARDS);
  server.on('GET projectList', () => list([]));
  const elsewhere = page.getByRole('dialog', { name: 'Move to another project' });
  await pressOn(title(2), '{Shift>}M{/Shift}');
  await expect.element(elsewhere).toHaveTextContent('WEB-2 Task 2');
  await dismiss(elsewhere);
  await expect.element(title(2)).toHaveFocus();
  await press('m');
  await dialog.getByRole('button', { name: 'Another project…' }).click();
  await expect.element(elsewhere).toHaveTextContent('WEB-2 Task 2');
  await dismiss(elsewhere);
  await expect.element(title(2)).toHaveFocus();
  const choose = (item: string) => pickFrom(page.getByRole('button', { name: 'Actions for WEB-1' }), item);
  await choose('Move to another project…');
  await expect.element(elsewhere).toHaveTextContent('WEB-1 Task 1');
  await dismiss(elsewhere);
  await choose('Duplicate…');
  const copy = page.getByRole('dialog', { name: 'Duplicate task' });
  await expect.element(copy).toBeVisible();
  await dismiss(copy);
  await expect.element(title(1)).toHaveFocus();
});

test('who may move a task but not delete it is asked for no other project', async () => {
  const { title } = await showBoard([taskCard(1, { assignees: [USER] })], { as: 'user' });
  await pressOn(title(1), '{Shift>}M{/Shift}', 'm');
  await expect.element(dialog.getByRole('radio', { name: 'Pending' })).toHaveFocus();
  expect(dialog.getByRole('button', { name: 'Another project…' }).query()).toBeNull();
  await dismiss(dialog);
  await expect.element(title(1)).toHaveFocus();
  expect(server.calls).toEqual([]);
});

test('a lifted card that somebody else takes away is said to be gone, and Space lifts no other instead', async () => {
  const { card, title, said, tasks } = await showBoard(CARDS);
  await pressOn(title(1), ' {ArrowDown}');
  tasks.changedByOther('t-1', { deleted_at: `${TODAY}T10:00:00.000Z` });
  await expect.element(card('WEB-1')).not.toBeInTheDocument();
  await expect.element(said('Somebody else moved or removed the task you had lifted')).toBeInTheDocument();
  await expect.element(title(2)).toHaveFocus();
  await press(' {ArrowRight} ');
  await expect.element(card('WEB-2', 'Pending')).toBeVisible();
  expect(server.calls).not.toContain('POST changeTaskStatus');
  // Now it is a new lift.
  await pressOn(title(2), ' {ArrowRight} ');
  await expect.element(card('WEB-2', 'In Process')).toBeVisible();
});

wholeTest('by touch the menu is a sheet whose targets a thumb meets', async () => {
  const { matchMedia } = window;
  window.matchMedia = (query) => matchMedia.call(window, query.includes('coarse') ? 'all' : query);
  try {
    const { card } = await showBoard(CARDS, { width: 390, height: 844 });
    await page.getByRole('button', { name: 'Actions for WEB-1' }).click();
    const sheet = page.getByRole('dialog', { name: 'Task 1' });
    await expect.element(sheet).toBeVisible();
    await expectAccessible();
    const targets = [...sheet.element().querySelectorAll<HTMLElement>('li > a, li > button')];
    for (const target of targets) expect(target.offsetHeight).toBeGreaterThanOrEqual(44);
    await pickFrom(sheet.getByRole('button', { name: 'Priority…' }), 'Urgent');
    await expect.element(card('WEB-1')).toHaveTextContent('Urgent');
  } finally {
    window.matchMedia = matchMedia;
  }
});

test('on a filtered board Top and Bottom are the column’s own, also for those shown first and last', async () => {
  const { title, keysIn } = await showBoard(CARDS, { filters: { filter: 'priority:none' } });
  const positions = () =>
    [...dialog.getByLabelText('Position').element().querySelectorAll('option')].map((one) => one.text);
  const to = async (card: number, position: string) => {
    await pressOn(title(card), 'm');
    await expect.element(dialog.getByLabelText('Position')).toBeVisible();
    const offered = positions();
    await dialog.getByLabelText('Position').selectOptions(position);
    await press('{Enter}');
    return offered;
  };
  expect(await to(2, 'Top')).toEqual(['Top', 'Last of those shown (now)', 'Bottom']);
  await expect.poll(() => keysIn('Pending')).toEqual(['WEB-2', 'WEB-1']);
  expect(await to(2, 'Top')).toEqual(['Top', 'First of those shown (now)', 'Bottom']);
  await to(1, 'Bottom');
  // By keys too.
  await pressOn(title(2), ' {ArrowRight}{Home} ');
  await expect.poll(() => keysIn('In Process')).toEqual(['WEB-2', 'WEB-3', 'WEB-4']);
  const sent = () =>
    server.inputs('POST changeTaskStatus').map(({ task_id, version: _version, ...to }) => [task_id, to]);
  await expect.poll(sent).toEqual([
    ['t-2', { status: 1, top: true }],
    ['t-2', { status: 1, top: true }],
    ['t-1', { status: 1 }],
    ['t-2', { status: 2, top: true }],
  ]);
  await undo();
  await expect.poll(() => sent().at(-1)).toEqual(['t-2', { status: 1, rank: expect.any(String), undo: true }]);
});

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
  await pressOn(title(2), ' {ArrowRight} ');
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

test('what others do to a card that a finger carries waits until it is let go', async () => {
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

test('a card that a finger lets go over itself stays where it was', async () => {
  const board = await showBoard(THREE);
  const { card, keysIn } = board;
  await canBeDragged(board, 'WEB-2');
  const { x, y } = middleOf(card('WEB-2'));
  await carry({ x, y }, { x: x + 30, y });
  const below = middleOf(card('WEB-3'));
  await carry(middleOf(card('WEB-1')), { ...below, y: below.y + 20 });
  await expect.poll(() => keysIn('In Process')).toEqual(['WEB-2', 'WEB-3', 'WEB-1']);
  await expect.poll(() => server.inputs('POST changeTaskStatus')).toMatchObject([{ task_id: 't-1', after_id: 't-3' }]);
});
