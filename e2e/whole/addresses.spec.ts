import { gzipSync } from 'node:zlib';
import { expect, type Page } from '@playwright/test';
import { test } from '../fixtures';
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
