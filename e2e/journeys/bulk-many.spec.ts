import { expect } from '@playwright/test';
import { test } from '../fixtures';
import { NAMES } from '../support/accounts';
import { messagesStay } from '../support/messages';
import type { Program } from '../support/program';

/** Rows of the first reading, and more tasks than one call takes; so many are changed in a while. */
const FIRST = 50;
const MANY = 205;
const AWHILE = { timeout: 120_000 };

async function makeTasks(program: Program, projectId: string, count: number) {
  for (let from = 0; from < count; from += 10)
    await Promise.all(
      Array.from({ length: Math.min(10, count - from) }, (_, at) =>
        program.newTask(projectId, `Number ${from + at + 1}`),
      ),
    );
}

test('all that match are selected, more than one call takes, changed, deleted and taken back', async ({
  as,
  program,
}) => {
  const leader = await program('leader');
  const project = await leader.newProject('More than two hundred');
  await makeTasks(leader, project._id, MANY);
  const count = async (filter: string) =>
    (await leader.ask('GET', `taskList?project_id=${project._id}&limit=1&${filter}`)).totalDocs;
  const page = await as('leader');
  const bar = page.getByRole('region', { name: 'Selected tasks' });
  await page.goto(`/acme/task?project=${project.key}&sort=created`);
  await page.waitForLoadState('networkidle');
  await expect(page.locator('[data-row]')).toHaveCount(FIRST);
  await messagesStay(page);
  await page.keyboard.press('j');
  await page.keyboard.press('Control+a');
  await expect(bar.getByText(`${FIRST} selected`)).toBeVisible();
  await bar.getByRole('button', { name: `Select all ${MANY}` }).click();
  await expect(bar.getByText(`${MANY} selected`)).toBeVisible();
  await expect(bar.getByRole('button', { name: /^Select/ })).toHaveCount(0);

  await bar.getByRole('button', { name: 'Priority' }).click();
  await page.getByRole('menuitemradio', { name: 'High' }).click();
  await expect(page.getByText(`${MANY} tasks changed.`)).toBeVisible(AWHILE);
  expect(await count('priority=high')).toBe(MANY);
  await page.keyboard.press('Control+z');
  await expect(page.getByText(`The change of ${MANY} tasks was undone.`)).toBeVisible(AWHILE);
  expect(await count('priority=none')).toBe(MANY);

  await bar.getByRole('button', { name: 'Delete' }).click();
  // The rows that were there have left, and the rest is on its way.
  await expect(page.getByRole('heading', { name: `Deleting ${MANY} tasks` })).toBeVisible();
  await expect(bar.getByText(new RegExp(`^Deleting: \\d+ of ${MANY} done`))).toBeVisible();
  await expect(page.getByText(`${MANY} tasks deleted.`)).toBeVisible(AWHILE);
  await expect(page.locator('[data-row]')).toHaveCount(0);
  expect(await count('')).toBe(0);
  await page.keyboard.press('Control+z');
  await expect.poll(() => count(''), AWHILE).toBe(MANY);
});

test('people are added to all of several tasks, taken off all of them, and begin and audience are set', async ({
  as,
  program,
}) => {
  const leader = await program('leader');
  const team = [NAMES.user, NAMES.ines];
  const project = await leader.newProject('People of many', team);
  const other = await leader.newProject('Another one of many', team);
  const [daniel, ines] = [await leader.memberId(NAMES.user), await leader.memberId(NAMES.ines)];
  const one = await leader.newTask(project._id, 'One', { assignee_ids: [daniel, ines], due_date: '2031-01-31' });
  await leader.newTask(project._id, 'Two', { assignee_ids: [ines] });
  const third = await leader.newTask(other._id, 'Three');
  const read = async (...fields: string[]) => {
    const answers = await Promise.all(
      [project, other].map(({ _id }) => leader.ask('GET', `taskList?project_id=${_id}&sort=title`)),
    );
    return answers.flatMap(({ docs }) => docs).map((doc) => fields.map((field) => doc[field]));
  };
  const people = async () =>
    (await read('assignees')).map(([some]) => (some as { name: string }[]).map(({ name }) => name).sort());

  const page = await as('leader');
  const bar = page.getByRole('region', { name: 'Selected tasks' });
  await page.goto(`/acme/task?project=${project.key}`);
  await page.waitForLoadState('networkidle');
  await messagesStay(page);
  await page.keyboard.press('j');
  await page.keyboard.press('Control+a');
  await bar.getByRole('button', { name: 'Assignees' }).click();
  const box = (name: string) => page.getByRole('checkbox', { name });
  await expect(box(NAMES.ines)).toBeChecked();
  await expect(box(NAMES.user)).not.toBeChecked();
  await box(NAMES.ines).uncheck();
  await page.keyboard.press('Escape');
  await expect.poll(people).toEqual([[NAMES.user], [], []]);
  await bar.getByRole('button', { name: 'Assignees' }).click();
  await page.getByRole('button', { name: 'Unassign everybody' }).click();
  await expect.poll(people).toEqual([[], [], []]);
  await page.keyboard.press('Control+z');
  await expect.poll(people).toEqual([[NAMES.user], [], []]);

  await bar.getByRole('button', { name: 'Audience' }).click();
  await page.getByRole('menuitemradio', { name: 'Visible to clients' }).click();
  await expect.poll(() => read('audience')).toEqual([['client'], ['client'], ['internal']]);
  // One has a due date, the other none.
  await bar.getByRole('button', { name: 'Due date' }).click();
  await expect(page.getByRole('grid')).toBeVisible();
  await page.keyboard.press('Escape');
  await bar.getByRole('button', { name: 'Start date' }).click();
  await expect(page.getByRole('grid')).toBeVisible();
  await page.getByRole('button', { name: 'Today', exact: true }).click();
  await expect.poll(async () => (await read('start_date')).map(([day]) => day !== null)).toEqual([true, true, false]);

  // Of several projects.
  await page.goto(`/acme/task?filter=project:${project._id},${other._id}`);
  await page.waitForLoadState('networkidle');
  for (const { key } of [one, third]) await page.getByRole('button', { name: `Select ${key}` }).click();
  await bar.getByRole('button', { name: 'Assignees' }).click();
  await box(NAMES.ines).check();
  await page.keyboard.press('Escape');
  await expect.poll(people).toEqual([[NAMES.user, NAMES.ines], [], [NAMES.ines]]);
});
