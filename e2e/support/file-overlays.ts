import { expect, type Page } from '@playwright/test';
import { type Overlay, press, seen } from './overlays';

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
    name: 'what people say of a file',
    path: FILES,
    open: async (page) => {
      await page.getByRole('link', { name: COLOURS }).focus();
      await page.keyboard.press('Space');
      await page.getByRole('button', { name: 'Comments' }).press('Enter');
      await expect(page.getByRole('textbox', { name: 'Comment' })).toBeVisible();
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

/** At both widths. */
export const OVERLAYS_OF_FILES = OF_FILES.flatMap((one): Overlay[] => [
  { ...one, enter: openFolder },
  { ...one, enter: openFolder, name: `${one.name} on a phone`, phone: true },
]);
