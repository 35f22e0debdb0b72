import { test } from '../fixtures';
import { expectAccessible, expectAccessibleEverywhere } from '../support/axe';
import { screenName, screensByPerson, settled } from '../support/screens';

for (const { who, screens } of screensByPerson(4))
  test(`axe finds nothing on the screens of ${who}, in both themes, wide and narrow`, async ({ demo, console }) => {
    console.expectError(/40[34]/);
    const page = await demo(screens[0]?.seat, screens[0]?.org);
    for (const screen of screens)
      await test.step(screenName(screen), async () => {
        await page.goto(screen.path);
        await settled(page);
        if (screen.part) {
          await expectAccessible(page, screenName(screen));
          await page.goto(screen.part);
          await settled(page);
        }
        await expectAccessibleEverywhere(page, screenName(screen));
      });
  });
