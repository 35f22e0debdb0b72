import { expect } from '@playwright/test';
import { fillLogin, signIn, test } from '../fixtures';

test('a newcomer finds the organisation from the landing page, signs in and lands on the dashboard', async ({
  page,
}) => {
  await page.goto('/');
  await page.getByRole('link', { name: 'Login' }).first().click();
  await expect(page).toHaveURL(/\/already_registered/);
  await page.getByLabel('Organisation key or name').fill('acme');
  // A suggestion may lie over the button by now.
  await page.getByLabel('Organisation key or name').press('Enter');
  await expect(page).toHaveURL(/\/acme\/login/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Log in to Acme Studio');
  await fillLogin(page, 'leader@acme.test');
  await expect(page).toHaveURL(/\/acme\/dashboard$/);
  await expect(page.getByRole('link', { name: 'Dashboard' }).first()).toHaveAttribute('aria-current', 'page');
  await expect(page.getByRole('button', { name: 'Maya Lindqvist Team Leader' })).toBeVisible();

  await page.goto('/');
  await page.getByRole('link', { name: 'Open dashboard' }).first().click();
  await expect(page).toHaveURL(/\/acme\/dashboard$/);
});

test('organisations are suggested while typing, and the keyboard chooses one', async ({ page }) => {
  await page.goto('/already_registered?next=%2Fprofile');
  const field = page.getByRole('combobox', { name: 'Organisation key or name' });
  const suggestion = page.getByRole('option', { name: 'Acme Studio' });
  // Until its script runs the field suggests nothing.
  await expect(async () => {
    await field.fill('');
    await field.fill('acme stu');
    await expect(suggestion).toContainText('acme', { timeout: 2000 });
  }).toPass();
  await field.press('Escape');
  await expect(suggestion).toBeHidden();
  await field.press('ArrowDown');
  await expect(suggestion).toHaveAttribute('aria-selected', 'true');
  await field.press('Enter');
  await expect(page).toHaveURL('/acme/login?next=%2Fprofile');
});

test('a page that needs a session leads to the landing page, and signing in there leads back to it', async ({
  page,
  console,
}) => {
  await page.goto('/acme/taskpage?task=WEB-7');
  await expect(page).toHaveURL('/?next=%2Facme%2Ftaskpage%3Ftask%3DWEB-7');
  await page.getByRole('link', { name: 'Login' }).first().click();
  await page.getByLabel('Organisation key or name').fill('acme');
  await page.getByLabel('Organisation key or name').press('Enter');
  await fillLogin(page, 'user@acme.test');
  await expect(page).toHaveURL('/acme/taskpage?task=WEB-7');
  await expect(page.getByRole('main')).toContainText('Build the pricing page');

  // Outside the rule of the edge, the page itself asks. What was under way meanwhile is refused.
  console.expectError(/401/);
  await page.context().clearCookies({ name: /session/ });
  await page.goto('/acme/chat');
  await expect(page).toHaveURL('/acme/login?next=%2Facme%2Fchat');
  await fillLogin(page, 'user@acme.test');
  await expect(page).toHaveURL('/acme/chat');
});

test('a wrong password and an unknown email get the same sentence, and the email stays in the form', async ({
  page,
}) => {
  await page.goto('/acme/login');
  const sentences: string[] = [];
  for (const email of ['observer@acme.test', 'nobody@acme.test', 'observer@globex.test']) {
    await fillLogin(page, email, 'correct horse battery stapler');
    const alert = page.getByRole('alert').filter({ hasText: /\w/ });
    await expect(alert).toBeFocused();
    sentences.push((await alert.textContent()) ?? '');
    await expect(page.getByLabel('Email')).toHaveValue(email);
    await page.reload();
  }
  expect(new Set(sentences).size).toBe(1);
  expect(sentences[0]).toContain('wrong for this organisation');
});

test('somebody whose membership is not approved yet sees the waiting page and nothing else', async ({
  page,
  console,
}) => {
  console.expectError(/40[13]/);
  await page.goto('/acme/login');
  await fillLogin(page, 'pending@acme.test');
  await expect(page).toHaveURL('/waiting');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Waiting for Acme Studio');
  for (const path of ['/acme/dashboard', '/acme/task', '/profile']) {
    await page.goto(path);
    await expect(page).toHaveURL('/waiting');
  }
  const refused = await page.evaluate(async () => (await fetch('/api/taskList')).status);
  expect(refused).toBe(403);
  await page.getByRole('button', { name: 'Logout' }).click();
  await page.getByRole('button', { name: 'Yes' }).click();
  await expect(page).toHaveURL('/');
});

test('without any script, the forms on the way in work all the same', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ baseURL, javaScriptEnabled: false });
  const page = await context.newPage();
  await signIn(page, 'client@globex.test', 'globex');
  await expect(page.getByRole('navigation', { name: 'Main' })).toContainText('Project');
  await context.close();
});
