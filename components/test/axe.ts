import axe, { type RunOptions } from 'axe-core';
import { expect } from 'vitest';
import type { Locator } from 'vitest/browser';

const OPTIONS: RunOptions = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  resultTypes: ['violations'],
  // What only a whole page has: its title, landmarks and headings.
  rules: {
    region: { enabled: false },
    'page-has-heading-one': { enabled: false },
    'landmark-one-main': { enabled: false },
    'heading-order': { enabled: false },
    'document-title': { enabled: false },
    bypass: { enabled: false },
  },
};

/** axe finds nothing wrong with what is shown, in the light and in the dark theme; a locator is waited for. */
export async function expectAccessible(shown: Element | Locator = document.body): Promise<void> {
  if (!(shown instanceof Element)) await expect.element(shown).toBeVisible();
  const part = shown instanceof Element ? shown : shown.element();
  const before = document.documentElement.dataset.theme;
  try {
    for (const theme of ['light', 'dark']) {
      inTheme(theme);
      await settled();
      const { violations } = await axe.run(part, OPTIONS);
      const faults = violations.flatMap(({ id, help, nodes }) =>
        nodes.map(({ html, failureSummary }) => `${theme}: ${id}: ${help}\n${html}\n${failureSummary}`),
      );
      expect(faults, 'what axe finds').toEqual([]);
    }
  } finally {
    if (before) document.documentElement.dataset.theme = before;
    else delete document.documentElement.dataset.theme;
  }
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
