import { expect } from '@playwright/test';
import { test } from '../fixtures';
import { NAMES } from '../support/accounts';
import { expectAccessible } from '../support/axe';

test('Ctrl+Z takes back a title, a description, a deletion, a duplicate and a task made of a comment', async ({
  as,
  program,
}) => {
  const leader = await program('leader');
  const project = await leader.newProject('Last changes');
  const { _id, key } = await leader.newTask(project._id, 'Print the posters', { description: 'In colour' });
  await leader.ask('POST', 'addTaskComment', { task_id: _id, body: 'Order more paper' });
  const stored = async (one = key) => (await leader.ask('GET', `task/${one}`)).data;
  const page = await as('leader');
  await page.goto(`/acme/taskpage?task=${key}`);
  const title = page.getByRole('textbox', { name: 'Title' });
  const undo = () => page.keyboard.press('Control+z');

  await title.fill('Print the flyers');
  await expect.poll(async () => (await stored()).title).toBe('Print the flyers');
  await title.fill('Print the banners');
  await title.press('Enter');
  await expect.poll(async () => (await stored()).title).toBe('Print the banners');
  await page.getByRole('tab', { name: 'Comments' }).focus();
  await undo();
  await expect(title).toHaveValue('Print the posters');
  await expect.poll(async () => (await stored()).title).toBe('Print the posters');

  await page.getByRole('button', { name: 'Edit description' }).click();
  await page.getByRole('textbox', { name: 'Description' }).fill('In black and white');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  // In its field the text is in sight too.
  await expect(page.getByRole('textbox', { name: 'Description' })).toHaveCount(0);
  await expect(page.getByText('In black and white')).toBeVisible();
  await undo();
  await expect(page.getByText('In colour')).toBeVisible();
  // What was taken back shows before it is stored.
  await expect.poll(async () => (await stored()).description).toBe('In colour');
  // By its line of history too, and that again by the key.
  const talk = page.getByRole('region', { name: 'Comments and activity' });
  await talk.getByRole('tab', { name: 'History' }).click();
  const lines = talk.getByRole('listitem').filter({ hasText: 'changed the description' });
  await expect(lines).toHaveCount(2);
  await lines.first().getByRole('button', { name: /^Undo/ }).click();
  await expect(page.getByText('In black and white')).toBeVisible();
  await expect(talk.getByRole('status')).toContainText('Undone');
  await undo();
  await expect(page.getByText('In colour')).toBeVisible();

  await page.getByRole('button', { name: 'Delete task' }).filter({ visible: true }).click();
  await expect(page.getByText('This task is in the bin.')).toBeVisible();
  await undo();
  await expect(page.getByText('This task is in the bin.')).toBeHidden();

  await page.getByRole('button', { name: 'Duplicate' }).filter({ visible: true }).click();
  await page.getByRole('dialog', { name: 'Duplicate task' }).getByRole('button', { name: 'Duplicate' }).click();
  await expect(page.getByText(/was made as a duplicate/)).toBeVisible();
  await expect(page.getByRole('dialog', { name: 'Duplicate task' })).toHaveCount(0);
  const copy = `${project.key}-2`;
  expect(await stored(copy)).toMatchObject({ title: 'Print the posters', deleted_at: null });
  await undo();
  await expect(page.getByText(`${copy} was moved to the bin.`)).toBeVisible();

  await talk.getByRole('tab', { name: 'Comments' }).click();
  await talk.getByRole('button', { name: 'Comment actions' }).click();
  await page.getByRole('menuitem', { name: 'Make a task' }).click();
  await expect(page.getByText(/was made of the comment/)).toBeVisible();
  await undo();
  await expect(page.getByText(`${project.key}-3 was moved to the bin.`)).toBeVisible();
  await expect(talk.getByRole('link', { name: new RegExp(`${project.key}-3`) })).toHaveCount(0);
});

test('each line of a task’s history is taken back by itself, by mouse and keyboard, and says why it cannot be', async ({
  as,
  program,
  console: watched,
}) => {
  const leader = await program('leader');
  const project = await leader.newProject('Second thoughts', [NAMES.user]);
  const { _id, key } = await leader.newTask(project._id, 'Print the posters');
  const stored = async () => (await leader.ask('GET', `task/${key}`)).data;
  const change = async (fields: Record<string, unknown>) =>
    leader.ask('PATCH', `task/${_id}`, { version: (await stored()).version, ...fields });
  await change({ priority: 'high' });
  await change({ title: 'Print the banners' });
  await change({ due_date: '2031-01-31' });
  await change({ title: 'Print everything' });

  const page = await as('leader');
  await page.goto(`/acme/taskpage?task=${key}`);
  const talk = page.getByRole('region', { name: 'Comments and activity' });
  await talk.getByRole('tab', { name: 'History' }).click();
  const undo = (words: RegExp) => talk.getByRole('listitem').filter({ hasText: words }).getByRole('button').first();

  // The title changed again since: the later change first.
  watched.expectError(/409 \(Conflict\)/);
  await undo(/“Print the posters” to “Print the banners”/).click();
  await expect(page.getByText(`${key} was not changed. The title changed again since.`)).toBeVisible();
  expect(await stored()).toMatchObject({ title: 'Print everything' });

  await undo(/the priority/).press('Enter');
  await expect.poll(async () => (await stored()).priority).toBe('none');
  expect(await stored()).toMatchObject({ title: 'Print everything', due_date: '2031-01-31' });
  await expect(talk.getByRole('status')).toContainText('Undone: set the priority');
  await expect(undo(/removed the priority/)).toBeVisible();
  await undo(/to “Print everything”/).press('Enter');
  await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue('Print the banners');
  await expect(talk.getByRole('listitem').first()).toContainText('to “Print the banners”');
  await undo(/“Print the posters” to “Print the banners”/).press('Enter');
  await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue('Print the posters');
  await expectAccessible(page, 'the history of a task');

  // What was undone here comes back by the key.
  await expect(talk.getByRole('listitem').first()).toContainText('to “Print the posters”');
  await talk.getByRole('tab', { name: 'History' }).focus();
  await page.keyboard.press('Control+z');
  await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue('Print the banners');
  await expect.poll(stored).toMatchObject({ title: 'Print the banners', priority: 'none', due_date: '2031-01-31' });

  // Who may not change the task is offered nothing.
  const observer = await as('observer');
  await observer.goto(`/acme/taskpage?task=${key}`);
  const seen = observer.getByRole('region', { name: 'Comments and activity' });
  await seen.getByRole('tab', { name: 'History' }).click();
  await expect(seen.getByRole('listitem').first()).toBeVisible();
  await expect(seen.getByRole('button', { name: /^Undo/ })).toHaveCount(0);
});
