import { expect, type Locator } from '@playwright/test';
import { test } from '../fixtures';
import { boardIsReady, canBeDragged, card, column } from '../support/board';
import { carry, middleOf, swipe, TABLET } from '../support/finger';
import { messagesStay } from '../support/messages';
import { nameOf } from '../support/organisation';

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

test('on a phone a row is swiped to complete it or for its date, and a subtask is carried above another', async ({
  org,
}) => {
  const leader = await org.program('leader');
  const project = await leader.newProject('By thumb');
  const top = await leader.newTask(project._id, 'Open the shop', { status: 1 });
  const first = await leader.newTask(project._id, 'Paint', { parent_id: top._id });
  const last = await leader.newTask(project._id, 'Stock', { parent_id: top._id });
  const stored = async () => (await leader.ask('GET', `task/${top._id}`)).data;
  const page = await org.as('leader', { ...TABLET, viewport: { width: 390, height: 844 } });
  await page.goto(org.url(`taskpage?task=${top.key}`));
  const rows = page.getByRole('region', { name: /^Subtasks/ }).getByRole('listitem');
  await page.getByRole('heading', { name: /^Subtasks/ }).tap();
  await expect(rows.last()).toHaveAttribute('draggable', 'true');
  await rows.last().scrollIntoViewIfNeeded();
  await carry(page, await middleOf(rows.last()), await middleOf(rows.first()));
  await expect(rows.first()).toContainText(last.key);
  await expect(page).toHaveURL(/taskpage/);
  await expect
    .poll(async () => JSON.stringify((await stored()).subtasks))
    .toMatch(new RegExp(`${last.key}.*${first.key}`));

  await page.goto(org.url(`task?project=${project.key}`));
  await page.getByRole('heading', { level: 1 }).tap();
  await expect(page.getByRole('table')).toHaveCSS('touch-action', 'pan-y pinch-zoom');
  const { y } = await middleOf(page.locator(`[data-row="${top.key}"]`));
  // Not far enough, and down: neither does anything.
  await swipe(page, { x: 120, y }, { x: 60 });
  await swipe(page, { x: 120, y }, { x: 20, y: 150 });
  await swipe(page, { x: 320, y }, { x: -180 });
  await expect(page.getByRole('dialog', { name: 'Due date' })).toBeVisible();
  expect((await stored()).status).toBe(1);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog', { name: 'Due date' })).toHaveCount(0);
  await messagesStay(page);
  await swipe(page, { x: 120, y }, { x: 180 });
  await expect.poll(async () => (await stored()).status).toBe(4);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(async () => (await stored()).status).toBe(1);
});

test('without a connection “Move to…” and the menu open, as they were fetched ahead; the move is sent later', async ({
  org,
  console,
}) => {
  console.expectError(/ERR_INTERNET_DISCONNECTED|WebSocket/);
  const leader = await org.program('leader');
  const project = await leader.newProject('Offline');
  const task = await leader.newTask(project._id, 'Carry me later', { status: 1 });
  const page = await org.as('leader');
  // Each is known by words of its own.
  const fetched = (words: string) =>
    page.waitForResponse(
      async (answer) => answer.request().resourceType() === 'script' && (await answer.text()).includes(words),
    );
  const prefetched = Promise.all([fetched('"Position"'), fetched('Not available offline')]);
  await page.goto(org.url(`task?view=board&project=${project.key}`));
  await boardIsReady(page);
  await prefetched;
  await page.context().setOffline(true);
  await page.keyboard.press('j');
  await page.keyboard.press('m');
  const dialog = page.getByRole('dialog', { name: 'Move to…' });
  await dialog.getByText('Testing').click();
  await dialog.getByRole('button', { name: 'Move', exact: true }).click();
  await expect(card(page, task.key, 'Testing')).toContainText('Waiting');
  await page.keyboard.press('.');
  await expect(page.getByRole('menuitem', { name: 'Delete' })).toBeDisabled();
  await page.keyboard.press('Escape');
  await page.context().setOffline(false);
  await expect(card(page, task.key, 'Testing')).not.toContainText('Waiting');
  await expect.poll(async () => (await leader.ask('GET', `task/${task.key}`)).data.status).toBe(3);
});

test('columns and lanes are chosen, kept in the address, and saved as a view', async ({ org }) => {
  const leader = await org.program('leader');
  const project = await leader.newProject('By priority', [nameOf('user')]);
  const task = await leader.newTask(project._id, 'In its lane', { priority: 'high' });
  const page = await org.as('leader');
  await page.goto(org.url(`task?view=board&project=${project.key}`));
  await page.getByLabel('Columns').selectOption('label');
  await expect(card(page, task.key, 'No label')).toBeVisible();
  await expect(page).toHaveURL(/group=label/);
  await page.getByLabel('Columns').selectOption('');
  await page.getByLabel('Swimlanes').selectOption('priority');
  await expect(card(page, task.key, 'Pending, High')).toBeVisible();
  await expect(page).toHaveURL(/swimlane=priority/);
  await page.getByRole('button', { name: 'Save as view' }).click();
  await page.getByRole('dialog', { name: 'Save as view' }).getByLabel('Name').fill('In lanes');
  await page.keyboard.press('Enter');
  const tab = (name: string | RegExp) =>
    page.getByRole('navigation', { name: 'Saved views' }).getByRole('link', { name });
  await expect(tab(/^In lanes/)).toHaveAttribute('aria-current', 'page');
  await tab('All tasks').click();
  await expect(card(page, task.key, 'Pending')).toBeVisible();
  await tab(/^In lanes/).click();
  await expect(card(page, task.key, 'Pending, High')).toBeVisible();
});

test('a timeline is kept as it is drawn, and opens so by itself for whom it is kept', async ({ org }) => {
  const leader = await org.program('leader');
  const project = await leader.newProject('Drawn views', [nameOf('user')]);
  await leader.newTask(project._id, 'Far away', { start_date: '2031-03-01', due_date: '2031-06-01' });
  const at = org.url(`task?view=timeline&project=${project.key}`);
  const page = await org.as('leader');
  const tabs = page.getByRole('navigation', { name: 'Saved views' });
  const zoom = (name: string) =>
    page.getByRole('navigation', { name: 'Zoom' }).getByRole('link', { name, exact: true });
  await page.goto(at);
  await zoom('Month').click();
  await expect(zoom('Month')).toHaveAttribute('aria-current', 'true');
  await page.getByRole('button', { name: 'Save as view' }).click();
  await page.getByRole('dialog', { name: 'Save as view' }).getByLabel('Name').fill('From afar');
  await page.keyboard.press('Enter');
  await expect(tabs.getByRole('link', { name: /^From afar/ })).toHaveAttribute('aria-current', 'page');
  await expect(page.getByRole('button', { name: 'Save as view' })).toHaveCount(0);

  // Another zoom is a change of it, though nothing is read for it.
  await zoom('Year').click();
  await expect(page.getByRole('button', { name: 'Save', exact: true })).toBeVisible();
  await page.getByRole('link', { name: 'Discard changes' }).click();
  await expect(zoom('Month')).toHaveAttribute('aria-current', 'true');
  await expect(page.getByRole('link', { name: 'Discard changes' })).toHaveCount(0);
  await zoom('Quarter').click();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('link', { name: 'Discard changes' })).toHaveCount(0);

  await messagesStay(page);
  await page.getByRole('button', { name: 'Options of the view From afar' }).click();
  await page.getByRole('menuitem', { name: 'Open the project with this for me' }).click();
  await expect(page.getByText('The timeline opens with From afar for you.')).toBeVisible();
  await page.goto(at);
  await expect(tabs.getByRole('link', { name: /^From afar/ })).toHaveAttribute('aria-current', 'page');
  await expect(zoom('Quarter')).toHaveAttribute('aria-current', 'true');
  await tabs.getByRole('link', { name: 'All tasks' }).click();
  await expect(tabs.getByRole('link', { name: 'All tasks' })).toHaveAttribute('aria-current', 'page');
  const user = await org.as('user');
  await user.goto(at);
  await expect(user.getByRole('navigation', { name: 'Zoom' })).toBeVisible();
  await expect(user.getByRole('navigation', { name: 'Saved views' })).toHaveCount(0);
});

test('the board takes the width that there is, and a page of text keeps its measure', async ({ org }) => {
  const project = await (await org.program('leader')).newProject('Wide');
  const page = await org.as('leader', { viewport: { width: 1920, height: 900 } });
  await page.goto(org.url(`task?view=board&project=${project.key}`));
  await expect.poll(async () => (await column(page, 'Pending').boundingBox())?.width).toBe(320);
  const widthOfMain = () => page.locator('main').evaluate((main) => main.clientWidth);
  await expect.poll(widthOfMain).toBe(1720);
  await page.goto(org.url('dashboard'));
  await expect.poll(widthOfMain).toBeLessThanOrEqual(1440);
});
