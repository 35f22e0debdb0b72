import type { Page } from '@playwright/test';
import { type Overlay, press, seen, WIDTHS } from './overlays';

export const OVERLAYS_OF_BOARDS: Overlay[] = [
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
  ...WIDTHS.map((at) => ({
    ...at,
    name: `the board by assignee with a closed column${at.phone ? ' on a phone' : ''}`,
    path: '/acme/task?view=board&project=WEB&group=assignee',
    open: async (page: Page) => {
      // It stays closed, also for the next test with this page.
      const opener = page.getByRole('button', { name: 'Open the column Nobody' });
      if (await opener.isVisible()) await opener.click();
      await press(page, 'Close the column Nobody');
    },
  })),
  ...WIDTHS.map((at) => ({
    ...at,
    name: `the board in swimlanes${at.phone ? ' on a phone' : ''}`,
    path: '/acme/task?view=board&project=WEB&group=label&swimlane=assignee',
    open: async (page: Page) => {
      await page.getByRole('button', { name: /^Nobody/ }).click();
    },
  })),
  {
    name: 'quick adding on the board',
    path: '/acme/task?view=board&project=WEB',
    open: async (page) => press(page, 'New task in Pending'),
  },
];
