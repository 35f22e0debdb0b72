import { expect, type Page, type Route } from '@playwright/test';
import { test } from '../fixtures';
import { NAMES } from '../support/accounts';
import { announcement, boardIsReady, boardUrl, card } from '../support/board';
import { chatIn } from '../support/chat';
import { drawn } from '../support/drawn';
import { row, TEXT, upload } from '../support/files-journey';
import { joined } from '../support/live';

/** What somebody does, or hears of, while the answer to something else is on its way. */

/** Lets calls by `method` wait. `next` waits for the next one; what that returns lets it go on, and settles when its answer is drawn. */
async function holding(page: Page, path: string, method: string) {
  const held: Route[] = [];
  await page.route(path, (route) => {
    if (route.request().method() !== method) return route.continue();
    held.push(route);
  });
  let taken = 0;
  return async () => {
    const at = taken++;
    await expect.poll(() => held.length).toBeGreaterThan(at);
    const route = held[at] as Route;
    return async () => {
      const answered = page.waitForResponse((answer) => answer.request() === route.request());
      await route.continue();
      await (await answered).finished();
      await drawn(page);
    };
  };
}

test('a comment on a file that is begun while another is sent stays in the field; one that was deleted comes back', async ({
  as,
  program,
}) => {
  const project = await (await program('leader')).newProject('Said in a row');
  const page = await as('leader');
  await page.goto(`/acme/file_manager?project=${project.key}`);
  await upload(page, TEXT);
  await row(page, TEXT.name).getByRole('link', { name: TEXT.name }).click();
  const preview = page.getByRole('dialog', { name: TEXT.name });
  await preview.getByRole('button', { name: 'Comments' }).click();
  const field = preview.getByRole('textbox', { name: 'Comment' });
  const next = await holding(page, '**/api/fileComments/*', 'POST');
  await field.fill('The first');
  await field.press('Control+Enter');
  const go = await next();
  await field.fill('The second, half');
  await go();
  await expect(preview.getByRole('listitem')).toContainText(['The first']);
  await expect(field).toHaveValue('The second, half');
  await field.fill('');
  await preview.getByRole('button', { name: /^Delete the comment by/ }).press('Enter');
  await expect(preview.getByText('Nobody has commented')).toBeVisible();
  await page.keyboard.press('Control+z');
  await expect(preview.getByRole('listitem')).toContainText(['The first']);
});

test('a choice made while another is saved stays as it was made, and both are kept', async ({ as, program }) => {
  const leader = await program('leader');
  const names = [`First ${Date.now()}`, `Second ${Date.now()}`] as const;
  for (const name of names) await leader.newProject(name, [NAMES.user]);
  const page = await as('user');
  await page.goto('/acme/notifications?state=choices');
  const [first, second] = names.map((name) => page.getByLabel(`What you are told of in ${name}`, { exact: true }));
  const next = await holding(page, '**/api/notificationSettings', 'PUT');
  await first?.selectOption('Nothing');
  const go = await next();
  await second?.selectOption('Nothing');
  const chosen = String(await second?.inputValue());
  await go();
  const goOn = await next();
  await expect(second as NonNullable<typeof second>).toHaveValue(chosen);
  await goOn();
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  await page.reload();
  for (const one of [first, second]) await expect(one as NonNullable<typeof one>).toHaveValue(chosen);
});

test('a notification that is being archived stays away when another one comes', async ({ as, program }) => {
  const leader = await program('leader');
  const project = await leader.newProject('Put away', [NAMES.user]);
  const mine = { assignee_ids: [await leader.memberId(NAMES.user)] };
  const task = await leader.newTask(project._id, 'Fold the maps', mine);
  const page = await as('user');
  const live = joined(page, 'private-user-');
  await page.goto('/acme/notifications');
  await live;
  const rowOf = ({ key }: { key: string }) => page.locator('main').getByRole('listitem').filter({ hasText: key });
  const next = await holding(page, '**/api/markNotifications', 'POST');
  await rowOf(task).getByRole('link').focus();
  await page.keyboard.press('e');
  await expect(rowOf(task)).toHaveCount(0);
  const go = await next();
  const other = await leader.newTask(project._id, 'Roll the posters', mine);
  // It waits: the focus is in the row that came next.
  await page.getByRole('main').getByRole('button', { name: '1 new notification' }).click();
  await expect(rowOf(other)).toBeVisible();
  await expect(rowOf(task)).toHaveCount(0);
  await go();
  await expect(rowOf(other)).toBeVisible();
  await expect(rowOf(task)).toHaveCount(0);
});

test('a chat that comes late is shown all the same, and takes the focus from nobody who went on', async ({
  as,
  program,
}) => {
  const leader = await program('leader');
  const project = await leader.newProject('Late talk');
  const task = await leader.newTask(project._id, 'Written beside it');
  const page = await as('leader');
  await page.goto(`/acme/taskpage?task=${task.key}`);
  const next = await holding(page, '**/api/chatToken', 'POST');
  await page.getByRole('button', { name: 'Chat', exact: true }).click();
  const go = await next();
  const field = page.getByRole('main').getByRole('textbox', { name: 'Comment' });
  await field.fill('Half a thought');
  const drawer = page.getByRole('dialog', { name: 'Chat' });
  await expect(drawer).toContainText('Chat did not load');
  await go();
  await expect(chatIn(page).getByRole('list', { name: 'Rooms' })).toBeVisible();
  await expect(drawer.locator('[aria-busy=true]')).toHaveCount(0);
  await expect(drawer).not.toContainText('Chat did not load');
  await drawn(page);
  await page.keyboard.type(', and the rest');
  await expect(field).toHaveValue('Half a thought, and the rest');
  await field.fill('');
});

test('a card that somebody removes while it is lifted is said to be gone, and Space lifts no other in its place', async ({
  as,
  program,
}) => {
  const leader = await program('leader');
  const project = await leader.newProject('Lifted and gone');
  const task = await leader.newTask(project._id, 'Not for long', { status: 1 });
  const beside = await leader.newTask(project._id, 'Its neighbour', { status: 1 });
  const page = await as('leader');
  const live = joined(page, `private-project-${project._id}`);
  await page.goto(boardUrl('acme', project.key));
  await boardIsReady(page);
  await live;
  await card(page, task.key).getByRole('link').focus();
  await page.keyboard.press('Space');
  await expect(announcement(page, 'Lifted Not for long.')).toBeAttached();
  await leader.ask('DELETE', `task/${task._id}`);
  await expect(announcement(page, 'moved or removed the task you had lifted')).toBeAttached();
  await expect(card(page, beside.key).getByRole('link')).toBeFocused();
  await page.keyboard.press('Space');
  await page.keyboard.press('Space');
  await expect(announcement(page, 'Lifted Its neighbour.')).toBeAttached();
});
