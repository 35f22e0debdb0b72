import { gzipSync } from 'node:zlib';
import { expect, type Page } from '@playwright/test';
import { test } from '../fixtures';
import { HTML, SCREENS, screenName } from '../support/screens';

/** The words of the sidebar that each role has (specification 6). */
const FOOTER = /Guildhall/;

test('every address of the specification answers, with one heading, a title and the right layout', async ({
  page,
  as,
  console,
}) => {
  test.setTimeout(180_000);
  console.expectError(/40[34]/);
  const pages = new Map<string, Page>();
  const titles = new Map<string, string>();
  for (const screen of SCREENS) {
    const name = screenName(screen);
    const seat = screen.seat;
    const opened = seat ? (pages.get(seat) ?? (await as(seat, screen.org))) : page;
    if (seat) pages.set(seat, opened);
    const answer = await opened.goto(screen.path);
    expect.soft(answer?.status(), name).toBe(screen.status ?? 200);
    await expect.soft(opened.locator('head > title'), name).toHaveCount(1);
    const title = await opened.title();
    if (seat) {
      expect.soft(title, name).toMatch(/^.+ · (Acme Studio|Guildhall)$/);
      expect.soft(titles.get(title) ?? screen.path, `the tab of ${name} says what another page says`).toBe(screen.path);
      titles.set(title, screen.path);
    }
    await expect.soft(opened.getByRole('main'), name).toHaveCount(1);
    if (!screen.path.startsWith('/loadingpage'))
      await expect.soft(opened.getByRole('heading', { level: 1 }), name).toHaveCount(1);
    // The page ends where its content ends.
    const beyond = await opened.evaluate(() => {
      const { scrollHeight, clientHeight } = document.documentElement;
      return scrollHeight - Math.max(clientHeight, document.body.getBoundingClientRect().bottom + window.scrollY);
    });
    expect.soft(beyond, `${name}: height below the content`).toBeLessThanOrEqual(1);
    if (seat && seat !== 'pending') {
      await expect.soft(opened.getByRole('navigation', { name: 'Main' }), name).toBeVisible();
      await expect.soft(opened.getByRole('contentinfo'), name).toContainText(FOOTER);
    }
  }
});

test('no page loads more JavaScript and HTML than its budget', async ({ page, as, baseURL, console }) => {
  test.setTimeout(180_000);
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
  for (const screen of SCREENS) {
    const seat = screen.seat;
    const opened = seat ? (pages.get(seat) ?? (await as(seat, screen.org))) : page;
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
    expect.soft(kilobytes, screenName(screen)).toBeLessThanOrEqual(screen.budget);
    expect.soft(length, `HTML of ${screenName(screen)}`).toBeLessThanOrEqual(most);
    expect.soft(addresses.size, screenName(screen)).toBeGreaterThan(0);
  }
  await test.info().attach('JavaScript by page', { body: table.join('\n'), contentType: 'text/plain' });
});
