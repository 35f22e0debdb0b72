import type { Page } from '@playwright/test';
import { PASSWORD } from './accounts';

/** Fills the login form that is on the screen and sends it. */
export async function fillLogin(page: Page, email: string, password: string = PASSWORD): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Login' }).click();
}

/** Opens the login of the organisation with this key, and sends it. */
export async function logIn(page: Page, key: string, email: string, password?: string): Promise<void> {
  await page.goto(`/${key}/login`);
  await fillLogin(page, email, password);
}

/** Fills the form of `/new_register` and sends it. */
export async function register(page: Page, { key, email }: { key: string; email: string }): Promise<void> {
  await page.goto('/new_register');
  await page.getByLabel('Name of the organisation').fill(`Hall of ${key}`);
  await page.getByLabel('Key', { exact: true }).fill(key);
  await page.getByLabel('Your name').fill('Nora Newman');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Register organisation' }).click();
}
