import { expect, type Locator, type Page } from '@playwright/test';
import { test } from '../fixtures';
import { canBeDragged, card, column } from '../support/board';
import { day as dayFromToday } from '../support/days';

/** What a mouse drags, a finger drags after a long press; a finger that moves at once scrolls. */

test('on a tablet a finger carries a task of the calendar and a bar of the timeline', async ({ org }) => {
  const { leader, project } = await org.project('By finger');
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

const leftOf = async (of: Locator) => (await of.boundingBox())?.x ?? 0;
const OTHERS = ['In Process', 'Testing', 'Completed', 'Backlogs'];

test('on a phone a finger scrolls the board, and a carried card takes it along', async ({ org }) => {
  const { leader, project } = await org.project('By thumb along');
  const task = await leader.newTask(project._id, 'Carry me along', { status: 1 });
  const status = async () => (await leader.ask('GET', `task/${task.key}`)).data.status;
  const page = await org.as('leader', { ...TABLET, viewport: { width: 390, height: 844 } });
  await page.goto(org.url(`task?view=board&project=${project.key}`));
  const pending = column(page, 'Pending');
  await expect(pending).toBeInViewport({ ratio: 0.5 });
  await canBeDragged(card(page, task.key));
  const { y } = await middleOf(card(page, task.key));
  await swipe(page, { x: 340, y }, { x: -290 });
  // How far it flies depends on how fast the finger's moves arrive.
  await expect.poll(() => leftOf(pending)).toBeLessThan(0);
  await page.reload();
  await expect(pending).toBeInViewport({ ratio: 0.9 });
  expect(await status()).toBe(1);

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
      const places = await Promise.all(OTHERS.map((name) => middleOf(column(page, name))));
      return { x: places.find(({ x }) => x > 20 && x < 370)?.x ?? 0, y: from.y };
    },
  );
  await expect(card(page, task.key, 'Pending')).toBeHidden();
  await expect.poll(status).not.toBe(1);
});

const TABLET = { viewport: { width: 1180, height: 820 }, hasTouch: true, isMobile: true };

type Place = { x: number; y: number };

const STEPS = 16;

/** What shows that a long press has lifted something. */
const lifted = (page: Page) => page.locator('[data-ghost], [data-held]');

async function middleOf(of: Locator): Promise<Place> {
  const box = await of.boundingBox();
  if (!box) throw new Error('Not on the screen');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** Presses until what is below is lifted, goes to each place in steps as a finger does, and lets go. */
async function carry(page: Page, from: Place, ...to: (Place | (() => Promise<Place>))[]): Promise<void> {
  const cdp = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', at?: Place) =>
    cdp.send('Input.dispatchTouchEvent', { type, touchPoints: at ? [at] : [] });
  await touch('touchStart', from);
  await expect(lifted(page)).toHaveCount(1);
  let at = from;
  for (const one of to) {
    const next = typeof one === 'function' ? await one() : one;
    for (let step = 1; step <= STEPS; step++)
      await touch('touchMove', {
        x: at.x + ((next.x - at.x) * step) / STEPS,
        y: at.y + ((next.y - at.y) * step) / STEPS,
      });
    at = next;
  }
  await touch('touchEnd');
  await expect(lifted(page)).toHaveCount(0);
  await cdp.detach();
}

/** A finger that moves at once: all that it does is on its way together, as a pause would be a long press. */
async function swipe(page: Page, from: Place, by: Partial<Place>): Promise<void> {
  const cdp = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: Place[]) =>
    cdp.send('Input.dispatchTouchEvent', { type, touchPoints });
  const way = Array.from({ length: STEPS }, (_, step) => ({
    x: from.x + ((by.x ?? 0) * (step + 1)) / STEPS,
    y: from.y + ((by.y ?? 0) * (step + 1)) / STEPS,
  }));
  await Promise.all([
    touch('touchStart', [from]),
    ...way.map((place) => touch('touchMove', [place])),
    touch('touchEnd', []),
  ]);
  await cdp.detach();
}
