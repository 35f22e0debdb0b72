import { expect } from '@playwright/test';
import { test } from '../fixtures';
import { NAMES } from '../support/accounts';

test('a task added in one line has what the line says, as its chips tell', async ({ as, program }) => {
  const leader = await program('leader');
  const person = await leader.memberId(NAMES.user);
  const project = await leader.newProject('One line', [NAMES.user]);
  await leader.newTask(project._id, 'There already');
  const [first = ''] = NAMES.user.toLowerCase().split(' ');
  const page = await as('leader');
  await page.goto(`/acme/task?project=${project.key}`);
  await page.waitForLoadState('networkidle');
  await page.getByRole('button', { name: 'Add task to Pending' }).press('Enter');
  const field = page.getByRole('textbox', { name: 'New task in Pending' });
  await field.pressSequentially(`Draw the logo tomorrow @${first} !high 2h`);
  const chips = page.getByRole('button', { name: /keep “.*” in the title/ });
  await expect(chips).toHaveText([/^Due /, new RegExp(`^${NAMES.user}`), /^Priority High/, /^2 h/]);
  // What was meant as words is words again.
  await page.getByRole('button', { name: 'keep “2h” in the title' }).click();
  await expect(chips).toHaveCount(2);
  await field.press('End');
  await field.pressSequentially(' 30m');
  await expect(chips).toHaveText([new RegExp(`^${NAMES.user}`), /^Priority High/, /^30 min/]);
  await field.press('Enter');
  const row = page.locator('[data-row]').filter({ hasText: 'Draw the logo tomorrow 2h' });
  await expect(row).toContainText('High');
  const { docs } = await leader.ask('GET', `taskList?project_id=${project._id}&q=logo`);
  expect(docs[0]).toMatchObject({ priority: 'high', estimate_minutes: 30, due_date: null });
  expect((docs[0] as unknown as { assignees: { _id: string }[] }).assignees.map(({ _id }) => _id)).toEqual([person]);
});

test('Enter waits for what reads the line', async ({ as, program }) => {
  const leader = await program('leader');
  const project = await leader.newProject('Line at once');
  await leader.newTask(project._id, 'There already');
  const page = await as('leader');
  // Nothing is fetched ahead.
  await page.addInitScript(() => {
    window.requestIdleCallback = () => 0;
  });
  await page.goto(`/acme/task?project=${project.key}`);
  const held: (() => void)[] = [];
  let open = false;
  await page.route(/\/_next\/static\//, (route) =>
    open ? route.continue() : void held.push(() => void route.continue()),
  );
  await page.getByRole('button', { name: 'Add task to Pending' }).press('Enter');
  const field = page.getByRole('textbox', { name: 'New task in Pending' });
  await field.fill('Send the offer !high');
  await field.press('Enter');
  await expect.poll(() => held.length).toBeGreaterThan(0);
  await expect(field).toHaveValue('Send the offer !high');
  open = true;
  for (const go of held) go();
  await expect(page.locator('[data-row]').filter({ hasText: 'Send the offer' })).toContainText('High');
  const { docs } = await leader.ask('GET', `taskList?project_id=${project._id}&q=offer`);
  expect(docs[0]).toMatchObject({ title: 'Send the offer', priority: 'high' });
});
