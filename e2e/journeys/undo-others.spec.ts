import { expect } from '@playwright/test';
import { test } from '../fixtures';
import { boardIsReady, boardUrl, card } from '../support/board';
import { messagesStay } from '../support/messages';
import type { Program } from '../support/program';

const MEANWHILE = 'was not undone. Somebody else changed it in the meantime.';

/** A task of a project of its own, a label for each of two people, and how the other one changes the task. */
async function shared(mine: Program, other: Program, title: string) {
  const project = await mine.newProject(title);
  const task = await mine.newTask(project._id, title);
  const labelled = async (name: string) => {
    const { data } = await mine.ask('POST', 'label', { name: `${name} ${project.key}` });
    return { id: String(data._id), name: String(data.name) };
  };
  const stored = async () => (await mine.ask('GET', `task/${task._id}`)).data;
  return {
    project,
    task,
    own: await labelled('Own'),
    theirs: await labelled('Theirs'),
    stored,
    labels: async () => ((await stored()).labels as { _id: string }[] | undefined)?.map(({ _id }) => _id) ?? [],
    theyChange: async (fields: Record<string, unknown>, id = task._id) => {
      const { data } = await other.ask('GET', `task/${id}`);
      await other.ask('PATCH', `task/${id}`, { version: data.version, ...fields });
    },
  };
}

test('on a task’s page Ctrl+Z takes back one’s own label alone, and leaves a priority that somebody else gave since', async ({
  as,
  program,
  console: watched,
}) => {
  const { task, own, theirs, stored, labels, theyChange } = await shared(
    await program('leader'),
    await program('admin'),
    'Both on a page',
  );
  const page = await as('leader');
  await page.goto(`/acme/taskpage?task=${task.key}`);
  const field = page.getByRole('button', { name: /^Labels/ });
  await field.press('Enter');
  await page.getByRole('checkbox', { name: own.name }).check();
  await expect.poll(labels).toEqual([own.id]);
  await page.keyboard.press('Escape');
  await expect(field).toBeFocused();
  await theyChange({ label_ids: [own.id, theirs.id] });
  await expect(field).toContainText(theirs.name);
  await page.keyboard.press('Control+z');
  await expect(field).not.toContainText(own.name);
  await expect(field).toContainText(theirs.name);
  await expect.poll(labels).toEqual([theirs.id]);

  const priority = page.getByRole('button', { name: /^Priority/ });
  await priority.press('Enter');
  await page.getByRole('menuitemradio', { name: 'High' }).press('Enter');
  await expect.poll(async () => (await stored()).priority).toBe('high');
  await expect(priority).toBeFocused();
  await theyChange({ priority: 'urgent' });
  await expect(priority).toContainText('Urgent');
  watched.expectError(/409 \(Conflict\)/);
  await page.keyboard.press('Control+z');
  await expect(page.getByText(`The change of ${task.key} ${MEANWHILE} The priority is now Urgent.`)).toBeVisible();
  await expect(priority).toContainText('Urgent');
  expect(await stored()).toMatchObject({ priority: 'urgent' });
});

test('in a list Ctrl+Z does the same, for one task and for several', async ({ as, program, console: watched }) => {
  const leader = await program('leader');
  const { project, task, own, theirs, stored, labels, theyChange } = await shared(
    leader,
    await program('admin'),
    'Both in a list',
  );
  const page = await as('leader');
  await page.goto(`/acme/task?project=${project.key}&columns=key,estimate,labels,priority`);
  const row = (key: string) => page.locator(`[data-row="${key}"]`);
  const field = (name: string, key = task.key) => row(key).getByRole('button', { name: new RegExp(`^${name}`) });

  await field('Labels').press('Enter');
  await page.getByRole('checkbox', { name: own.name }).press('Space');
  await expect.poll(labels).toEqual([own.id]);
  await page.keyboard.press('Escape');
  await expect(field('Labels')).toBeFocused();
  await theyChange({ label_ids: [own.id, theirs.id] });
  await expect(field('Labels')).toContainText(theirs.name);
  await page.keyboard.press('Control+z');
  await expect(field('Labels')).not.toContainText(own.name);
  await expect.poll(labels).toEqual([theirs.id]);

  await field('Estimate').press('Enter');
  await page.getByRole('textbox', { name: 'Estimate' }).fill('2h');
  await page.keyboard.press('Enter');
  await expect.poll(async () => (await stored()).estimate_minutes).toBe(120);
  await expect(field('Estimate')).toBeFocused();
  await theyChange({ estimate_minutes: 60 });
  await expect(field('Estimate')).toHaveText('Estimate: 1 h');
  watched.expectError(/409 \(Conflict\)/);
  await page.keyboard.press('Control+z');
  await expect(page.getByText(`The change of ${task.key} ${MEANWHILE} The estimate is now 1 h.`)).toBeVisible();
  expect(await stored()).toMatchObject({ estimate_minutes: 60 });

  // Several: what somebody else gave one of them stays there, and is named.
  const other = await leader.newTask(project._id, 'Another one');
  // Without the messages of before: three at most are shown.
  await page.reload();
  await expect(row(other.key)).toBeVisible();
  await page.waitForLoadState('networkidle');
  for (const { key } of [task, other]) {
    await row(key).hover();
    await row(key)
      .getByRole('button', { name: `Select ${key}` })
      .click();
  }
  const bar = page.getByRole('region', { name: 'Selected tasks' });
  await expect(bar.getByText('2 selected')).toBeVisible();
  await messagesStay(page);
  await bar.getByRole('button', { name: 'Priority' }).click();
  await page.getByRole('menuitemradio', { name: 'High' }).click();
  await expect(page.getByText('2 tasks changed.')).toBeVisible();
  await theyChange({ priority: 'urgent' });
  await page.keyboard.press('Control+z');
  await expect(page.getByText('The change of 1 task was undone.')).toBeVisible();
  await expect(page.getByText(`The change of ${task.key} ${MEANWHILE}`, { exact: true })).toBeVisible();
  expect(await stored()).toMatchObject({ priority: 'urgent' });
  expect((await leader.ask('GET', `task/${other._id}`)).data).toMatchObject({ priority: 'none' });
});

test('on a board Ctrl+Z leaves a card where somebody else has moved it since, and says so', async ({
  as,
  program,
  console: watched,
}) => {
  const admin = await program('admin');
  const { project, task, stored, theyChange } = await shared(await program('leader'), admin, 'Both on a board');
  const page = await as('leader');
  await page.goto(boardUrl('acme', project.key));
  await boardIsReady(page);
  const moveTo = async (status: string) => {
    await card(page, task.key)
      .getByRole('button', { name: `Actions for ${task.key}` })
      .click();
    await page.getByRole('menuitem', { name: 'Move to…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Move to…' });
    await dialog.getByText(status).click();
    await dialog.getByRole('button', { name: 'Move', exact: true }).click();
    await expect(card(page, task.key, status)).toBeVisible();
    await expect(page.getByText(`moved to ${status}.`)).toBeVisible();
  };
  // Another field is no hindrance.
  await moveTo('In Process');
  await theyChange({ title: 'Both on one board' });
  await expect(card(page, task.key)).toContainText('Both on one board');
  await page.keyboard.press('Control+z');
  await expect(card(page, task.key, 'Pending')).toBeVisible();
  await expect.poll(async () => (await stored()).status).toBe(1);

  await moveTo('Testing');
  await admin.ask('POST', 'changeTaskStatus', { task_id: task._id, status: 4 });
  await expect(card(page, task.key, 'Completed')).toBeVisible();
  watched.expectError(/409 \(Conflict\)/);
  await page.keyboard.press('Control+z');
  await expect(
    page.getByText(`The move of “Both on one board” ${MEANWHILE} The status is now Completed.`).first(),
  ).toBeVisible();
  await expect(card(page, task.key, 'Completed')).toBeVisible();
  expect(await stored()).toMatchObject({ status: 4 });
});
