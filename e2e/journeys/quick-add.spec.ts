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

test('a task written at the end of a group has what the group stands for, also among all projects', async ({
  as,
  program,
}) => {
  const leader = await program('leader');
  const person = await leader.memberId(NAMES.user);
  const here = await leader.newProject('End of a group', [NAMES.user]);
  const there = await leader.newProject('Beside that group', [NAMES.user]);
  await leader.newTask(here._id, 'There already', { assignee_ids: [person], priority: 'high' });
  const made = async (title: string) => {
    const { docs } = await leader.ask('GET', `taskList?filter=project:${here._id},${there._id}&q=${title}`);
    const [{ priority, project_id, assignees } = {}] = docs;
    return { priority, project_id, people: (assignees as { _id: string }[] | undefined)?.map(({ _id }) => _id) };
  };
  const page = await as('leader');
  const write = async (group: string, title: string, choose?: (label: string) => Promise<unknown>) => {
    await page.getByRole('button', { name: `Add task to ${group}` }).press('Enter');
    const field = page.getByRole('textbox', { name: `New task in ${group}` });
    await expect(field).toBeFocused();
    await choose?.(`New task in ${group}`);
    await field.fill(title);
    await field.press('Enter');
    await expect(page.locator('[data-row]').filter({ hasText: title })).toBeVisible();
  };
  await page.goto(`/acme/task?project=${here.key}&group=assignee`);
  await page.waitForLoadState('networkidle');
  await write(NAMES.user, 'Second');
  expect(await made('Second')).toEqual({ priority: 'none', project_id: here._id, people: [person] });

  const all = `/acme/task?filter=project:${here._id},${there._id}`;
  await page.goto(`${all}&group=project`);
  await page.waitForLoadState('networkidle');
  await write('End of a group', 'Third');
  expect(await made('Third')).toMatchObject({ project_id: here._id });

  await page.goto(`${all}&group=priority`);
  await page.waitForLoadState('networkidle');
  await write('High', 'Fourth', (label) =>
    page
      .locator('form')
      .filter({ has: page.getByLabel(label) })
      .getByLabel('Project')
      .selectOption({ label: 'Beside that group' }),
  );
  expect(await made('Fourth')).toMatchObject({ priority: 'high', project_id: there._id });
});
