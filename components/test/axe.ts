import axe, { type AxeResults, type RunOptions } from 'axe-core';
import { expect } from 'vitest';
import type { Locator } from 'vitest/browser';
import { markWaysOfText } from './ways-of-text';

/** The rules that look at colours: all that another theme can change. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];
const COLOURS: RunOptions = {
  runOnly: { type: 'rule', values: COLOUR_RULES },
  resultTypes: ['violations'],
};
/** What only a whole page has: its title, landmarks and headings. */
const OF_PAGES = ['region', 'page-has-heading-one', 'landmark-one-main', 'heading-order', 'document-title', 'bypass'];
const STRUCTURE: RunOptions = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  rules: Object.fromEntries([...COLOUR_RULES, ...OF_PAGES].map((rule) => [rule, { enabled: false }])),
  resultTypes: ['violations'],
};
const MARK = 'data-way-of-text';

/** Another theme changes colours alone, and most of those stand in a screen that `npm run test:all` looks at in both. */
const THEMES = process.env.WHOLE ? ['light', 'dark'] : ['light'];

/** Files of parts of which axe has seen something. */
const seen = new Set<string | undefined>();

/**
 * axe finds nothing wrong with what is shown; a locator is waited for. `npm test` asks about what a file shows first,
 * `npm run test:all` about everything, in the dark theme too.
 */
export async function expectAccessible(shown: Element | Locator = document.body): Promise<void> {
  if (!(shown instanceof Element)) await expect.element(shown).toBeVisible();
  const { testPath } = expect.getState();
  if (seen.has(testPath) && !process.env.WHOLE) return;
  seen.add(testPath);
  const part = shown instanceof Element ? shown : shown.element();
  const before = document.documentElement.dataset.theme;
  try {
    for (const theme of THEMES) {
      inTheme(theme);
      await settled();
      if (theme === 'light') await expectStructure(part);
      await expectColours(theme, part);
    }
  } finally {
    if (before) document.documentElement.dataset.theme = before;
    else delete document.documentElement.dataset.theme;
  }
}

/** As `expectAccessible`, in `npm run test:all` alone, for what a longer test shows on its way. */
export async function expectAccessibleInAll(shown?: Element | Locator): Promise<void> {
  if (process.env.WHOLE) await expectAccessible(shown);
}

/** What axe has found nothing wrong with, as it stands in the page; what React numbers is left out. */
const sound = new Set<string>();
const writtenOf = (element: Element) => element.outerHTML.replaceAll(/_r_\w+_|«\w+»|radix-[\w:]+/g, '');

/** Only what is new since an earlier look is asked again: mostly a page around the dialog or row that it is about. */
async function expectStructure(part: Element): Promise<void> {
  const [known, fresh]: [Element[], string[]] = [[], []];
  const sort = (element: Element) => {
    const written = writtenOf(element);
    if (element !== part && sound.has(written)) return void known.push(element);
    fresh.push(written);
    for (const child of element.children) sort(child);
  };
  sort(part);
  expectNothing('light', await axe.run({ include: [part], exclude: known }, STRUCTURE));
  for (const written of fresh) if (written.length < 5_000) sound.add(written);
}

function expectNothing(theme: string, { violations }: AxeResults): void {
  const faults = violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${theme}: ${id}: ${help}\n${html}\n${failureSummary}`),
  );
  expect(faults, 'what axe finds').toEqual([]);
}

/** Ways in which text meets its ground: all that its contrast, and so what axe says of it, follows from. */
const asked = new Set<string>();

/** Contrast takes axe longest: it is asked for one text of each way that it has not seen before. */
async function expectColours(theme: string, part: Element): Promise<void> {
  markWaysOfText(MARK);
  const texts = new Map<string, Element>();
  for (const element of document.querySelectorAll(`[${MARK}]`)) {
    const way = element.getAttribute(MARK) ?? '';
    element.removeAttribute(MARK);
    if (part.contains(element) && !asked.has(way)) texts.set(way, element);
  }
  if (!texts.size) return;
  expectNothing(theme, await axe.run({ include: [...texts.values()] }, COLOURS));
  for (const way of texts.keys()) asked.add(way);
}

/** What comes and goes has arrived: it is fainter until then. A message's clock is not waited for. */
async function settled(): Promise<void> {
  const moving = () =>
    document
      .getAnimations()
      .filter((one) => one.timeline === document.timeline && one.playState === 'running')
      .filter((one) => !(one instanceof CSSAnimation && one.animationName === 'toast-clock'))
      .filter((one) => one.effect?.getComputedTiming().iterations !== Infinity);
  for (let left = moving(); left.length; left = moving()) await Promise.allSettled(left.map((one) => one.finished));
}

/** At once: colours that are on their way to others have no contrast to speak of. */
function inTheme(theme: string): void {
  const sheet = new CSSStyleSheet();
  // Of what is important the earlier layer wins.
  sheet.replaceSync('@layer theme { *, ::before, ::after { transition: none !important; } }');
  document.adoptedStyleSheets.push(sheet);
  document.documentElement.dataset.theme = theme;
  document.body.getBoundingClientRect();
  document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet);
}
