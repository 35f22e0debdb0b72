import { test } from '../fixtures';
import { expectAccessible, expectAccessibleEverywhere } from '../support/axe';
import { SCREENS, screenName, settled } from '../support/screens';

for (const screen of SCREENS)
  test(`axe finds nothing on ${screenName(screen)}, in both themes, wide and narrow`, async ({ demo, console }) => {
    console.expectError(/40[34]/);
    const page = await demo(screen.seat, screen.org);
    await page.goto(screen.path);
    await settled(page);
    if (screen.part) {
      await expectAccessible(page, screenName(screen));
      await page.goto(screen.part);
      await settled(page);
    }
    await expectAccessibleEverywhere(page, screenName(screen));
  });
