import { expect } from '@playwright/test';
import { test } from '../fixtures';
import { nameOf } from '../support/organisation';

test('a task is written in one line, changed in its cells, looked at beside the list and opened', {
  tag: '@whole',
}, async ({ org }) => {
  const leader = await org.program('leader');
  const project = await leader.newProject('One line', [nameOf('user')]);
  const first = await leader.newTask(project._id, 'There already');
  const { data: label } = await leader.ask('POST', 'label', { name: 'Design' });
  const page = await org.as('leader');
  // Nothing is fetched ahead, and what reads the line comes late.
  await page.addInitScript(() => {
    window.requestIdleCallback = () => 0;
  });
  await page.goto(org.url(`task?project=${project.key}&columns=key,status,people,labels,estimate`));
  const held: (() => void)[] = [];
  let open = false;
  await page.route(/\/_next\/static\//, (route) =>
    open ? route.continue() : void held.push(() => void route.continue()),
  );
  await page.getByRole('button', { name: 'Add task to Pending' }).press('Enter');
  const field = page.getByRole('textbox', { name: 'New task in Pending' });
  await field.fill('Draw the logo tomorrow @daniel !high #design 2h');
  await field.press('Enter');
  await expect.poll(() => held.length).toBeGreaterThan(0);
  await expect(field).toHaveValue(/^Draw the logo/);
  open = true;
  for (const go of held) go();
  const added = page.locator('[data-row]').filter({ hasText: 'Draw the logo' });
  await expect(added).toContainText('2 h');
  await expect(added).toContainText('Design');
  const stored = async () => (await leader.ask('GET', `taskList?project_id=${project._id}&q=logo`)).docs[0] ?? {};
  expect(await stored()).toMatchObject({
    title: 'Draw the logo',
    priority: 'high',
    estimate_minutes: 120,
    assignees: [{ _id: org.memberId('user') }],
    labels: [{ _id: label._id }],
  });
  await field.press('Escape');

  const key = String((await stored()).key);
  const row = page.locator(`[data-row="${key}"]`);
  const title = row.locator('[data-title]');
  await title.focus();
  await page.keyboard.press('e');
  await row.getByRole('textbox', { name: 'Title' }).fill('Draw the poster and the logo');
  await page.keyboard.press('Enter');
  await expect(title).toHaveText('Draw the poster and the logo');
  await row.getByRole('button', { name: /^Estimate/ }).press('Enter');
  await page.getByRole('textbox', { name: 'Estimate' }).fill('30m');
  await page.keyboard.press('Enter');
  await expect.poll(stored).toMatchObject({ title: 'Draw the poster and the logo', estimate_minutes: 30 });
  // Of another page the steps are gone; of this one the last comes first.
  await page.keyboard.press('Control+z');
  await expect.poll(async () => (await stored()).estimate_minutes).toBe(120);

  const peek = page.getByRole('region', { name: `Task ${key}` });
  await title.focus();
  await page.keyboard.press('o');
  await expect(peek.getByRole('textbox', { name: 'Title' })).toHaveValue('Draw the poster and the logo');
  await page.reload();
  await expect(peek.getByRole('textbox', { name: 'Title' })).toBeVisible();
  await peek.getByRole('button', { name: 'Close', exact: true }).click();
  await expect(page.locator(`[data-row="${first.key}"]`)).toBeVisible();
  await title.press('Enter');
  await expect(page).toHaveURL(org.url(`taskpage?task=${key}`));
  await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue('Draw the poster and the logo');
});
