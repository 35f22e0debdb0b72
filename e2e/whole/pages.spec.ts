import { gzipSync } from 'node:zlib';
import { expect, type Page } from '@playwright/test';
import { test } from '../fixtures';
import type { Seat } from '../support/accounts';
import { WIDE } from '../support/axe';
import { HTML, SCREENS, screenName } from '../support/screens';

/** How each page is laid out: e2e/accessibility/screens.spec.ts, which opens them all. */
test('no page loads more JavaScript and HTML than its budget', async ({ page, demo, baseURL, console }) => {
  console.expectError(/40[34]/);
  const weights = new Map<string, number>();
  const weigh = async (address: string) => {
    const known = weights.get(address);
    if (known !== undefined) return known;
    const body = Buffer.from(await (await fetch(new URL(address, baseURL))).arrayBuffer());
    const weight = gzipSync(body, { level: 9 }).length;
    weights.set(address, weight);
    return weight;
  };
  const pages = new Map<string, Page>();
  const table: string[] = [];
  // All of them at once: a reporter may tell the first failure alone.
  const over: string[] = [];
  for (const screen of SCREENS) {
    const seat = screen.seat;
    const opened = seat ? (pages.get(seat) ?? (await demo(seat, screen.org))) : page;
    if (seat) pages.set(seat, opened);
    const answer = await opened.request.get(screen.path);
    const html = await answer.text();
    const length = Math.round((await answer.body()).length / 100) / 10;
    // What browsers of today load at once: not what is for old ones, nor what is fetched when it is wanted.
    const tags = html.match(/<script\b[^>]*\bsrc="[^"]+"[^>]*>/g) ?? [];
    const addresses = new Set(
      tags
        .filter((tag) => !/\bnomodule\b/i.test(tag))
        .map((tag) => /\bsrc="([^"]+)"/.exec(tag)?.[1]?.replaceAll('&amp;', '&') ?? ''),
    );
    let bytes = 0;
    for (const address of addresses) bytes += await weigh(address);
    const kilobytes = Math.round((bytes / 1024) * 10) / 10;
    const most = screen.html ?? HTML;
    const weighed = [`${kilobytes} of ${screen.budget} KB`, `HTML ${length} of ${most} kB`].map((one) =>
      one.padEnd(24),
    );
    table.push(`${weighed.join('')}${screenName(screen)}`);
    if (kilobytes > screen.budget) over.push(`${screenName(screen)}: ${kilobytes} of ${screen.budget} KB`);
    if (length > most) over.push(`${screenName(screen)}: HTML ${length} of ${most} kB`);
    if (addresses.size === 0) over.push(`${screenName(screen)}: no JavaScript was found`);
  }
  await test.info().attach('JavaScript by page', { body: table.join('\n'), contentType: 'text/plain' });
  expect(over, 'what weighs more than its budget').toEqual([]);
});

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

type Table = {
  path: string;
  /** The text of a row that says what it is. */
  title: string;
  /** The rows. */
  row: string;
  /** What the title has at least, in px, unless all of it needs less. */
  least: number;
};

/**
 * What is wrong with the layout of a table as it stands in the window: a title that is cut below what it must have, texts
 * of one row that lie over one another, a page that scrolls sideways.
 */
function layoutFaults(page: Page, table: Table): Promise<string[]> {
  return page.evaluate(({ title, row, least }) => {
    const faults: string[] = [];
    const rows = [...document.querySelectorAll<HTMLElement>(`main ${row}`)].filter((one) => one.offsetHeight > 0);
    if (rows.length === 0) faults.push('no rows');
    const beyond = document.documentElement.scrollWidth - window.innerWidth;
    if (beyond > 0) faults.push(`the page is ${beyond} px wider than the window`);
    for (const one of rows) {
      const name = one.querySelector<HTMLElement>(title);
      if (name) {
        const { width } = name.getBoundingClientRect();
        // To measure the text lays the whole page out anew: only where it matters.
        const needed = width + 1 < least ? textWidth(name) : 0;
        if (width + 1 < Math.min(least, needed))
          faults.push(`“${name.textContent}” has ${Math.round(width)} of ${Math.round(needed)} px`);
      }
      const boxes = textBoxes(one);
      for (const [at, first] of boxes.entries())
        for (const second of boxes.slice(at + 1))
          if (first.node !== second.node && overlap(first.box, second.box))
            faults.push(`“${first.text}” lies over “${second.text}”`);
    }
    return faults;

    /** What the text would take on one line. */
    function textWidth(element: HTMLElement): number {
      const copy = element.cloneNode(true) as HTMLElement;
      copy.style.cssText = 'position:absolute;visibility:hidden;width:max-content;max-width:none;white-space:nowrap';
      element.parentElement?.append(copy);
      const { width } = copy.getBoundingClientRect();
      copy.remove();
      return width;
    }

    /** Where texts of a row show, cut by what cuts them off. What only screen readers get is cut to nothing. */
    function textBoxes(element: HTMLElement) {
      const found: { text: string; node: Node; box: DOMRect }[] = [];
      const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const text = node.textContent?.trim() ?? '';
        const parent = node.parentElement;
        if (!text || !parent?.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
        const range = document.createRange();
        range.selectNodeContents(node);
        for (const rect of range.getClientRects()) {
          let box = rect;
          for (let above: Element | null = parent; above && above !== element; above = above.parentElement)
            if (getComputedStyle(above).overflow !== 'visible') box = cut(box, above.getBoundingClientRect());
          if (box.width > 1 && box.height > 1) found.push({ text, node, box });
        }
      }
      return found;
    }

    function cut(box: DOMRect, by: DOMRect): DOMRect {
      const left = Math.max(box.left, by.left);
      const top = Math.max(box.top, by.top);
      return new DOMRect(left, top, Math.min(box.right, by.right) - left, Math.min(box.bottom, by.bottom) - top);
    }

    /** Lines of one text share their leading; letters do not touch before two pixels. */
    function overlap(one: DOMRect, other: DOMRect): boolean {
      const across = Math.min(one.right, other.right) - Math.max(one.left, other.left);
      const down = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
      return across > 1 && down > 4;
    }
  }, table);
}
