import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { TaskBoard } from '@/components/task/board/task-board';
import { showList } from '@/components/test/gallery/list-page';
import { boardOf, PROJECT, serveNames, TODAY, taskCard } from '@/components/test/gallery/records';
import { serveTasks } from '@/components/test/gallery/task-server';
import { dismiss, press, pressOn } from '@/components/test/keys';
import { expectAccessible, expectLink, live, navigation, server, show, viewerOf } from '@/components/test/part';

const three = () => [taskCard(1), taskCard(2), taskCard(3)];
const peek = (number: number) => page.getByRole('region', { name: `Task WEB-${number}` });
const titleIn = (number: number) => peek(number).getByRole('textbox', { name: 'Title' });

test('a task is looked at beside the list: by key, by mouse, on and on, and left where one was', async () => {
  const { store, title, row } = await showList(three());
  await press('j', ' ');
  await expect.element(titleIn(1)).toHaveValue('Task 1');
  await expect.element(title(1)).toHaveFocus();
  expect(navigation.url).toBe('/acme/task?task=WEB-1');
  await expectAccessible();
  await press('j');
  await expect.element(titleIn(2)).toHaveValue('Task 2');
  await expect.element(title(2)).toHaveFocus();
  await press('k', 'k');
  await expect.element(peek(1)).toBeVisible();
  expect(navigation.url).toBe('/acme/task?task=WEB-1');
  await press('jjj');
  await expect.element(peek(3)).toBeVisible();
  await press('kk');

  // What is changed beside the list is changed in it; letters are text there.
  await titleIn(1).fill('Renamed j');
  await expect.poll(() => store.task('t-1').title).toBe('Renamed j');
  live.say(`private-project-${PROJECT._id}`, 'task.changed', { id: 't-1', version: store.task('t-1').version });
  await expect.element(title(1)).toHaveTextContent('Renamed j');
  await expect.element(peek(1)).toBeVisible();
  await press('{Escape}');
  await expect.element(peek(1)).toBeVisible();
  await dismiss(peek(1));
  await expect.element(title(1)).toHaveFocus();
  expect(navigation.url).toBe('/acme/task');

  await press('o');
  await expect.element(peek(1)).toBeVisible();
  await press('o');
  await expect.element(peek(1)).not.toBeInTheDocument();
  await row(2).getByRole('cell', { name: 'WEB-2', exact: true }).click();
  await expect.element(titleIn(2)).toBeVisible();
  await peek(2).getByRole('button', { name: 'Close', exact: true }).click();
  await expect.element(peek(2)).not.toBeInTheDocument();
  await expect.element(title(2)).toHaveFocus();
});

test('by its address it is open from the beginning, and Back closes it', async () => {
  await showList(three(), { url: '/acme/task?task=WEB-2' });
  await expect.element(titleIn(2)).toHaveValue('Task 2');
  await peek(2).getByRole('button', { name: 'Close', exact: true }).click();
  await press('{ArrowUp}', 'o');
  await expect.element(peek(1)).toBeVisible();
  window.history.back();
  await expect.element(peek(1)).not.toBeInTheDocument();
});

test('F6 leads out of the task beside the view, and back to where one was in it', async () => {
  await showList(three(), { url: '/acme/task?task=WEB-2' });
  await expect.element(titleIn(2)).toHaveValue('Task 2');
  await pressOn(titleIn(2), '{F6}');
  await expect.poll(() => peek(2).element().contains(document.activeElement)).toBe(false);
  await press('{Shift>}{F6}{/Shift}');
  await expect.element(titleIn(2)).toHaveFocus();
});

test('until it is read its title is there, and what cannot be read says why', async () => {
  const { title } = await showList(three());
  const held = server.hold('GET task/{id}');
  await pressOn(title(1), 'o');
  await held.reached;
  await expect.element(peek(1).getByRole('heading', { name: 'Task 1' })).toBeVisible();
  // On to the next: the late answer is nobody's.
  await press('j');
  await expect.element(titleIn(2)).toHaveValue('Task 2');
  held.release();
  await expect.element(titleIn(2)).toHaveValue('Task 2');
  await expect.element(peek(1)).not.toBeInTheDocument();

  server.refuseNext('GET task/{id}', 404, 'not_found', 'Gone.');
  await press('j');
  await expect.element(peek(3)).toHaveTextContent('WEB-3 is not here, or you have no access to it.');
  server.refuseNext('GET task/{id}', 403, 'forbidden', 'No.');
  await press('k');
  await expect.element(peek(2).getByText('The task could not be loaded')).toBeVisible();
  await expectAccessible();
  await peek(2).getByRole('button', { name: 'Retry' }).click();
  await expect.element(titleIn(2)).toHaveValue('Task 2');
});

test('what left the list gives its place to the one that is there now', async () => {
  const { store, row, title } = await showList(three(), { url: '/acme/task?filter=status:1' });
  await pressOn(title(2), 'o');
  await expect.element(titleIn(2)).toBeVisible();
  store.changedByOther('t-2', { status: 4 });
  await expect.element(row(2)).not.toBeInTheDocument();
  await expect.element(peek(2)).toBeVisible();
  await press('j');
  await expect.element(peek(3)).toBeVisible();
  await expect.element(title(3)).toHaveFocus();
});

test('on a phone it takes the screen, and the focus', async () => {
  await showList(three(), { width: 390, height: 844, url: '/acme/task?task=WEB-1' });
  await expect.element(titleIn(1)).toBeVisible();
  await expect.element(peek(1).getByRole('button', { name: 'Close', exact: true })).toHaveFocus();
  await expectAccessible();
});

const shared = {
  viewer: viewerOf(),
  projectId: PROJECT._id,
  projectKey: PROJECT.key,
  view: 'WEB',
  allCompleted: false,
  today: TODAY,
};

test('on the board a press on a card opens it over the columns, which stay where they are, and J walks on', async () => {
  const cards = three();
  serveTasks(cards);
  serveNames();
  const board = <TaskBoard {...shared} filters={{}} loadedAt={Date.now()} columns={boardOf(cards)} />;
  const screen = await show(board, { url: '/acme/task?view=board' });
  const card = (name: string) => screen.getByRole('link', { name });
  const columns = () =>
    [...document.querySelectorAll('main section')].slice(0, 5).map((one) => one.getBoundingClientRect().x);
  const before = columns();
  await card('Task 1').click();
  await expect.element(titleIn(1)).toBeVisible();
  expect(columns()).toEqual(before);
  await expectAccessible();
  await dismiss(peek(1));
  await expect.element(card('Task 1')).toHaveFocus();
  // As from its menu, which has its page too.
  await page.getByRole('button', { name: 'Actions for WEB-1' }).click();
  await expectLink(page.getByRole('menuitem', { name: 'Open the page' }), '/acme/taskpage?task=WEB-1');
  await page.getByRole('menuitem', { name: 'Open', exact: true }).click();
  await expect.element(titleIn(1)).toBeVisible();
  await press('j');
  await expect.element(peek(2)).toBeVisible();
  await dismiss(peek(2));
  await expect.element(card('Task 2')).toHaveFocus();
  expect(navigation.url).toBe('/acme/task?view=board');
});
