import { expect, type Locator, type Page } from '@playwright/test';
import { test } from '../fixtures';
import { boardIsReady, boardUrl, canBeDragged, card, column } from '../support/board';
import { day as dayFromToday } from '../support/days';
import { carry, middleOf, swipe, TABLET } from '../support/finger';
import { messagesStay } from '../support/messages';
import type { Program } from '../support/program';

/** What a mouse drags, a finger drags after a long press; a finger that moves at once scrolls. */

const PHONE = { ...TABLET, viewport: { width: 390, height: 844 } };

const statusOf = async (leader: Program, key: string) => (await leader.ask('GET', `task/${key}`)).data.status;

test('a card is carried to another column by touch, and taken back', async ({ as, program }) => {
  const leader = await program('leader');
  const project = await leader.newProject('By finger');
  const task = await leader.newTask(project._id, 'Carry me', { status: 1 });
  const first = await leader.newTask(project._id, 'There before', { status: 2 });
  const page = await as('leader', 'acme', TABLET);
  await page.goto(boardUrl('acme', project.key));
  await boardIsReady(page);
  await canBeDragged(card(page, task.key));
  const target = await middleOf(card(page, first.key, 'In Process'));
  await carry(page, await middleOf(card(page, task.key, 'Pending')), { x: target.x, y: target.y - 20 });
  await expect(column(page, 'In Process').getByRole('listitem').first()).toContainText(task.key);
  await expect.poll(() => statusOf(leader, task.key)).toBe(2);
  await page.keyboard.press('Control+z');
  await expect(card(page, task.key, 'Pending')).toBeVisible();
  await expect.poll(() => statusOf(leader, task.key)).toBe(1);

  await canBeDragged(card(page, task.key, 'Pending'));
  // Pressed long and let go where it was, it stays, and is not opened.
  await carry(page, await middleOf(card(page, task.key, 'Pending')));
  await expect(card(page, task.key, 'Pending')).toBeVisible();
  await expect(page).toHaveURL(/view=board/);
});

test('on a phone a finger scrolls the board, and a carried card takes it along', async ({ as, program }) => {
  const leader = await program('leader');
  const project = await leader.newProject('By thumb along');
  const task = await leader.newTask(project._id, 'Carry me along', { status: 1 });
  const page = await as('leader', 'acme', PHONE);
  await page.goto(boardUrl('acme', project.key));
  await boardIsReady(page);
  const pending = column(page, 'Pending');
  await expect(pending).toBeInViewport({ ratio: 0.5 });
  const { y } = await middleOf(card(page, task.key));
  await swipe(page, { x: 340, y }, { x: -290 });
  // How far it flies depends on how fast the finger's moves arrive.
  await expect.poll(() => leftOf(pending)).toBeLessThan(0);
  await page.reload();
  await boardIsReady(page);
  await expect(pending).toBeInViewport({ ratio: 0.9 });
  expect(await statusOf(leader, task.key)).toBe(1);

  // Near the edge the board goes along, as far as it comes until the finger leaves the edge.
  await expect.poll(() => leftOf(pending)).toBeGreaterThan(0);
  await canBeDragged(card(page, task.key));
  const from = await middleOf(card(page, task.key));
  await carry(
    page,
    from,
    { x: 374, y: from.y },
    async () => {
      await expect.poll(() => leftOf(pending)).toBeLessThan(-200);
      return { x: 195, y: from.y };
    },
    async () => {
      const places = await Promise.all(OTHERS.map((status) => middleOf(column(page, status))));
      return { x: places.find(({ x }) => x > 20 && x < 370)?.x ?? 0, y: from.y };
    },
  );
  await expect(card(page, task.key, 'Pending')).toBeHidden();
  await expect.poll(() => statusOf(leader, task.key)).not.toBe(1);
});

const OTHERS = ['In Process', 'Testing', 'Completed', 'Backlogs'];
const leftOf = async (of: Locator) => (await of.boundingBox())?.x ?? 0;

const datesOf = async (leader: Program, id: string) => {
  const { data } = await leader.ask('GET', `task/${id}`);
  return [data.start_date, data.due_date];
};

test('a task of the calendar is carried to another day by touch', async ({ as, program }) => {
  const leader = await program('leader');
  const project = await leader.newProject('Days by finger');
  const task = await leader.newTask(project._id, 'Paint the gate', { due_date: '2031-03-11' });
  const page = await as('leader', 'acme', TABLET);
  const day = (date: string) => page.locator(`[data-day="${date}"]`);
  await page.goto(`/acme/task?view=calendar&project=${project.key}&date=2031-03-09`);
  await page.waitForLoadState('networkidle');
  await canBeDragged(day('2031-03-11').locator('[data-row]'));
  const link = day('2031-03-11').getByRole('link', { name: 'Paint the gate', exact: true });
  await carry(page, await middleOf(link), await middleOf(day('2031-03-13')));
  await expect(day('2031-03-13').getByRole('link', { name: 'Paint the gate', exact: true })).toBeVisible();
  await expect.poll(() => datesOf(leader, task._id)).toEqual([null, '2031-03-13']);
  await page.keyboard.press('Control+z');
  await expect.poll(() => datesOf(leader, task._id)).toEqual([null, '2031-03-11']);
});

test('a bar of the timeline is carried by touch; a finger that moves at once scrolls the chart', async ({
  as,
  program,
}) => {
  const leader = await program('leader');
  const project = await leader.newProject('Bars by finger');
  const task = await leader.newTask(project._id, 'Lay the path', {
    start_date: dayFromToday(8),
    due_date: dayFromToday(17),
  });
  const page = await as('leader', 'acme', TABLET);
  await page.goto(`/acme/projectdetails?project=${project.key}&tab=timeline`);
  await page.waitForLoadState('networkidle');
  const grip = page.locator(`[data-bar="${task._id}"] [data-grip="move"]`);
  const before = await scrolledOf(page, task._id);
  await swipe(page, await middleOf(grip), { x: -150 });
  await expect.poll(() => scrolledOf(page, task._id)).not.toBe(before);
  expect(await datesOf(leader, task._id)).toEqual([dayFromToday(8), dayFromToday(17)]);

  await page.reload();
  await page.waitForLoadState('networkidle');
  const box = await grip.boundingBox();
  if (!box) throw new Error('Not on the screen');
  const from = await middleOf(grip);
  await carry(page, from, { x: from.x + box.width / 5, y: from.y });
  await expect.poll(() => datesOf(leader, task._id)).toEqual([dayFromToday(10), dayFromToday(19)]);
  await page.keyboard.press('Control+z');
  await expect.poll(() => datesOf(leader, task._id)).toEqual([dayFromToday(8), dayFromToday(17)]);
});

/** How far the chart of a bar is scrolled sideways. */
const scrolledOf = (page: Page, id: string): Promise<number> =>
  page.locator(`[data-bar="${id}"]`).evaluate((bar) => {
    let left = 0;
    for (let one: Element | null = bar; one; one = one.parentElement) left += one.scrollLeft;
    return left;
  });

test('on a phone a subtask is carried above another', async ({ as, program }) => {
  const leader = await program('leader');
  const project = await leader.newProject('Below by thumb');
  const top = await leader.newTask(project._id, 'Open the shop');
  const first = await leader.newTask(project._id, 'Paint', { parent_id: top._id });
  const last = await leader.newTask(project._id, 'Stock', { parent_id: top._id });
  const page = await as('leader', 'acme', PHONE);
  await page.goto(`/acme/taskpage?task=${top.key}`);
  const rows = page.getByRole('region', { name: /^Subtasks/ }).getByRole('listitem');
  await page.getByRole('heading', { name: /^Subtasks/ }).tap();
  await expect(rows.last()).toHaveAttribute('draggable', 'true');
  await rows.last().scrollIntoViewIfNeeded();
  await carry(page, await middleOf(rows.last()), await middleOf(rows.first()));
  await expect(rows.first()).toContainText(last.key);
  await expect(page).toHaveURL(/taskpage/);
  const order = async () => JSON.stringify((await leader.ask('GET', `task/${top._id}`)).data.subtasks);
  await expect.poll(order).toMatch(new RegExp(`${last.key}.*${first.key}`));
});

test('on a phone a row is swiped to the right to complete it, and to the left for its date', async ({
  as,
  program,
}) => {
  const leader = await program('leader');
  const project = await leader.newProject('Swiped');
  const task = await leader.newTask(project._id, 'Paint the gate', { status: 1 });
  const page = await as('leader', 'acme', PHONE);
  await page.goto(`/acme/task?project=${project.key}`);
  const row = page.locator(`[data-row="${task.key}"]`);
  await page.getByRole('heading', { level: 1 }).tap();
  await expect(page.getByRole('table')).toHaveCSS('touch-action', 'pan-y pinch-zoom');
  const { y } = await middleOf(row);
  // Not far enough, and down: neither does anything.
  await swipe(page, { x: 120, y }, { x: 60 });
  await swipe(page, { x: 120, y }, { x: 20, y: 150 });
  await swipe(page, { x: 320, y }, { x: -180 });
  await expect(page.getByRole('dialog', { name: 'Due date' })).toBeVisible();
  expect(await statusOf(leader, task.key)).toBe(1);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog', { name: 'Due date' })).toHaveCount(0);
  await messagesStay(page);
  await swipe(page, { x: 120, y }, { x: 180 });
  await expect.poll(() => statusOf(leader, task.key)).toBe(4);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => statusOf(leader, task.key)).toBe(1);
});
