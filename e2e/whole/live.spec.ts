import { expect } from '@playwright/test';
import { signIn, test } from '../fixtures';
import { boardUrl, card, column, drag } from '../support/board';
import { joined } from '../support/live';
import { Program } from '../support/program';
import { ServerCopy } from '../support/server-copy';

test('P11 with realtime stopped the screen says so and saves all the same; when it returns, what was missed is there', async ({
  browser,
  baseURL,
  console,
}) => {
  test.setTimeout(240_000);
  console.expectError(/WebSocket/);
  const copy = await ServerCopy.start('live', baseURL ?? '', 8);
  try {
    const leader = await Program.signIn(copy.url, 'leader', 'acme');
    const project = await leader.newProject('Without a wire');
    const mine = await leader.newTask(project._id, 'Moved here', { status: 1 });
    const others = await leader.newTask(project._id, 'Moved elsewhere', { status: 1 });
    const context = await browser.newContext({ baseURL: copy.url });
    const page = await context.newPage();
    await signIn(page, 'leader@acme.test', 'acme');
    const live = joined(page, `private-project-${project._id}`);
    await page.goto(boardUrl('acme', project.key));
    await expect(card(page, mine.key, 'Pending')).toBeVisible();
    await live;

    const bringBack = await copy.stopRealtime();
    const paused = page.getByRole('button', { name: 'Live updates paused.' });
    await expect(paused).toBeVisible();
    await drag(page, card(page, mine.key, 'Pending'), column(page, 'In Process'));
    await expect(card(page, mine.key, 'In Process')).toBeVisible();
    await expect.poll(async () => (await leader.ask('GET', `task/${mine.key}`)).data.status).toBe(2);
    await leader.ask('POST', 'changeTaskStatus', { task_id: others._id, status: 3 });
    await expect(paused).toBeVisible();

    // It says so for three seconds.
    const again = page.getByText('Live again', { exact: true }).first().waitFor({ state: 'attached', timeout: 90_000 });
    await bringBack();
    await expect(card(page, others.key, 'Testing')).toBeVisible({ timeout: 60_000 });
    await expect(paused).toBeHidden({ timeout: 60_000 });
    await again;

    // And live it is.
    await leader.ask('POST', 'changeTaskStatus', { task_id: others._id, status: 4 });
    await expect(card(page, others.key, 'Completed')).toBeVisible();
    await context.close();
  } finally {
    await copy.stop();
  }
});
