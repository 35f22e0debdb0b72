import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** The rules that look at colours: all that another theme can change. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];
const WIDE = { width: 1360, height: 850 };
const PHONE = { width: 390, height: 844 };

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
export async function expectAccessible(page: Page, what: string, rules?: string[]): Promise<void> {
  await settle(page);
  // What passes is not asked for in detail: telling it takes longer than finding it.
  const axe = new AxeBuilder({ page }).options({ resultTypes: ['violations'], preload: false });
  const { violations } = await (rules ? axe.withRules(rules) : axe.withTags(TAGS)).analyze();
  await goOn(page);
  const told = violations.map(
    ({ id, help, nodes }) =>
      `${id}: ${help}\n${nodes.map(({ html, failureSummary }) => `    ${html}\n      ${failureSummary}`).join('\n')}`,
  );
  expect.soft(told, `${what}\n${told.join('\n')}`).toEqual([]);
}

async function inTheme(page: Page, theme: 'light' | 'dark'): Promise<void> {
  await page.evaluate((value) => document.documentElement.setAttribute('data-theme', value), theme);
}

/** The same in both themes, at the width the page has. */
export async function expectAccessibleInBothThemes(page: Page, what: string): Promise<void> {
  await inTheme(page, 'light');
  await expectAccessible(page, `${what}, light`);
  await inTheme(page, 'dark');
  await expectAccessible(page, `${what}, dark`, COLOUR_RULES);
}

/** The same in both themes, on a desk and on a phone. */
export async function expectAccessibleEverywhere(page: Page, what: string): Promise<void> {
  for (const size of [WIDE, PHONE]) {
    await page.setViewportSize(size);
    await expectAccessibleInBothThemes(page, `${what}, ${size.width} px`);
  }
  await page.setViewportSize(WIDE);
}
