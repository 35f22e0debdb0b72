import { expect, type Page } from '@playwright/test';
import { test } from '../fixtures';
import type { Seat } from '../support/accounts';
import { WIDE } from '../support/axe';
import { layoutFaults, type Table } from '../support/layout';

const WIDTHS = [320, 768, 1024, 1100, 1366, 1920];
const TASKS = { row: '[data-row]', title: '[data-title]', least: 220 };
const PROJECTS = { row: 'tbody tr', title: 'th a', least: 170 };

/** Every table and list of records, and who sees most of it. */
const TABLES: (Table & { seat: Seat })[] = [
  { seat: 'leader', path: '/acme/task', ...TASKS },
  { seat: 'leader', path: '/acme/task?sort=due', ...TASKS },
  { seat: 'client', path: '/acme/task', ...TASKS },
  { seat: 'leader', path: '/acme/projectdetails?project=WEB&tab=tasks', ...TASKS },
  { seat: 'leader', path: '/acme/project', ...PROJECTS },
  { seat: 'admin', path: '/acme/userlist', row: 'tbody tr', title: 'th', least: 140 },
  { seat: 'admin', path: '/acme/settings?section=categories', row: 'li:has(button)', title: 'span > span', least: 140 },
  { seat: 'admin', path: '/acme/settings?section=roles', row: 'tbody tr', title: 'th', least: 140 },
];
const ENTRIES = { row: 'summary', title: 'span > span', least: 140 };
const INVITATIONS = { row: 'li:has(button)', title: 'p', least: 140 };

test('tables keep their titles readable and their texts apart in every window', async ({ demo, org }) => {
  const faults: string[] = [];
  const look = async (page: Page, table: Table) => {
    await page.goto(table.path);
    await expect(page.locator(`main ${table.row}`).first()).toBeVisible();
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 });
      for (const fault of await layoutFaults(page, table)) faults.push(`${table.path} at ${width}: ${fault}`);
    }
    await page.setViewportSize(WIDE);
  };
  for (const seat of ['leader', 'client', 'admin'] as const) {
    const page = await demo(seat);
    for (const table of TABLES) if (table.seat === seat) await look(page, table);
  }
  const emails = ['a.rather.long.name.of.somebody.who.is.invited@workshop.example'];
  await (await org.program('admin')).ask('POST', 'sendInvites', { emails, role: 'user' });
  await look(await org.as('admin'), { ...INVITATIONS, path: org.url('userlist?view=invitations') });
  await look(await org.as('observer'), { ...ENTRIES, path: org.url('settings?section=audit') });
  expect(faults).toEqual([]);
});
