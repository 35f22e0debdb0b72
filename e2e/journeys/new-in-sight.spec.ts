import { expect, type Page } from '@playwright/test';
import { test } from '../fixtures';
import { caughtUp, joined } from '../support/live';
import { Program } from '../support/program';

/** A new task is in sight where it was made, also in a list of more than a page. */

async function makeTask(page: Page, title: string) {
  await page.keyboard.press('c');
  const dialog = page.getByRole('dialog', { name: 'New task' });
  await dialog.getByRole('textbox', { name: 'Title' }).fill(title);
  await dialog.getByRole('button', { name: 'Create task' }).press('Enter');
  await expect(dialog).toBeHidden();
}

test('a new task has the focus in a list of more than a page, in any order, and filters that hide it are named', async ({
  as,
  program,
  baseURL,
}) => {
  const leader = await program('admin', 'globex');
  const project = await leader.newProject('Long list');
  const titles = Array.from({ length: 55 }, (_, at) => `Plank ${at + 1}`);
  for (const title of titles) await leader.newTask(project._id, title, { due_date: '2031-01-31' });
  const page = await as('admin', 'globex');
  const link = (title: string) => page.getByRole('link', { name: title, exact: true });
  await page.goto(`/globex/task?project=${project.key}`);
  await expect(page.getByRole('button', { name: /^Show more/ })).toBeVisible();
  await makeTask(page, 'The last plank');
  await expect(link('The last plank')).toBeFocused();
  await expect(link('The last plank')).toBeInViewport();
  await expect(page.getByRole('status').filter({ hasText: /was created\./ })).toBeAttached();
  // Another session of the same person ends, and with it this connection: what it then reads are the first rows alone.
  const [back, read] = [joined(page, `private-project-${project._id}`), caughtUp(page, /\/api\/taskList\?/)];
  await (await Program.signIn(baseURL ?? '', 'admin', 'globex')).ask('POST', 'signout', {});
  await Promise.all([back, read]);
  await expect(link('The last plank')).toBeFocused();

  await page.goto(`/globex/task?project=${project.key}&sort=due`);
  await makeTask(page, 'Undated');
  await expect(link('Undated')).toBeFocused();
  await expect(link('Undated')).toBeInViewport();

  // Its group is folded.
  await page.goto(`/globex/task?project=${project.key}&group=priority`);
  await page.getByRole('button', { name: /^No(ne| priority)/ }).click();
  await expect(page.locator('[data-row]')).toHaveCount(0);
  await makeTask(page, 'In its folded group');
  await expect(link('In its folded group')).toBeFocused();

  await page.goto(`/globex/task?project=${project.key}&filter=priority:urgent`);
  await makeTask(page, 'Not urgent');
  await expect(page.getByText('was created. The filters of this view hide it.')).toBeVisible();
});

test('the focus stays in the list when its task is moved away, and no head of a group lies over it', async ({
  as,
  program,
}) => {
  const leader = await program('leader');
  const project = await leader.newProject('Walked');
  const ids = new Map<string, string>();
  for (let at = 0; at < 24; at++) {
    const { key, _id } = await leader.newTask(project._id, `Step ${at + 1}`, { status: 1 + Math.floor(at / 8) });
    ids.set(key, _id);
  }
  const page = await as('leader');
  await page.goto(`/acme/task?project=${project.key}`);
  await page.waitForLoadState('networkidle');
  const rows = page.locator('[data-row]');
  const keys = await rows.evaluateAll((all) => all.map((row) => row.getAttribute('data-row') ?? ''));
  expect(keys).toHaveLength(24);
  const title = (at: number) => page.locator(`[data-row="${keys[at]}"] [data-title]`);
  await title(2).focus();
  await leader.ask('POST', 'changeTaskStatus', { task_id: ids.get(keys[2] ?? ''), status: 4 });
  await expect(rows).toHaveCount(23);
  await expect(title(3)).toBeFocused();
  await page.setViewportSize({ width: 1360, height: 500 });
  const covered = () =>
    page.evaluate(() => {
      const { left, top, height } = (document.activeElement as HTMLElement).getBoundingClientRect();
      return document.elementFromPoint(left + 4, top + height / 2)?.closest('[data-row]') === null;
    });
  for (const [key, until] of [
    ['j', 23],
    ['k', 0],
  ] as const)
    for (let at = key === 'j' ? 3 : 23; at !== until; ) {
      at += key === 'j' ? 1 : -1;
      if (at === 2) continue;
      await page.keyboard.press(key);
      await expect(title(at)).toBeFocused();
      expect(await covered()).toBe(false);
    }
});
