import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { live } from '@/components/test/connection';
import { middleOf, swipe, touchScreen } from '@/components/test/finger';
import { press, showList } from '@/components/test/gallery/list-page';
import { taskCard } from '@/components/test/gallery/task';
import { message } from '@/components/test/messages';
import { server } from '@/components/test/server';
import { wholeTest } from '@/lib/test/whole';

/** Readings that meet, tasks that are made beside a long list, and rows that a finger swipes. */

const LONG = Array.from({ length: 110 }, (_, at) => taskCard(at + 1));
const byDue = { url: '/acme/task?sort=due', first: 50 };

test('rows that came while the list was read again do not go', async () => {
  const { keys, store } = await showList(LONG, byDue);
  const reading = server.hold('GET taskList');
  // The last one comes first by now: none of those that follow.
  store.changedByOther('t-110', { rank: 'a0', title: 'First now' });
  live.catchUp('reconnected');
  await reading.reached;
  await page.getByRole('button', { name: /^Show more/ }).click();
  await expect.poll(() => keys().length).toBeGreaterThanOrEqual(109);
  reading.release();
  await expect.poll(() => keys()[0]).toBe('WEB-110');
  await expect.poll(() => new Set(keys()).size).toBe(110);
  expect(keys()).toHaveLength(110);
});

test('rows that were asked for before the list was read again come', async () => {
  const { keys, store } = await showList(LONG, byDue);
  const paging = server.hold('GET taskList');
  await page.getByRole('button', { name: /^Show more/ }).click();
  await paging.reached;
  store.write('t-110', { rank: 'a0' });
  live.catchUp('reconnected');
  await expect.poll(() => keys()[0]).toBe('WEB-110');
  paging.release();
  await expect.poll(() => new Set(keys()).size).toBe(110);
  expect(keys()).toHaveLength(110);
  // Read again as far as it is shown.
  store.write('t-110', { title: 'Read again' });
  live.catchUp('reconnected');
  await expect.element(page.getByRole('link', { name: 'Read again' })).toBeVisible();
  expect(keys()).toHaveLength(110);
});

test('J at the last row that was read brings the next ones, and goes on to them', async () => {
  const { keys, title } = await showList(LONG, byDue);
  title(keys().at(-1) ?? '')
    .element()
    .focus();
  await press('j');
  const inHand = () => document.activeElement?.closest('[data-row]')?.getAttribute('data-row') ?? '';
  await expect.poll(() => keys().indexOf(inHand())).toBe(50);
});

test('a new task has the focus in a list of more than a page, in any order and in its folded group; filters that hide it are named', async () => {
  const dialog = page.getByRole('dialog', { name: 'New task' });
  const make = async (title: string) => {
    await press('c');
    await dialog.getByRole('textbox', { name: 'Title' }).fill(title);
    await press('{Control>}{Enter}{/Control}');
    await expect.element(dialog).not.toBeInTheDocument();
  };
  const link = (title: string) => page.getByRole('link', { name: title, exact: true });
  const first = await showList(LONG.slice(0, 60), byDue);
  await make('The last plank');
  await expect.element(link('The last plank')).toHaveFocus();
  await expect.element(link('The last plank')).toBeInViewport();
  await expect.element(message(/was created\./)).toBeVisible();
  // What is read again are the first rows alone, and this one.
  live.catchUp('reconnected');
  await expect.poll(() => server.inputs('GET taskList').length).toBeGreaterThan(0);
  await expect.element(link('The last plank')).toHaveFocus();
  await first.screen.unmount();

  const grouped = await showList(LONG.slice(0, 60), { url: '/acme/task?group=priority' });
  await page.getByRole('button', { name: /^No(ne| priority)/ }).click();
  await expect.poll(grouped.keys).toEqual([]);
  await make('In its folded group');
  await expect.element(link('In its folded group')).toHaveFocus();
  await grouped.screen.unmount();

  await showList(LONG, { url: '/acme/task?filter=priority:urgent' });
  await make('Not urgent');
  await expect.element(message('was created. The filters of this view hide it.')).toBeVisible();
  await expect.element(link('Not urgent')).not.toBeInTheDocument();
});

wholeTest(
  'no head of a group lies over the row that has the focus, and J goes on where a row was taken away',
  async () => {
    const cards = Array.from({ length: 24 }, (_, at) => taskCard(at + 1, { status: 1 + Math.floor(at / 8) }));
    const { keys, store, title } = await showList(cards, { height: 500 });
    expect(keys()).toHaveLength(24);
    const at = (index: number) => title(keys()[index] ?? '');
    at(2).element().focus();
    store.changedByOther(keys()[2] ?? '', { status: 4 });
    await expect.poll(keys).toHaveLength(23);
    await expect.element(at(2)).toHaveFocus();
    const isCovered = () => {
      const { left, top, height } = (document.activeElement as HTMLElement).getBoundingClientRect();
      return document.elementFromPoint(left + 4, top + height / 2)?.closest('[data-row]') === null;
    };
    const walk = async (key: string, to: number) => {
      await press(key);
      await expect.element(at(to)).toHaveFocus();
      expect(isCovered(), `row ${to} by ${key}`).toBe(false);
    };
    for (let index = 3; index < 23; index++) await walk('j', index);
    for (let index = 21; index >= 0; index--) await walk('k', index);
  },
);

test('by touch a row is swiped to the right to complete it, and to the left for its date', async () => {
  touchScreen();
  const { row, store } = await showList([taskCard(1), taskCard(2)], { width: 390, height: 844 });
  await expect.element(page.getByRole('table')).toHaveStyle({ touchAction: 'pan-y pinch-zoom' });
  const { y } = middleOf(row(1));
  const due = page.getByRole('dialog', { name: 'Due date' });
  // Not far enough, and down: neither does anything.
  swipe({ x: 120, y }, { x: 60 });
  swipe({ x: 120, y }, { x: 20, y: 150 });
  swipe({ x: 320, y }, { x: -180 });
  await expect.element(due).toBeVisible();
  expect(store.task('t-1').status).toBe(1);
  await press('{Escape}');
  await expect.element(due).not.toBeInTheDocument();
  swipe({ x: 120, y }, { x: 180 });
  await expect.poll(() => store.task('t-1').status).toBe(4);
  await expect.element(message('WEB-1 moved to Completed.')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => store.task('t-1').status).toBe(1);
});
