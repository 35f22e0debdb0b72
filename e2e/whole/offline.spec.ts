import { expect } from '@playwright/test';
import { test } from '../fixtures';

test('where the editor of a comment was never fetched, Edit says so without a connection, and works with one', async ({
  org,
  console,
}) => {
  console.expectError(/ERR_|Failed to (fetch|load)|ChunkLoadError|Loading chunk/);
  const leader = await org.program('leader');
  const project = await leader.newProject('Edited in a tunnel');
  const task = await leader.newTask(project._id, 'Said before the tunnel');
  await leader.ask('POST', 'addTaskComment', { task_id: task._id, body: 'Words to mend' });
  const page = await org.as('leader');
  await page.goto(org.url(`taskpage?task=${task.key}`));
  const comment = page.getByRole('article', { name: /^Comment by/ });
  const edit = async () => {
    await comment.getByRole('button', { name: 'Comment actions' }).click();
    await page.getByRole('menuitem', { name: 'Edit' }).click();
  };
  // The menu is there; what comes after it is not.
  await comment.getByRole('button', { name: 'Comment actions' }).click();
  await expect(page.getByRole('menuitem', { name: 'Edit' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.context().setOffline(true);
  await edit();
  const field = comment.getByRole('textbox', { name: 'Comment' });
  const refused = page.getByText('That part of the page could not be loaded. Check your connection.');
  await expect(field.or(refused).first()).toBeVisible();
  await expect(comment).toContainText('Words to mend');
  await page.context().setOffline(false);
  if (!(await field.isVisible())) await edit();
  await field.fill('Mended words');
  await comment.getByRole('button', { name: 'Save' }).click();
  await expect(comment.getByText('Mended words')).toBeVisible();
});
