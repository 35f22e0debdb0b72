import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Page } from '@playwright/test';
import type axe from 'axe-core';
import type { RunOptions } from 'axe-core';
import { keepMarks, markWaysOfText } from '@/components/test/ways-of-text';
import { drawn } from './live';

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** The rules that look at colours: all that another theme can change. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];
const RULES: RunOptions = {
  runOnly: TAGS,
  rules: Object.fromEntries(COLOUR_RULES.map((rule) => [rule, { enabled: false }])),
  // What passes is not asked for in detail: telling it takes longer than finding it.
  resultTypes: ['violations'],
};
const MARK = 'data-way-of-text';
export const WIDE = { width: 1360, height: 850 };
export const PHONE = { width: 390, height: 844 };

/** A message's clock, which takes it away when it ends. */
const CLOCK = 'toast-clock';

/** Nothing moves any more, and messages stay: colours that are on their way to others have no contrast to speak of. */
const settle = (page: Page) =>
  page.evaluate(async (clock) => {
    const moving = () =>
      document
        .getAnimations()
        // What scrolling drives has no end in time.
        .filter((one) => one.timeline === document.timeline && one.playState === 'running')
        .filter((one) => one.effect?.getComputedTiming().iterations !== Infinity);
    const isClock = (one: Animation) => one instanceof CSSAnimation && one.animationName === clock;
    for (let left = moving(); left.length; left = moving()) {
      for (const one of left.filter(isClock)) one.pause();
      await Promise.allSettled(left.filter((one) => !isClock(one)).map((one) => one.finished));
    }
  }, CLOCK);

const goOn = (page: Page) =>
  page.evaluate((clock) => {
    for (const one of document.getAnimations())
      if (one instanceof CSSAnimation && one.animationName === clock && one.playState === 'paused') one.play();
  }, CLOCK);

/** Finds nothing to object to in what the page shows now. `what` names the state in the message. */
export async function expectAccessible(page: Page, what: string): Promise<void> {
  await settle(page);
  await expectNothing(page, what, RULES);
  await expectColours(page, what);
  await goOn(page);
}

/** The package's own entry is twice as long. */
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** A page gets axe once, and keeps it. */
async function giveAxe(page: Page): Promise<void> {
  for (const frame of page.frames()) {
    // One that is still on its way would be another before it is looked at.
    await frame.waitForLoadState();
    if (!(await frame.evaluate(() => 'axe' in window))) await frame.evaluate(AXE);
  }
}

type Asked = [rules: RunOptions, among?: { include: string[][] }];
type Passed = { html: string }[];

/** Returns what the rules found right; undefined where nothing is left of what they were to look at. */
async function expectNothing(page: Page, what: string, ...asked: Asked): Promise<Passed | undefined> {
  await giveAxe(page);
  const answer = await page.evaluate(async ([options, context]) => {
    const { run } = (window as unknown as { axe: typeof axe }).axe;
    // axe takes it for a mistake.
    if (context && !context.include.some(([one = '']) => document.querySelector(one))) return undefined;
    const found = await run(context ?? document, { preload: false, ...options });
    return { violations: found.violations, passes: found.passes };
  }, asked);
  if (!answer) return undefined;
  const { violations, passes } = answer;
  const told = violations.map(
    ({ id, help, nodes }) =>
      `${id}: ${help}\n${nodes.map(({ html, failureSummary }) => `    ${html}\n      ${failureSummary}`).join('\n')}`,
  );
  expect.soft(told, `${what}\n${told.join('\n')}`).toEqual([]);
  return passes.filter(({ id }) => id === 'color-contrast').flatMap(({ nodes }) => nodes);
}

/** Ways in which text met its ground, all that contrast follows from, that axe found right. */
const proved = new Set<string>();

/** Asks for the contrast of one text for each way in which texts and grounds meet that was not found right before. */
async function expectColours(page: Page, what: string): Promise<void> {
  for (;;) {
    const ways = await page.evaluate(markWaysOfText, MARK);
    const asked = [...new Set(ways)].filter((way) => !proved.has(way));
    if (!asked.length) return;
    await page.evaluate(keepMarks, { mark: MARK, asked });
    const marked = { include: [[`[${MARK}]`]] };
    const right = await expectNothing(page, what, { runOnly: { type: 'rule', values: COLOUR_RULES } }, marked);
    // Drawn anew since it was marked: then as it is now.
    if (!right) continue;
    for (const { html } of right) {
      const at = /^<[^>]*? data-way-of-text="(\d+)"/.exec(html)?.[1];
      if (at) proved.add(asked[Number(at)] as string);
    }
    return;
  }
}

/** At once: thousands of elements that fade to another colour are as many styles for each frame. */
async function inTheme(page: Page, theme: 'light' | 'dark'): Promise<void> {
  await page.evaluate((value) => {
    const sheet = new CSSStyleSheet();
    // Of what is important the earlier layer wins.
    sheet.replaceSync('@layer theme { *, ::before, ::after { transition: none !important; } }');
    document.adoptedStyleSheets.push(sheet);
    document.documentElement.setAttribute('data-theme', value);
    document.body.getBoundingClientRect();
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet);
  }, theme);
}

/** The same in both themes, on a desk and on a phone. */
export async function expectAccessibleEverywhere(page: Page, what: string): Promise<void> {
  for (const [size, first, second] of [
    [WIDE, 'light', 'dark'],
    [PHONE, 'dark', 'light'],
  ] as const) {
    await page.setViewportSize(size);
    // What is another part on a phone is drawn after the page was told of its size.
    await drawn(page);
    await inTheme(page, first);
    await expectAccessible(page, `${what}, ${size.width} px, ${first}`);
    await inTheme(page, second);
    await settle(page);
    await expectColours(page, `${what}, ${size.width} px, ${second}`);
    await goOn(page);
  }
  await page.setViewportSize(WIDE);
}
