import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import { keepMarks, markWaysOfText } from './ways-of-text';

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** The rules that look at colours: all that another theme can change. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];
const OPTIONS = { preload: false };
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
  await expectNothing(page, what, (axe) =>
    // What passes is not asked for in detail: telling it takes longer than finding it.
    axe
      .options({ ...OPTIONS, resultTypes: ['violations'] })
      .withTags(TAGS)
      .disableRules(COLOUR_RULES),
  );
  await expectColours(page, what);
  await goOn(page);
}

type Passed = { html: string }[];

/** Returns what the rules found right. */
async function expectNothing(page: Page, what: string, choose: (axe: AxeBuilder) => AxeBuilder): Promise<Passed> {
  // In one frame no second page is opened to sum up.
  const axe = new AxeBuilder({ page }).setLegacyMode();
  const { violations, passes } = await choose(axe).analyze();
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
  const ways = await page.evaluate(markWaysOfText, MARK);
  const asked = [...new Set(ways)].filter((way) => !proved.has(way));
  if (!asked.length) return;
  await page.evaluate(keepMarks, { mark: MARK, asked });
  const right = await expectNothing(page, what, (axe) =>
    axe.options(OPTIONS).include(`[${MARK}]`).withRules(COLOUR_RULES),
  );
  for (const { html } of right) {
    const at = /^<[^>]*? data-way-of-text="(\d+)"/.exec(html)?.[1];
    if (at) proved.add(asked[Number(at)] as string);
  }
}

async function inTheme(page: Page, theme: 'light' | 'dark'): Promise<void> {
  await page.evaluate((value) => document.documentElement.setAttribute('data-theme', value), theme);
}

/** The same in both themes, at the width the page has. */
export async function expectAccessibleInBothThemes(page: Page, what: string): Promise<void> {
  await inTheme(page, 'light');
  await expectAccessible(page, `${what}, light`);
  await inTheme(page, 'dark');
  await settle(page);
  await expectColours(page, `${what}, dark`);
  await goOn(page);
}

/** The same in both themes, on a desk and on a phone. */
export async function expectAccessibleEverywhere(page: Page, what: string): Promise<void> {
  for (const size of [WIDE, PHONE]) {
    await page.setViewportSize(size);
    await expectAccessibleInBothThemes(page, `${what}, ${size.width} px`);
  }
  await page.setViewportSize(WIDE);
}
