import { expect, type Page } from '@playwright/test';
import { test } from '../fixtures';
import { expectAccessibleInBothThemes, PHONE, WIDE } from '../support/axe';

type Overlay = {
  name: string;
  path: string;
  /** Opens it; resolves when it is there. */
  open: (page: Page) => Promise<void>;
  phone?: true;
};

const press = async (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first().click();
const seen = (page: Page, role: 'dialog' | 'alertdialog' | 'menu', name?: string | RegExp) =>
  expect(page.getByRole(role, name ? { name } : {}).first()).toBeVisible();

const OVERLAYS: Overlay[] = [
  {
    name: 'the logout dialog',
    path: '/acme/dashboard',
    open: async (page) => {
      await press(page, 'Logout');
      await expect(page.getByText('Are you sure you want to logout ?')).toBeVisible();
    },
  },
  {
    name: 'the profile menu',
    path: '/acme/dashboard',
    open: async (page) => {
      await press(page, /Maya Lindqvist/);
      await expect(page.getByRole('menuitem', { name: 'Profile' })).toBeVisible();
    },
  },
  {
    name: 'the list of notifications',
    path: '/acme/dashboard',
    open: async (page) => {
      await press(page, /^Notifications/);
      await expect(page.getByRole('dialog', { name: 'Notifications' }).getByRole('listitem').first()).toBeVisible();
    },
  },
  {
    name: 'the palette',
    path: '/acme/dashboard',
    open: async (page) => {
      await page.keyboard.press('Control+k');
      await expect(page.getByRole('combobox')).toBeFocused();
      await page.getByRole('combobox').fill('pricing');
      await expect(page.getByRole('option', { name: /Build the pricing page/ })).toBeVisible();
    },
  },
  {
    name: 'the sheet of keys',
    path: '/acme/dashboard',
    open: async (page) => {
      await page.keyboard.press('?');
      await seen(page, 'dialog', 'Keyboard');
    },
  },
  {
    name: 'the chat drawer',
    path: '/acme/dashboard',
    open: async (page) => {
      await page.getByRole('button', { name: 'Chat', exact: true }).click();
      await seen(page, 'dialog', 'Chat');
    },
  },
  {
    name: 'the navigation drawer',
    path: '/acme/dashboard',
    phone: true,
    open: async (page) => {
      await press(page, 'More');
      await seen(page, 'dialog', 'Navigation');
    },
  },
  {
    name: 'the dialog of a new project',
    path: '/acme/project',
    open: async (page) => {
      await press(page, 'New project');
      await page.getByRole('button', { name: 'Members' }).click();
      await expect(page.getByRole('checkbox', { name: /Daniel Osei/ })).toBeVisible();
    },
  },
  {
    name: 'the dialog of a new task',
    path: '/acme/task',
    open: async (page) => {
      await press(page, 'New task');
      await seen(page, 'dialog', 'New task');
    },
  },
  {
    name: 'the dialog of a new task on a phone',
    path: '/acme/task',
    phone: true,
    open: async (page) => {
      await press(page, 'New task');
      await seen(page, 'dialog', 'New task');
    },
  },
  {
    name: 'a status menu in the list of tasks',
    path: '/acme/task?project=WEB',
    open: async (page) => {
      await page
        .getByRole('row')
        .getByRole('button', { name: /Status/ })
        .first()
        .click();
      await seen(page, 'menu');
    },
  },
  {
    name: 'the choice of assignees in the list of tasks',
    path: '/acme/task?project=WEB',
    open: async (page) => {
      await page
        .getByRole('row')
        .getByRole('button', { name: /Assignees/ })
        .first()
        .click();
      await seen(page, 'dialog');
    },
  },
  {
    name: 'the choice of a due date in the list of tasks',
    path: '/acme/task?project=WEB',
    open: async (page) => {
      await page.getByRole('row').getByRole('button', { name: /Due/ }).first().click();
      await seen(page, 'dialog');
    },
  },
  {
    name: '“Move to…” on the board',
    path: '/acme/task?view=board&project=WEB',
    open: async (page) => {
      await page.getByRole('link', { name: 'Build the pricing page' }).focus();
      await page.keyboard.press('m');
      await seen(page, 'dialog', 'Move to…');
    },
  },
  {
    name: 'the menu of a task on the board',
    path: '/acme/task?view=board&project=WEB',
    open: async (page) => {
      await press(page, 'Actions for WEB-7');
      await seen(page, 'menu');
    },
  },
  {
    name: 'a lifted card on the board',
    path: '/acme/task?view=board&project=WEB',
    open: async (page) => {
      await page.getByRole('link', { name: 'Build the pricing page' }).focus();
      await page.keyboard.press('Space');
      await page.keyboard.press('ArrowRight');
    },
  },
  {
    name: 'quick adding on the board',
    path: '/acme/task?view=board&project=WEB',
    open: async (page) => press(page, 'New task in Pending'),
  },
];

for (const { name, path, open, phone } of OVERLAYS) {
  test(`${name} has nothing to object to, in both themes`, async ({ looking }) => {
    const page = await looking('leader');
    await page.setViewportSize(phone ? PHONE : WIDE);
    await page.goto(path);
    await page.waitForLoadState('networkidle');
    await open(page);
    await expectAccessibleInBothThemes(page, name);
    await page.setViewportSize(WIDE);
  });
}
