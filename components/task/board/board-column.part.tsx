import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '@/components/test/axe';
import { live } from '@/components/test/connection';
import { boardWith, showBoard } from '@/components/test/gallery/board';
import { PROJECT } from '@/components/test/gallery/project';
import { taskCard } from '@/components/test/gallery/task';
import { message } from '@/components/test/messages';
import { server } from '@/components/test/server';
import { COMPLETED } from '@/lib/task/vocabulary';
import { STANDARD, type Workflow } from '@/lib/workflow/vocabulary';

/** Columns: closed and open, written into, long, old, and with rules of their own. */

const CARDS = [taskCard(1), taskCard(2), taskCard(3, { status: 2 })];
const press = (keys: string) => userEvent.keyboard(keys);
const button = (name: string) => page.getByRole('button', { name, exact: true });

test('a column is closed and opened by keys, stays closed on the next visit, and takes what is dropped on it', async () => {
  const { card, column, title, tasks, unmount } = await showBoard(CARDS);
  title(3).element().focus();
  await press('{ArrowUp}{ArrowUp}');
  await expect.element(button('Close the column In Process')).toHaveFocus();
  await press('{Enter}');
  await expect.element(card('WEB-3')).not.toBeInTheDocument();
  await expect.element(button('Open the column In Process')).toHaveFocus();
  await expect.element(button('Open the column In Process')).toHaveAttribute('aria-expanded', 'false');
  await expect.element(column('In Process')).toHaveTextContent('1 task');
  await expectAccessible();
  // The lifted go past it; the mouse puts something into it.
  title(1).element().focus();
  await press(' {ArrowRight}');
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
  await line.fill('Mend the roof !high');
  await press('{Enter}');
  await expect.element(line).toHaveFocus();
  await expect.element(card('WEB-4', 'Pending')).toHaveTextContent('Mend the roof');
  expect(server.inputs('POST Task')).toEqual([
    { title: 'Mend the roof', priority: 'high', project_id: PROJECT._id, status: 1 },
  ]);
  expect(keysIn('Pending')).toEqual(['WEB-1', 'WEB-2', 'WEB-4']);
  await press('{Escape}');
  await expect.element(line).not.toBeInTheDocument();

  // What the line at an empty column adds is undone as other changes are.
  await column('Testing').getByRole('button', { name: 'Add', exact: true }).click();
  await expect.element(page.getByRole('textbox', { name: 'New task in Testing' })).toHaveFocus();
  await press('{Escape}');
  await expect.element(page.getByRole('textbox', { name: 'New task in Testing' })).not.toBeInTheDocument();
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
  title(1).element().focus();
  await press('{ArrowDown}');
  await expect.element(button('Show all')).toHaveFocus();
  await press('{Enter}');
  await expect.poll(() => keysIn('Completed')).toEqual(['WEB-1', 'WEB-2', 'WEB-3', 'WEB-4']);
  expect(document.cookie).toContain('board-completed=all');
  await button('Show the last 14 days').click();
  await expect.poll(() => keysIn('Completed')).toEqual(['WEB-1']);
  expect(document.cookie).toContain('board-completed=recent');
});

test('of a long column only what is in view is drawn; the rest is read on the way down, and keys reach its end', async () => {
  const many = Array.from({ length: 120 }, (_, at) => taskCard(at + 1));
  const { card, column, keysIn, title } = await showBoard(many, { height: 700 });
  await expect.element(column('Pending')).toHaveTextContent('120 tasks');
  await expect.poll(() => keysIn('Pending').length).toBeLessThan(40);
  title(1).element().focus();
  await press('{End}');
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
});

test('the workflow’s names, limit and moves show at the columns; what it does not allow is refused in words', async () => {
  const named: Workflow = {
    ...STANDARD,
    columns: STANDARD.columns.map((column) => (column.status === 1 ? { ...column, name: 'To do', limit: 1 } : column)),
    moves: { 1: [2], 2: [1, 3], 3: [], 4: [], 5: [] },
  };
  const { card, column, title, said, showAgain } = await showBoard(CARDS, {
    shell: { workflows: { [PROJECT._id]: named } },
  });
  await expect.element(column('To do')).toHaveTextContent('2 of 1 tasks, over the limit');
  await expect.element(card('WEB-1')).toHaveAttribute('draggable', 'true');
  await userEvent.dragAndDrop(card('WEB-1'), column('Testing'), { sourcePosition: { x: 60, y: 84 } });
  const words = 'The workflow does not allow a move from To do to Testing. From To do it can go to In Process.';
  await expect.element(page.getByRole('alert').filter({ hasText: words })).toBeVisible();
  await expect.element(said(words)).toBeInTheDocument();
  await expect.element(card('WEB-1', 'To do')).toBeVisible();

  title(1).element().focus();
  await press(' ');
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
