import { expect } from '@playwright/test';
import { test } from '../fixtures';
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

test('all that match are selected, more than one call takes, changed, deleted and taken back', async ({ org }) => {
  const leader = await org.program('leader');
  const project = await leader.newProject('More than two hundred');
  await makeTasks(leader, project._id, MANY);
  const count = async (filter: string) =>
    (await leader.ask('GET', `taskList?project_id=${project._id}&limit=1&${filter}`)).totalDocs;
  const page = await org.as('leader');
  const bar = page.getByRole('region', { name: 'Selected tasks' });
  await page.goto(org.url(`task?project=${project.key}&sort=created`));
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
