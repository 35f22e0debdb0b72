import { test } from '../fixtures';
import { expectAccessibleEverywhere } from '../support/axe';
import { SCREENS, screenName } from '../support/screens';

for (const screen of SCREENS) {
  test(`${screenName(screen)} has nothing to object to, in both themes, wide and narrow`, async ({
    looking,
    console,
  }) => {
    console.expectError(/40[34]/);
    const page = await looking(screen.seat, screen.org);
    await page.goto(screen.path);
    await page.waitForLoadState('networkidle');
    await expectAccessibleEverywhere(page, screenName(screen));
  });
}
