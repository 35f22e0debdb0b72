import { expect } from '@playwright/test';
import { test } from '../fixtures';
import { canBeDragged } from '../support/board';
import { day as dayFromToday } from '../support/days';
import { carry, middleOf, swipe, TABLET } from '../support/finger';

/** What a mouse drags, a finger drags after a long press; a finger that moves at once scrolls. */

test('on a tablet a finger carries a task of the calendar and a bar of the timeline', {
  tag: '@whole',
}, async ({ org }) => {
  const leader = await org.program('leader');
  const project = await leader.newProject('By finger');
  const task = await leader.newTask(project._id, 'Paint the gate', {
    start_date: dayFromToday(8),
    due_date: dayFromToday(17),
  });
  const dated = await leader.newTask(project._id, 'Order the paint', { due_date: '2031-03-11' });
  const stored = async (id = task._id) => (await leader.ask('GET', `task/${id}`)).data;
  const page = await org.as('leader', TABLET);
  const day = (date: string) => page.locator(`[data-day="${date}"]`);
  const link = (date: string) => day(date).getByRole('link', { name: 'Order the paint', exact: true });
  await page.goto(org.url(`task?view=calendar&project=${project.key}&date=2031-03-09`));
  await canBeDragged(day('2031-03-11').locator('[data-row]'));
  await carry(page, await middleOf(link('2031-03-11')), await middleOf(day('2031-03-13')));
  await expect(link('2031-03-13')).toBeVisible();
  await expect.poll(async () => (await stored(dated._id)).due_date).toBe('2031-03-13');

  const dates = async () => [(await stored()).start_date, (await stored()).due_date];
  const bar = page.locator(`[data-bar="${task._id}"]`);
  const scrolled = () =>
    bar.evaluate((element) => {
      let left = 0;
      for (let one: Element | null = element; one; one = one.parentElement) left += one.scrollLeft;
      return left;
    });
  const timeline = org.url(`projectdetails?project=${project.key}&tab=timeline`);
  await page.goto(timeline);
  const grip = bar.locator('[data-grip="move"]');
  await expect(grip).toBeInViewport();
  const before = await scrolled();
  await swipe(page, await middleOf(grip), { x: -150 });
  await expect.poll(scrolled).not.toBe(before);
  expect(await dates()).toEqual([dayFromToday(8), dayFromToday(17)]);
  await page.goto(timeline);
  await expect(grip).toBeInViewport();
  const from = await middleOf(grip);
  const { width = 0 } = (await grip.boundingBox()) ?? {};
  await carry(page, from, { x: from.x + width / 5, y: from.y });
  await expect.poll(dates).toEqual([dayFromToday(10), dayFromToday(19)]);
  await page.keyboard.press('Control+z');
  await expect.poll(dates).toEqual([dayFromToday(8), dayFromToday(17)]);
});
