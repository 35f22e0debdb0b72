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

const FILES = '/acme/file_manager?project=WEB';
const COLOURS = 'Colours.csv';

/** A folder that no journey adds to: nothing lies below a bar of the page. */
const openFolder = async (page: Page) => {
  await page.getByRole('row').getByRole('link', { name: 'Brand' }).click();
  await expect(page.getByRole('link', { name: COLOURS })).toBeVisible();
};

const fromMenu = (item: RegExp, dialog: RegExp) => async (page: Page) => {
  await press(page, `Actions for ${COLOURS}`);
  await page.getByRole('menuitem', { name: item }).click();
  await seen(page, 'dialog', dialog);
};

const OF_FILES: Overlay[] = [
  {
    name: 'the menu of a file',
    path: FILES,
    open: async (page) => {
      await press(page, `Actions for ${COLOURS}`);
      await seen(page, 'menu');
    },
  },
  { name: '“Move to…” of a file', path: FILES, open: fromMenu(/^Move to…/, /^Move/) },
  { name: 'who sees a file', path: FILES, open: fromMenu(/^Visible to clients…/, /^Who sees/) },
  {
    name: 'the versions of a file',
    path: FILES,
    open: async (page) => {
      await fromMenu(/^Versions…/, /^Versions/)(page);
      await expect(page.getByRole('list', { name: 'Versions' }).getByRole('listitem').first()).toBeVisible();
    },
  },
  {
    name: 'the preview of a file',
    path: FILES,
    open: async (page) => {
      await page.getByRole('link', { name: COLOURS }).focus();
      await page.keyboard.press('Space');
      await expect(page.getByRole('region', { name: `Content of ${COLOURS}` })).toBeVisible();
    },
  },
  {
    name: 'the name of a file being changed',
    path: FILES,
    open: async (page) => {
      await page.getByRole('link', { name: COLOURS }).focus();
      await page.keyboard.press('F2');
      await expect(page.getByRole('textbox', { name: `Name of ${COLOURS}` })).toBeFocused();
    },
  },
  {
    name: 'the dialog of a new folder',
    path: FILES,
    open: async (page) => {
      await press(page, 'New folder');
      await seen(page, 'dialog', 'New folder');
    },
  },
  {
    name: 'selected files',
    path: FILES,
    open: async (page) => {
      await page.getByRole('checkbox', { name: 'Select all' }).check();
      await expect(page.getByRole('region', { name: 'Selection' })).toBeVisible();
    },
  },
  {
    name: 'uploads under way',
    path: FILES,
    open: async (page) => {
      // It gets no answer, so that nothing is added for other tests.
      await page.route('**/api/upload', () => undefined, { times: 1 });
      await page
        .locator('input[data-upload]')
        .setInputFiles({ name: 'Not added.txt', mimeType: 'text/plain', buffer: Buffer.from('Not added') });
      await expect(page.getByRole('progressbar', { name: 'Upload of Not added.txt' })).toBeAttached();
    },
  },
];

const BOTH_WIDTHS = OF_FILES.flatMap(({ open, ...rest }): Overlay[] => {
  const one = { ...rest, open: (page: Page) => openFolder(page).then(() => open(page)) };
  return [one, { ...one, name: `${one.name} on a phone`, phone: true }];
});

for (const { name, path, open, phone } of [...OVERLAYS, ...BOTH_WIDTHS]) {
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
