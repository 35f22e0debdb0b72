import { expect } from '@playwright/test';
import { test } from '../fixtures';

test('each tab has its own comment until it is sent; a closed tab’s is the next one’s', async ({ org }) => {
  const leader = await org.program('leader');
  const { key } = await leader.newTask((await leader.newProject('Two tabs'))._id, 'Draw');
  const one = await org.as('leader');
  const open = async (page = one) => {
    await page.goto(org.url(`taskpage?task=${key}`));
    return page.getByRole('textbox', { name: /^(Comment|Internal note)$/ });
  };
  const first = await open();
  await first.fill('Not sent');
  const other = await one.context().newPage();
  const second = await open(other);
  await second.fill('Sent');
  await expect(first).toHaveValue('Not sent');
  await second.press('Control+Enter');
  await expect(other.getByRole('article').filter({ hasText: 'Sent' })).toBeVisible();
  await one.reload();
  await expect(first).toHaveValue('Not sent');
  await one.close();
  await other.reload();
  await expect(second).toHaveValue('Not sent');
});
