import { expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { onAction } from '@/components/test/actions';
import { expectAccessible } from '@/components/test/axe';
import { navigation } from '@/components/test/navigation';
import { server } from '@/components/test/server';
import { show } from '@/components/test/show';
import { LogoutDialog } from './logout-dialog';
import { ProfileButton } from './profile-button';

test('logging out asks in the words agreed on, No first; where it fails one is still signed in', async () => {
  onAction('signOut', () => Promise.reject(new Error('no network')));
  const onOpenChange = vi.fn();
  const screen = await show(<LogoutDialog open onOpenChange={onOpenChange} />);
  const dialog = screen.getByRole('alertdialog', { name: 'Logout' });
  await expect.element(dialog).toHaveTextContent('Are you sure you want to logout ?');
  await expect.element(dialog.getByRole('button', { name: 'No' })).toHaveFocus();
  const words = dialog.getByRole('button', { name: /^(No|Yes)$/ }).elements();
  expect(words.map(({ textContent }) => textContent)).toEqual(['No', 'Yes']);
  await dialog.getByRole('button', { name: 'Yes' }).click();
  await expect.element(dialog.getByRole('alert')).toHaveTextContent('You are still signed in');
  await expectAccessible();
  server.setOnline(false);
  await expect.element(dialog.getByRole('button', { name: 'Yes' })).toBeDisabled();
  await expect.element(dialog.getByText(/^You are offline/)).toBeVisible();
  await dialog.getByRole('button', { name: 'No' }).element().focus();
  await userEvent.keyboard('{Enter}');
  expect(onOpenChange.mock.calls.at(-1)?.[0]).toBe(false);
});

test('the button with one’s name leads to the profile', async () => {
  const screen = await show(<ProfileButton />);
  await screen.getByRole('button', { name: 'Maya Lindqvist Team Leader' }).click();
  await expect.element(screen.getByRole('menuitem', { name: 'Profile' })).toBeVisible();
  await expectAccessible();
  await userEvent.keyboard('{ArrowDown}{Enter}');
  await expect.poll(() => navigation.url).toBe('/profile');
});
