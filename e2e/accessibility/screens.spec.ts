import { test } from '../fixtures';
import { expectAccessibleEverywhere } from '../support/axe';
import { SCREENS, screenName } from '../support/screens';

for (const screen of SCREENS) {
  test(`${screenName(screen)} has nothing to object to, in both themes, wide and narrow`, async ({
    page,
    as,
    console,
  }) => {
    test.setTimeout(120_000);
    console.expectError(/40[34]/);
    const opened = screen.seat ? await as(screen.seat, screen.org) : page;
    await opened.goto(screen.path);
    await opened.waitForLoadState('networkidle');
    await expectAccessibleEverywhere(opened, screenName(screen));
  });
}
