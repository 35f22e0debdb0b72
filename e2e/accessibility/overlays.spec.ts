import { expect, type Page } from '@playwright/test';
import { test } from '../fixtures';
import type { Seat } from '../support/accounts';
import { expectAccessibleInBothThemes, PHONE, WIDE } from '../support/axe';
import { OVERLAYS_OF_BOARDS } from '../support/board-overlays';
import { chatIn } from '../support/chat';
import { OVERLAYS_OF_CHAT } from '../support/chat-overlays';
import { OVERLAYS_OF_FILES } from '../support/file-overlays';
import { contentOf, leavesAs, type Overlay, press, seen, WIDTHS } from '../support/overlays';
import { settled } from '../support/screens';
import { EDITING_A_TEMPLATE, OVERLAYS_OF_TEMPLATES } from '../support/template-overlays';

const OVERLAYS: Overlay[] = [
  {
    name: 'the choice of labels',
    path: '/acme/taskpage?task=WEB-1',
    open: async (page) => {
      await press(page, /^Labels/);
      await expect(page.getByRole('checkbox', { name: 'Launch' })).toBeChecked();
      await page.getByRole('searchbox', { name: /label/ }).fill('Press kit');
      await expect(page.getByRole('button', { name: 'Create “Press kit”' })).toBeVisible();
    },
  },
  {
    name: 'the dialog of a rule',
    path: '/acme/settings?section=rules&project=WEB',
    open: async (page) => {
      await press(page, 'New rule');
      await seen(page, 'dialog', 'New rule');
      await page.getByRole('dialog').getByLabel('Action 1').selectOption({ label: 'Notify' });
      await page.getByRole('dialog').getByLabel('Whom').selectOption({ label: 'A person' });
      await expect(page.getByRole('dialog').getByLabel('Which person')).toBeVisible();
    },
  },
  {
    name: 'the table of allowed moves',
    path: '/acme/settings?section=workflow&project=WEB',
    open: async (page) => {
      await page.getByRole('checkbox', { name: 'Only some moves are allowed' }).check();
      await expect(page.getByRole('checkbox', { name: 'From Pending to Testing' })).toBeChecked();
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
    name: 'when a notification comes back',
    path: '/acme/notifications',
    open: async (page) => {
      await page
        .getByRole('listitem')
        .getByRole('button', { name: /^Snooze/ })
        .first()
        .click();
      await expect(page.getByRole('menuitem', { name: 'Tomorrow' })).toBeVisible();
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
      await expect(chatIn(page).getByRole('list', { name: 'Rooms', exact: true })).toBeVisible();
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
    name: 'the columns of a list',
    path: '/acme/task',
    open: async (page) => {
      await page.getByRole('button', { name: 'Columns' }).press('Enter');
      await seen(page, 'dialog', 'Columns');
    },
  },
  {
    name: 'the fields of a filter',
    path: '/acme/task?filter=priority:high,urgent;!status:4',
    open: async (page) => {
      await page.getByRole('button', { name: 'Filter', exact: true }).click();
      await expect(page.getByRole('option', { name: 'Category', exact: true })).toBeVisible();
    },
  },
  {
    name: 'the dates of a filter',
    path: '/acme/task?filter=due:overdue',
    open: async (page) => {
      await page.getByRole('button', { name: 'Due date: Overdue', exact: true }).click();
      await expect(page.getByRole('checkbox', { name: 'Next 7 days' })).toBeVisible();
    },
  },
  ...WIDTHS.map((at) => ({
    ...at,
    name: `a group within the alternatives of a filter${at.phone ? ' on a phone' : ''}`,
    path: '/acme/task?filter=(due:overdue|(priority:high;assignee:me))',
    open: async (page: Page) => {
      await page.getByRole('button', { name: /^Due date: Overdue or \(/ }).click();
      await page
        .getByRole('dialog', { name: 'Filter' })
        .getByRole('button', { name: /^Priority: High and/ })
        .click();
      await expect(page.getByText('All of these')).toBeVisible();
    },
  })),
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
    name: 'the options of a saved view',
    path: '/acme/task?project=WEB',
    open: async (page) => {
      await page.getByRole('navigation', { name: 'Saved views' }).getByRole('link', { name: 'Due soon' }).click();
      await press(page, 'Options of the view Due soon');
      await seen(page, 'menu');
    },
  },
];

/** Those over one page at one width, which is loaded once for them as long as each leaves it as it was. */
function byPage(overlays: readonly Overlay[]): Map<string, Overlay[]> {
  const pages = new Map<string, Overlay[]>();
  for (const one of overlays) {
    const place = `${one.path}${one.enter ? ' further in' : ''}${one.phone ? ' on a phone' : ''}`;
    pages.set(place, [...(pages.get(place) ?? []), one]);
  }
  return pages;
}

const ALL: [Seat, string, Overlay[]][] = [
  ...[
    ...byPage([
      ...OVERLAYS,
      ...OVERLAYS_OF_BOARDS,
      ...OVERLAYS_OF_CHAT,
      ...OVERLAYS_OF_FILES,
      ...OVERLAYS_OF_TEMPLATES,
    ]),
  ].map(([place, overlays]): [Seat, string, Overlay[]] => ['leader', place, overlays]),
  ...[...byPage(EDITING_A_TEMPLATE)].map(([place, overlays]): [Seat, string, Overlay[]] => ['admin', place, overlays]),
];

for (const [seat, place, overlays] of ALL) {
  test(`what opens over ${place} has nothing to object to, in both themes`, async ({ demo }) => {
    const page = await demo(seat);
    let asBefore = false;
    for (const { name, path, enter, open, phone } of overlays)
      await test.step(name, async () => {
        if (!asBefore) {
          await page.setViewportSize(phone ? PHONE : WIDE);
          await page.goto(path);
          await settled(page);
          await enter?.(page);
        }
        const before = await contentOf(page);
        await open(page);
        await expectAccessibleInBothThemes(page, name);
        asBefore = await leavesAs(page, before);
      });
  });
}
