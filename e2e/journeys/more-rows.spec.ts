import { expect, type Page, type Route } from '@playwright/test';
import { test } from '../fixtures';
import { caughtUp, joined } from '../support/live';
import type { Program, Task } from '../support/program';

/** Rows that are asked for while the list is read again, and the other way round: both stay. */

const FIRST = 50;
const ALL = 110;
const rows = (page: Page) => page.locator('[data-row]');

async function longList(program: Program, page: Page, name: string, all = ALL) {
  const project = await program.newProject(name);
  const tasks: Task[] = [];
  for (let at = 0; at < all; at++)
    tasks.push(await program.newTask(project._id, `${name} ${at + 1}`, { due_date: '2031-01-31' }));
  const connected = [joined(page, `private-project-${project._id}`), caughtUp(page, /\/api\/taskList\?/)];
  await page.goto(`/acme/task?project=${project.key}&sort=due`);
  await Promise.all(connected);
  await expect(rows(page)).toHaveCount(FIRST);
  const last = tasks.at(-1) as Task;
  return { last, becomesFirst: () => program.ask('PATCH', `task/${last._id}`, { version: 1, due_date: '2030-01-31' }) };
}

/** Keeps back the first reading whose address is `which`; answers when it is there, and what lets it go. */
async function keepBack(page: Page, which: RegExp) {
  let arrive: (go: () => Promise<void>) => void;
  const arrived = new Promise<() => Promise<void>>((resolve) => {
    arrive = resolve;
  });
  let first = true;
  await page.route(which, async (route: Route) => {
    if (!first) return route.continue();
    first = false;
    const response = await route.fetch();
    arrive(() => route.fulfill({ response }));
  });
  return arrived;
}

test('rows that came while the list was read again do not go', async ({ as, program }) => {
  const page = await as('leader');
  const { becomesFirst, last } = await longList(await program('leader'), page, 'Shelf');
  const reading = keepBack(page, /\/api\/taskList\?(?!.*cursor)/);
  await becomesFirst();
  const goOn = await reading;
  await page.getByRole('button', { name: /^Show more/ }).click();
  // The last one is the first by now, and none of those that follow.
  await expect(rows(page)).toHaveCount(ALL - 1);
  const again = page.waitForResponse((one) => /\/api\/taskList\?.*limit=109/.test(one.url()));
  await goOn();
  await again;
  await expect(rows(page).first()).toContainText(last.title);
  await expect(rows(page)).toHaveCount(ALL - 1);
});

test('rows that were asked for before the list was read again come', async ({ as, program }) => {
  const page = await as('leader');
  const { becomesFirst, last } = await longList(await program('leader'), page, 'Ladder');
  const paging = keepBack(page, /\/api\/taskList\?.*cursor/);
  await page.getByRole('button', { name: /^Show more/ }).click();
  const goOn = await paging;
  await becomesFirst();
  await expect(rows(page).first()).toContainText(last.title);
  await goOn();
  await expect(rows(page)).toHaveCount(ALL);
});

test('J reads on where the rows end, and walks on into them', async ({ as, program }) => {
  const page = await as('leader');
  await longList(await program('leader'), page, 'Walk', FIRST + 3);
  const titles = page.locator('[data-row] [data-title]');
  await titles.nth(FIRST - 1).focus();
  await page.keyboard.press('j');
  await expect(titles).toHaveCount(FIRST + 3);
  await expect(titles.nth(FIRST)).toBeFocused();
});
