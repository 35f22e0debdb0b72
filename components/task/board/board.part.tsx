import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { BoardChoice } from '@/components/task/group-board/board-choice';
import { boardWith, showBoard } from '@/components/test/gallery/board';
import { LEADER, OTHER_USER, USER } from '@/components/test/gallery/people';
import { boardOf, DESIGN, PRINT, PROJECT, TODAY, taskCard } from '@/components/test/gallery/records';
import { dismiss, enter, press, pressOn } from '@/components/test/keys';
import { expectAccessible, list, live, message, navigation, pickFrom, server, show } from '@/components/test/part';
import { COMPLETED } from '@/lib/task/vocabulary';
import { wholly } from '@/lib/test/whole';
import { STANDARD, type Workflow } from '@/lib/workflow/vocabulary';

/** Columns: closed and open, written into, long, old, and with rules of their own. */

const CARDS = [taskCard(1), taskCard(2), taskCard(3, { status: 2 })];
const button = (name: string) => page.getByRole('button', { name, exact: true });

test('a column is closed and opened by keys, stays closed on the next visit, and takes what is dropped on it', async () => {
  const { card, column, title, tasks, unmount } = await showBoard(CARDS);
  await pressOn(title(3), '{ArrowUp}{ArrowUp}');
  await expect.element(button('Close the column In Process')).toHaveFocus();
  await press('{Enter}');
  await expect.element(card('WEB-3')).not.toBeInTheDocument();
  await expect.element(button('Open the column In Process')).toHaveFocus();
  await expect.element(button('Open the column In Process')).toHaveAttribute('aria-expanded', 'false');
  await expect.element(column('In Process')).toHaveTextContent('1 task');
  await expectAccessible();
  // The lifted go past it; the mouse puts something into it.
  await pressOn(title(1), ' {ArrowRight}');
  await expect.element(card('WEB-1', 'Testing')).toBeVisible();
  await press('{Escape}');
  await expect.element(card('WEB-1')).toHaveAttribute('draggable', 'true');
  await userEvent.dragAndDrop(card('WEB-1'), column('In Process'), { sourcePosition: { x: 60, y: 84 } });
  await expect.poll(() => tasks.task('t-1').status).toBe(2);
  expect(server.inputs('POST changeTaskStatus')).toEqual([{ task_id: 't-1', status: 2 }]);
  await unmount();

  const again = await showBoard(CARDS);
  await expect.element(again.card('WEB-1')).toBeVisible();
  await expect.element(again.card('WEB-3')).not.toBeInTheDocument();
  await button('Open the column In Process').click();
  await expect.element(again.card('WEB-3')).toBeVisible();
});

test('a task is written at a column’s end: Enter adds it and goes on, Escape closes, and it is taken back', async () => {
  const { card, column, keysIn, tasks } = await showBoard(CARDS);
  await button('New task in Pending').click();
  const line = page.getByRole('textbox', { name: 'New task in Pending' });
  await expect.element(line).toHaveFocus();
  await enter(line, 'Mend the roof !high');
  await expect.element(line).toHaveFocus();
  await expect.element(card('WEB-4', 'Pending')).toHaveTextContent('Mend the roof');
  expect(server.inputs('POST Task')).toEqual([
    { title: 'Mend the roof', priority: 'high', project_id: PROJECT._id, status: 1 },
  ]);
  expect(keysIn('Pending')).toEqual(['WEB-1', 'WEB-2', 'WEB-4']);
  await dismiss(line);

  // What the line at an empty column adds is undone as other changes are.
  await column('Testing').getByRole('button', { name: 'Add', exact: true }).click();
  await expect.element(page.getByRole('textbox', { name: 'New task in Testing' })).toHaveFocus();
  await dismiss(page.getByRole('textbox', { name: 'New task in Testing' }));
  await press('{Control>}z{/Control}');
  await expect.poll(() => tasks.task('WEB-4').deleted_at).not.toBeNull();
  live.say(`private-project-${PROJECT._id}`, 'task.deleted', { id: tasks.task('WEB-4')._id, version: 2 });
  await expect.element(card('WEB-4')).not.toBeInTheDocument();
});

test('what was completed long ago is counted, shown on request, and the choice is kept', async () => {
  const ago = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
  const done = [3, 20, 30, 40].map((days, at) => taskCard(at + 1, { status: COMPLETED, completed_at: ago(days) }));
  const { column, keysIn, title } = await showBoard(done);
  expect(keysIn('Completed')).toEqual(['WEB-1']);
  await expect.element(column('Completed')).toHaveTextContent('4 tasks');
  await expect.element(column('Completed')).toHaveTextContent('3 tasks completed more than 14 days ago');
  await pressOn(title(1), '{ArrowDown}');
  await expect.element(button('Show all')).toHaveFocus();
  await press('{Enter}');
  await expect.poll(() => keysIn('Completed')).toEqual(['WEB-1', 'WEB-2', 'WEB-3', 'WEB-4']);
  expect(document.cookie).toContain('board-completed=all');
  await button('Show the last 14 days').click();
  await expect.poll(() => keysIn('Completed')).toEqual(['WEB-1']);
  expect(document.cookie).toContain('board-completed=recent');
  // Of which project one looked at the board last.
  expect(document.cookie).toContain(`last-board=${PROJECT.key}`);
});

test('of a long column only what is in view is drawn; the rest is read on the way down, and keys reach its end', async () => {
  const many = Array.from({ length: 120 }, (_, at) => taskCard(at + 1));
  const { card, column, keysIn, tasks, title } = await showBoard(many, { height: 700 });
  await expect.element(column('Pending')).toHaveTextContent('120 tasks');
  await expect.poll(() => keysIn('Pending').length).toBeLessThan(40);
  await pressOn(title(1), '{End}');
  await expect.poll(() => server.inputs('GET taskListByProject').length).toBeGreaterThan(0);
  await expect.poll(() => document.activeElement?.textContent).not.toBe('Task 1');
  await expect
    .poll(async () => {
      await press('{End}');
      return document.activeElement?.textContent;
    })
    .toBe('Task 120');
  await expect.element(title(120)).toBeInViewport();
  expect(keysIn('Pending').length).toBeLessThan(60);
  // The last one is moved as any other, with the focus.
  await press('s');
  await page.getByRole('menuitemradio', { name: 'In Process' }).click();
  await expect.element(card('WEB-120', 'In Process')).toBeVisible();
  await expect.element(title(120)).toHaveFocus();
  await expect.element(column('Pending')).toHaveTextContent('119 tasks');
  // Read again it is there as far as it was.
  tasks.write('t-119', { title: 'Read again' });
  live.catchUp('reconnected');
  await expect.poll(() => server.inputs('GET taskListByProject').at(-1)).toMatchObject({ status: '1', limit: '200' });
  await pressOn(title(120), '{ArrowLeft}{End}');
  await expect.element(page.getByRole('link', { name: 'Read again' })).toHaveFocus();
});

test('the workflow’s names, limit and moves show at the columns; what it does not allow is refused in words', async () => {
  const named: Workflow = {
    ...STANDARD,
    columns: STANDARD.columns.map((one) =>
      one.status > 2 ? one : { ...one, limit: 1, ...(one.status === 1 && { name: 'To do' }) },
    ),
    moves: { 1: [2], 2: [1, 3], 3: [], 4: [], 5: [] },
  };
  const { card, column, title, said, showAgain } = await showBoard(CARDS, {
    shell: { workflows: { [PROJECT._id]: named } },
  });
  await expect.element(column('To do')).toHaveTextContent('2 of 1 tasks, over the limit');
  await expect.element(column('In Process')).toHaveTextContent('1 of 1 task');
  await expect.element(column('In Process')).not.toHaveTextContent('over the limit');
  await expect.element(card('WEB-1')).toHaveAttribute('draggable', 'true');
  await userEvent.dragAndDrop(card('WEB-1'), column('Testing'), { sourcePosition: { x: 60, y: 84 } });
  const words = 'The workflow does not allow a move from To do to Testing. From To do it can go to In Process.';
  await expect.element(page.getByRole('alert').filter({ hasText: words })).toBeVisible();
  await expect.element(said(words)).toBeInTheDocument();
  await expect.element(card('WEB-1', 'To do')).toBeVisible();

  await pressOn(title(1), ' ');
  await expect.element(said('Not allowed: Testing, Completed, Backlogs')).toBeInTheDocument();
  await expect.element(column('Testing')).toHaveTextContent(words);
  await press('{ArrowRight}{ArrowRight}{ArrowLeft}{Escape}m');
  const dialog = page.getByRole('dialog', { name: 'Move to…' });
  await expect.element(dialog.getByRole('radio', { name: 'Testing' })).toBeDisabled();
  await expect.element(dialog).toHaveTextContent(/Testing\s*Not allowed from here/);
  await press('{Escape}');
  await press(' {ArrowRight}{ArrowRight} ');
  await expect.element(card('WEB-1', 'In Process')).toBeVisible();
  await expect.element(message('“Task 1” moved to In Process.')).toBeVisible();
  expect(server.inputs('POST changeTaskStatus')).toHaveLength(1);
  // With a filter not all of a column's tasks are there to be counted.
  await showAgain(boardWith(CARDS, { filters: { filter: 'priority:none' } }));
  await expect.element(column('To do')).toHaveTextContent(/2 tasks$|2 tasks(?!,)/);
  await expect.element(column('To do')).not.toHaveTextContent('2 of 1');
});

test('columns take the width that there is, and scroll where there is not enough', async () => {
  const { column } = await showBoard(CARDS, { width: 1720 });
  const width = () => column('Pending').element().getBoundingClientRect().width;
  const end = () => column('Backlogs').element().getBoundingClientRect().right;
  await expect.poll(width).toBe(320);
  await page.viewport(1300, 850);
  await expect.poll(end).toBeLessThanOrEqual(1300);
  await page.viewport(1000, 850);
  await expect.poll(width).toBe(240);
  expect(end()).toBeGreaterThan(1000);
});

/** What others do while the board is open, and answers that come late, or never. */

const undo = () => press('{Control>}z{/Control}');
const gone = { deleted_at: `${TODAY}T10:00:00.000Z` };
type Board = Awaited<ReturnType<typeof showBoard>>;

async function moveToTesting({ title }: Board, number: number) {
  await pressOn(title(number), 's');
  await page.getByRole('menuitemradio', { name: 'Testing' }).click();
}

async function choosePriority({ title }: Board, number: number, name: string) {
  await pressOn(title(number), 'p');
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
  await pressOn(board.title(3), ' {ArrowRight} ');
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
  await choosePriority(board, 3, 'High');
  await expect.element(message('Priority of WEB-3: High.')).toBeVisible();
  tasks.changedByOther('t-3', { priority: 'urgent' });
  await expect.element(card('WEB-3')).toHaveTextContent('Urgent');
  await undo();
  await expect
    .element(page.getByRole('alert').filter({ hasText: 'The change of WEB-3 was not undone.' }))
    .toHaveTextContent('The priority is now Urgent.');
  expect(tasks.task('t-3').priority).toBe('urgent');
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
  await pressOn(title(1), 'm');
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

/** Columns and lanes that are what tasks have: a drop changes that. */

const below = { sourcePosition: { x: 60, y: 84 } };
const dialog = page.getByRole('dialog', { name: 'Move to…' });

test('by assignee a drop hands the task over and leaves the others; Ctrl+Z gives it back', async () => {
  const cards = [taskCard(1, { assignees: [LEADER] }), taskCard(2, { assignees: [LEADER, USER] })];
  const { card, column, keysIn, said, tasks } = await showBoard(cards, { filters: { group: 'assignee' } });
  const people = (id: string) => tasks.task(id).assignees.map(({ name }) => name);
  expect(keysIn(LEADER.name)).toEqual(['WEB-1', 'WEB-2']);
  expect(keysIn(USER.name)).toEqual(['WEB-2']);
  await expectAccessible();
  await expect.element(card('WEB-1')).toHaveAttribute('draggable', 'true');
  await userEvent.dragAndDrop(card('WEB-1'), column(OTHER_USER.name), below);
  await expect.element(card('WEB-1', OTHER_USER.name)).toBeVisible();
  await expect.element(card('WEB-1', LEADER.name)).not.toBeInTheDocument();
  await expect.element(message(`“Task 1” moved to ${OTHER_USER.name}.`)).toBeVisible();
  expect(people('t-1')).toEqual([OTHER_USER.name]);
  await undo();
  await expect.element(card('WEB-1', LEADER.name)).toBeVisible();
  await expect.poll(() => people('t-1')).toEqual([LEADER.name]);

  // By keys, one of two: the other stays, and the focus goes along.
  await pressOn(card('WEB-2', LEADER.name).getByRole('link'), ' {ArrowRight}');
  await expect.element(said(`Task 2: ${USER.name}`)).toBeInTheDocument();
  await press('{ArrowRight} ');
  await expect.poll(() => people('t-2')).toEqual([USER.name, OTHER_USER.name]);
  await expect.element(card('WEB-2', OTHER_USER.name).getByRole('link')).toHaveFocus();
  await press('m');
  await expect.element(dialog.getByLabelText('Position')).not.toBeInTheDocument();
  await expectAccessible();
  await dialog.getByText('Nobody').click();
  await press('{Enter}');
  await expect.element(card('WEB-2', 'Nobody')).toBeVisible();
  await expect.poll(() => people('t-2')).toEqual([]);
  await expect.element(card('WEB-2', 'Nobody').getByRole('link')).toHaveFocus();
  // What somebody else does shows as well.
  tasks.changedByOther('t-2', { assignees: [USER] });
  await expect.element(card('WEB-2', USER.name)).toBeVisible();
  await expect.poll(() => document.activeElement?.closest('[data-card]')).not.toBeNull();
});

test('a refused drop is put back with the reason; a user may put a name of one’s own on a task, and no other', async () => {
  const { card, column, tasks } = await showBoard([taskCard(1, { assignees: [LEADER] }), taskCard(2)], {
    as: 'user',
    filters: { group: 'assignee' },
  });
  await expect.element(card('WEB-2')).toHaveAttribute('draggable', 'true');
  await userEvent.dragAndDrop(card('WEB-2'), column(OTHER_USER.name), below);
  const why = '“Task 2” was put back. You can change tasks that you created or that are assigned to you.';
  await expect.element(page.getByRole('alert').filter({ hasText: why })).toBeVisible();
  await expect.element(card('WEB-2', 'Nobody')).toBeVisible();
  server.refuseNext('PATCH taskCard/{id}', 403, 'forbidden', 'Not today.');
  await userEvent.dragAndDrop(card('WEB-2'), column(USER.name), below);
  await expect.element(page.getByRole('alert').filter({ hasText: 'Not today.' })).toBeVisible();
  await expect.element(card('WEB-2', 'Nobody')).toBeVisible();
  await userEvent.dragAndDrop(card('WEB-2'), column(USER.name), below);
  await expect.poll(() => tasks.task('t-2').assignees).toHaveLength(1);
  expect(server.inputs('PATCH taskCard/{id}').map(({ assignee_ids }) => assignee_ids)).toEqual([
    [USER._id],
    [USER._id],
  ]);
});

test('by assignee what was missed is read again, a card is moved, deleted and brought back, and stays where it was put back', async () => {
  const cards = [taskCard(1, { assignees: [LEADER] }), taskCard(2)];
  const { card, said, tasks } = await showBoard(cards, { filters: { group: 'assignee' } });
  tasks.write('t-1', { assignees: [USER] });
  live.catchUp('reconnected');
  const link = card('WEB-1', USER.name).getByRole('link');
  await expect.element(link).toBeVisible();
  await pressOn(link, 's');
  await page.getByRole('menuitemradio', { name: 'Testing' }).click();
  await expect.element(message('WEB-1 moved to Testing.')).toBeVisible();
  await expect.poll(() => tasks.task('t-1').status).toBe(3);
  await pressOn(link, 'm');
  await expect.element(dialog).toBeVisible();
  await press('{Enter}');
  await expect.element(said(`Task 1: ${USER.name}`)).toBeInTheDocument();
  await expect.element(dialog).not.toBeInTheDocument();
  await pickFrom(button('Actions for WEB-1'), 'Delete');
  await expect.element(card('WEB-1')).not.toBeInTheDocument();
  await expect.poll(() => tasks.task('t-1').deleted_at).not.toBeNull();
  await undo();
  await expect.element(card('WEB-1', USER.name)).toBeVisible();
  server.refuseNext('GET taskBoard', 403, 'forbidden', 'No.');
  tasks.write('t-2', { assignees: [LEADER] });
  live.catchUp('reconnected');
  await expect.element(page.getByText('The board could not be refreshed')).toBeVisible();
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect.element(card('WEB-2', LEADER.name)).toBeVisible();
  await expect.element(page.getByText('The board could not be refreshed')).not.toBeInTheDocument();
});

test('a task with more people than its card names is read whole before it is handed over; where that fails it stays', async () => {
  const listed = taskCard(1, { assignees: [LEADER], more_assignees: 1 });
  const { card, column, tasks } = await showBoard([listed], { filters: { group: 'assignee' } });
  server.on('GET taskCard/{id}', () => taskCard(1, { assignees: [LEADER, USER] }));
  server.refuseNext('GET taskCard/{id}', 403, 'forbidden', 'No.');
  await expect.element(card('WEB-1')).toHaveAttribute('draggable', 'true');
  await userEvent.dragAndDrop(card('WEB-1'), column(OTHER_USER.name), below);
  await expect.element(message('“Task 1” was put back. No.')).toBeVisible();
  expect(server.inputs('PATCH taskCard/{id}')).toEqual([]);
  await userEvent.dragAndDrop(card('WEB-1'), column(OTHER_USER.name), below);
  await expect
    .poll(() =>
      tasks
        .task('t-1')
        .assignees.map(({ name }) => name)
        .toSorted(),
    )
    .toEqual([USER.name, OTHER_USER.name].toSorted());
});

test('by label a card leaves its label for another; a task written in a column has what the column is', async () => {
  const { card, column, tasks, said } = await showBoard([taskCard(1, { labels: [DESIGN] })], {
    filters: { group: 'label' },
  });
  await pressOn(card('WEB-1', 'Design').getByRole('link'), ' ');
  await expect.element(said('Lifted Task 1.')).toBeInTheDocument();
  await press('{ArrowRight} ');
  await expect.element(card('WEB-1', 'Print')).toBeVisible();
  await expect.element(card('WEB-1', 'Print').getByRole('link')).toHaveFocus();
  await expect.poll(() => tasks.task('t-1').labels?.map(({ name }) => name)).toEqual(['Print']);
  await button('New task in Print').click();
  await enter(page.getByRole('textbox', { name: 'New task in Print' }), 'Bind the book');
  await expect
    .poll(() => server.inputs('POST Task'))
    .toEqual([{ title: 'Bind the book', label_ids: [PRINT._id], project_id: PROJECT._id }]);
  await userEvent.dragAndDrop(card('WEB-1'), column('No label'), below);
  await expect.poll(() => tasks.task('t-1').labels).toEqual([]);
});

test('in swimlanes a card goes to another column and lane at once; each cell is read on; lanes fold and stay so', async () => {
  const high = [1, 3, 4].map((number) => taskCard(number, { priority: 'high' }));
  const cards = [...high, taskCard(2, { priority: 'low', status: 2 })];
  const options = { filters: { swimlane: 'priority' }, limit: 1 } as const;
  const { card, column, keysIn, tasks, unmount } = await showBoard(cards, options);
  await expect.poll(() => keysIn('Pending, High')).toEqual(['WEB-1', 'WEB-3', 'WEB-4']);
  const cell = { column: '1', lane: 'high' };
  expect(server.inputs('GET taskBoard')).toMatchObject([
    { ...cell, cursor: '1' },
    { ...cell, cursor: '2' },
  ]);
  // Read again it is there as far as it was.
  tasks.write('t-4', { title: 'Read again' });
  live.catchUp('reconnected');
  await expect.element(card('WEB-4', 'Pending, High')).toHaveTextContent('Read again');
  expect(server.inputs('GET taskBoard').at(-1)).toMatchObject({ ...cell, cursor: '2', limit: '200' });
  await wholly(() => expectAccessible());
  await expect.element(card('WEB-1')).toHaveAttribute('draggable', 'true');
  await userEvent.dragAndDrop(card('WEB-1'), column('Testing, Low'), below);
  await expect.element(card('WEB-1', 'Testing, Low')).toBeVisible();
  await expect.poll(() => tasks.task('t-1')).toMatchObject({ status: 3, priority: 'low' });
  await undo();
  await expect.poll(() => tasks.task('t-1')).toMatchObject({ status: 1, priority: 'high' });
  await expect.element(card('WEB-1', 'Pending, High')).toBeVisible();

  await press('{Escape}');
  const lane = page.getByRole('button', { name: /^High/ });
  await expect.element(lane).toHaveTextContent('High3');
  await pressOn(lane, '{Enter}');
  await expect.element(lane).toHaveAttribute('aria-expanded', 'false');
  await expect.element(column('Pending, High')).not.toBeInTheDocument();
  await unmount();
  const again = await showBoard(cards, options);
  await expect.element(again.card('WEB-2')).toBeVisible();
  await expect.element(again.column('Pending, High')).not.toBeInTheDocument();
});

test('J passes a card in two columns twice, and goes on to the end', async () => {
  const cards = [taskCard(1, { assignees: [USER, LEADER] }), taskCard(2, { assignees: [LEADER] }), taskCard(3)];
  const url = '/acme/task?view=board&task=WEB-1';
  const { column } = await showBoard(cards, { filters: { group: 'assignee' }, url });
  const beside = (key: string) => page.getByRole('region', { name: `Task ${key}` });
  await expect.element(beside('WEB-1')).toBeVisible();
  const shown = [...document.querySelectorAll<HTMLElement>('main [data-row]')].map(({ dataset }) => dataset.row ?? '');
  expect(shown).toEqual(['WEB-1', 'WEB-2', 'WEB-1', 'WEB-3']);
  for (const key of shown.slice(1)) {
    await press('j');
    await expect.element(beside(key)).toBeVisible();
  }
  await expect.element(column('Nobody').getByRole('link', { name: 'Task 3' })).toHaveFocus();
});

test('columns and lanes are chosen in the address; a second choice adds to the first', async () => {
  const address = { path: '/acme/task', keep: { view: 'board', project: 'WEB' } };
  await show(<BoardChoice projectId={PROJECT._id} fields={[]} address={address} filters={{ sort: '-created' }} />);
  await page.getByLabelText('Columns').selectOptions('By label');
  expect(navigation.url).toBe('/acme/task?view=board&project=WEB&group=label');
  await show(<BoardChoice projectId={PROJECT._id} fields={[]} address={address} filters={{ group: 'label' }} />);
  const lanes = page.getByLabelText('Swimlanes').last();
  await expect.element(lanes).not.toHaveTextContent('Lanes: label');
  await lanes.selectOptions('Lanes: assignee');
  expect(navigation.url).toContain('group=label&swimlane=assignee');
});
