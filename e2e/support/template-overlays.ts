import { expect, type Page } from '@playwright/test';
import { type Overlay, press, seen, WIDTHS } from './overlays';

/** At both widths: they hold trees, and fields beside each other. */
export const OVERLAYS_OF_TEMPLATES: Overlay[] = WIDTHS.flatMap((at) => {
  const where = at.phone ? ' on a phone' : '';
  return [
    {
      ...at,
      name: `a template that is used below a task${where}`,
      path: '/acme/taskpage?task=WEB-1',
      open: async (page: Page) => {
        await press(page, 'Use a template');
        await page.getByRole('combobox', { name: 'Template', exact: true }).selectOption({ label: 'New colleague' });
        await expect(page.getByRole('list', { name: 'Tasks of the template' })).toContainText('Order a computer');
      },
    },
    {
      ...at,
      name: `a task that is saved as a template${where}`,
      path: '/acme/taskpage?task=WEB-1',
      open: async (page: Page) => {
        await press(page, 'Save as template');
        await seen(page, 'dialog', 'Save as template');
      },
    },
    {
      ...at,
      name: `a project from a template${where}`,
      path: '/acme/project',
      open: async (page: Page) => {
        await press(page, 'New project');
        await page.getByRole('dialog').getByRole('button', { name: 'Use a template' }).click();
        await page.getByRole('combobox', { name: 'Template', exact: true }).selectOption({ label: 'Website launch' });
        await expect(page.getByLabel('Development')).toBeVisible();
      },
    },
  ];
});

/** By whoever may change it. */
export const EDITING_A_TEMPLATE: Overlay[] = WIDTHS.map((at) => ({
  ...at,
  name: `the tasks of a template${at.phone ? ' on a phone' : ''}`,
  path: '/acme/settings?section=templates',
  open: async (page) => {
    await press(page, 'Edit Website launch');
    await page.getByText('Details of task 2').click();
    await expect(page.getByLabel('Due after days').nth(1)).toBeVisible();
  },
}));
