import { expect, type Locator } from '@playwright/test';
import { test } from '../fixtures';
import { canBeDragged, card, column } from '../support/board';
import { carry, middleOf, swipe, TABLET } from '../support/finger';

const leftOf = async (of: Locator) => (await of.boundingBox())?.x ?? 0;
const OTHERS = ['In Process', 'Testing', 'Completed', 'Backlogs'];

test('on a phone a finger scrolls the board, and a carried card takes it along', async ({ org }) => {
  const leader = await org.program('leader');
  const project = await leader.newProject('By thumb along');
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
