import { expect } from '@playwright/test';
import { test } from '../fixtures';
import { pictureOf } from '../support/files';
import { Organisation } from '../support/organisation';
import { logIn } from '../support/sign-in';

/** What is left of a picture, and how it is served: lib/account/profile.test.ts. */
test('a name and a picture show in the shell and to others, and in no other organisation', async ({ org }) => {
  const [user, other] = [await org.as('user'), await org.as('admin')];
  await user.goto('/profile');
  await user.getByRole('textbox', { name: 'Name' }).fill('Somebody Else');
  await user.getByRole('button', { name: 'Save name' }).click();
  const avatar = user.getByRole('button', { name: /^Somebody Else/ });
  await expect(avatar).toBeVisible();
  const given = await pictureOf(user, '#b73');
  await user.locator('input[type=file]').setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: given });
  const dialog = user.getByRole('dialog', { name: 'Crop your picture' });
  await dialog.getByRole('button', { name: 'Save picture' }).click();
  await expect(dialog).toBeHidden();
  await expect(avatar.locator('img')).toBeVisible();

  await other.goto(org.url('userlist?q=Somebody'));
  const shown = other.getByRole('row').filter({ hasText: 'Somebody Else' }).locator('img').first();
  await expect.poll(() => shown.evaluate((element: HTMLImageElement) => element.naturalWidth)).toBe(256);
  const address = (await shown.getAttribute('src')) as string;
  const elsewhere = await (await Organisation.make(org.baseURL, org.open)).as('admin');
  expect((await elsewhere.request.get(address)).status()).toBe(404);
  await user.getByRole('button', { name: 'Remove picture' }).click();
  await expect(avatar.locator('img')).toBeHidden();
  expect((await other.request.get(address)).status()).toBe(404);
});

test('time zone, formats, theme and single keys follow into every browser of the person', { tag: '@whole' }, async ({
  org,
}) => {
  const here = await org.as('observer', { timezoneId: 'Pacific/Auckland', colorScheme: 'light' });
  const leader = await org.program('leader');
  const { key } = await leader.newTask((await leader.newProject('Posters'))._id, 'Draw');
  const task = org.url(`taskpage?task=${key}`);
  const title = (page = here) => page.locator('time').first().getAttribute('title');
  await here.goto(task);
  const berlin = await title();
  await here.goto('/profile');
  await here.getByRole('button', { name: 'Use Pacific/Auckland' }).click();
  await here.getByLabel('Language and formats').selectOption('de-DE');
  await here.getByRole('checkbox', { name: 'Friday' }).uncheck();
  await here.getByRole('button', { name: 'Save regional settings' }).click();
  await expect(here.getByText('Saved', { exact: true })).toBeVisible();
  const kept = () => here.waitForResponse((answer) => answer.url().endsWith('/api/profile') && answer.ok());
  for (const choose of [
    () => here.getByRole('radio', { name: 'Dark' }).check(),
    () => here.getByRole('checkbox', { name: 'Single-letter keys' }).uncheck(),
  ]) {
    const saved = kept();
    await choose();
    await saved;
  }
  await here.goto(task);
  const auckland = await title();
  expect(auckland).not.toBe(berlin);
  expect(auckland).toMatch(/\d{1,2}\. (Jan|Feb|März|Apr|Mai|Juni|Juli|Aug|Sep|Okt|Nov|Dez)/);
  // What the server wrote is what the browser wrote.
  const html = await (await here.request.get(task)).text();
  expect(html).toContain(`title="${auckland}"`);

  const there = await org.open(undefined, { timezoneId: 'America/New_York', colorScheme: 'light' });
  await logIn(there, org.key, org.emailOf('observer'));
  await expect(there).toHaveURL(org.url('dashboard'));
  // From the first page on, as the server draws it.
  for (const path of [org.url('dashboard'), '/'])
    expect(await (await there.request.get(path)).text(), path).toMatch(/<html[^>]*data-theme="dark"/);
  await there.goto('/profile');
  await expect(there.getByLabel('Time zone')).toHaveValue('Pacific/Auckland');
  await expect(there.getByRole('checkbox', { name: 'Friday' })).not.toBeChecked();
  await expect(there.getByRole('radio', { name: 'Dark' })).toBeChecked();
  await expect(there.getByRole('checkbox', { name: 'Single-letter keys' })).not.toBeChecked();
  await there.goto(task);
  expect(await title(there)).toBe(auckland);
});
