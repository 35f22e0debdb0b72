import { expect } from '@playwright/test';
import { test } from '../fixtures';
import { nameOf, PEOPLE, type Seat } from '../support/organisation';

const PLACES = ['Dashboard', 'Project', 'Task', 'File'];
const READING = [...PLACES, 'Users', 'Settings'];

/** What each role is shown of one project that it is in or, as admins and observers, sees anyway. */
const SHOWN: [seat: Seat, places: string[], internal: boolean, makes: boolean, closed: string[]][] = [
  ['admin', READING, true, true, []],
  ['subadmin', READING, true, true, ['settings?section=danger']],
  ['leader', READING, true, true, ['settings?section=security', 'settings?section=danger', 'settings?section=audit']],
  ['user', PLACES, true, true, ['settings', 'userlist']],
  ['client', PLACES, false, false, ['settings', 'userlist']],
  ['observer', READING, true, false, ['settings?section=danger']],
];

test('R12 each of the six roles sees its places, its tasks and its buttons, and is denied the rest inside the shell', async ({
  org,
  console,
}) => {
  console.expectError(/403/);
  const leader = await org.program('leader');
  const project = await leader.newProject('Posters', [nameOf('user')], [nameOf('client')]);
  await leader.newTask(project._id, 'Shown to all', { audience: 'client' });
  await leader.newTask(project._id, 'Internal');
  for (const [seat, places, internal, makes, closed] of SHOWN)
    await test.step(PEOPLE[seat].role, async () => {
      const page = await org.as(seat);
      await page.goto(org.url(`task?project=${project.key}`));
      await expect(page.getByRole('row').getByRole('link', { name: 'Shown to all' })).toBeVisible();
      await expect(page.getByRole('row').getByRole('link', { name: 'Internal' })).toHaveCount(internal ? 1 : 0);
      await expect(page.getByRole('button', { name: 'New task' })).toHaveCount(makes ? 1 : 0);
      const links = page.getByRole('navigation', { name: 'Main' }).locator('.nav-link');
      await expect(links).toHaveText(places);
      for (const path of closed) {
        expect((await page.goto(org.url(path)))?.status(), path).toBe(403);
        await expect(page.getByRole('heading', { level: 1 })).toContainText('You do not have access');
        await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
      }
      await page.context().close();
    });
});
