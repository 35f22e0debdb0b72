import { expect } from '@playwright/test';
import { test } from '../fixtures';
import { expectAccessibleInBothThemes } from '../support/axe';
import { mailTo } from '../support/mail';
import { logIn, memberOf, organisationOfItsOwn, send, tokenOf, withAuthenticator } from '../support/organisations';

test('an admin resets the second factor of somebody who lost it, who is told and signs in with the password alone', async ({
  page,
  browser,
  baseURL: address,
  console: watched,
}) => {
  const baseURL = address as string;
  const nora = await organisationOfItsOwn(baseURL);
  const ada = await memberOf(baseURL, nora, await tokenOf(baseURL, nora), { name: 'Ada Brook', role: 'user' });
  await withAuthenticator(baseURL, await tokenOf(baseURL, ada));
  const telephone = await browser.newContext({ baseURL });
  watched.watch(telephone);
  const hers = await telephone.newPage();
  await logIn(hers, ada);
  await expect(hers.getByLabel('Code')).toBeVisible();

  await logIn(page, nora);
  await expect(page).toHaveURL(/dashboard/);
  await page.goto(`/${nora.key}/userlist`);
  await page.getByRole('button', { name: 'Actions for Ada Brook' }).click();
  await page.getByRole('menuitem', { name: 'Details', exact: true }).click();
  const drawer = page.getByRole('dialog', { name: 'Ada Brook' });
  await drawer.getByRole('button', { name: 'Reset second factor' }).click();
  const question = page.getByRole('alertdialog', { name: 'Reset the second factor of Ada Brook' });
  await expectAccessibleInBothThemes(page, 'resetting a second factor');
  await question.getByRole('button', { name: 'Reset second factor' }).press('Enter');
  await expect(question).toBeHidden();
  await expect(drawer.getByRole('button', { name: 'Reset second factor' })).toBeHidden();
  await mailTo(baseURL, ada.email, /second factor/);

  await logIn(hers, ada);
  await expect(hers).toHaveURL(/dashboard/);
  await telephone.close();
});

test('a request for a lower role is granted after saying who leads the projects from then on', async ({
  page,
  baseURL: address,
}) => {
  const baseURL = address as string;
  const nora = await organisationOfItsOwn(baseURL);
  const token = await tokenOf(baseURL, nora);
  const ada = await memberOf(baseURL, nora, token, { name: 'Ada Brook', role: 'team_leader' });
  const hers = await tokenOf(baseURL, ada);
  const project = { name: 'Harbour', type: 'web_application' };
  const { _id } = await send<{ _id: string }>(baseURL, 'POST project', project, hers);
  await send(baseURL, 'POST requestRole', { role: 'user', reason: 'Less to look after.' }, hers);

  await logIn(page, nora);
  await expect(page).toHaveURL(/dashboard/);
  await page.goto(`/${nora.key}/userlist`);
  await page.getByRole('button', { name: 'Grant Ada Brook' }).click();
  const dialog = page.getByRole('dialog', { name: 'Grant the request of Ada Brook' });
  await expect(dialog.getByText('Harbour will have no leader.')).toBeVisible();
  await expectAccessibleInBothThemes(page, 'granting a lower role');
  await dialog.getByLabel('Who leads Harbour from now on').selectOption({ label: 'Nora Newman (Admin)' });
  await dialog.getByRole('button', { name: 'Grant' }).click();
  await expect(dialog).toBeHidden();
  type Led = { leader: { name: string } | null };
  const { leader } = await send<Led>(baseURL, `GET projectdetails?project_id=${_id}`, undefined, token);
  expect(leader?.name).toBe('Nora Newman');
});
