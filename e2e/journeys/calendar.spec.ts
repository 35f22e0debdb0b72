import { expect, type Page } from '@playwright/test';
import { test } from '../fixtures';
import { NAMES } from '../support/accounts';
import { expectAccessibleInBothThemes, PHONE } from '../support/axe';
import { announcement, canBeDragged } from '../support/board';
import { listensToKeys } from '../support/keys';
import { joined } from '../support/live';
import { messagesStay } from '../support/messages';

const url = (key: string, more = '') => `/acme/task?view=calendar&project=${key}&date=2031-03-09${more}`;
const day = (page: Page, date: string) => page.locator(`[data-day="${date}"]`);
const task = (page: Page, date: string, title: string) =>
  day(page, date).getByRole('link', { name: title, exact: true });

async function ready(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await page.waitForLoadState('networkidle');
}

async function dragTo(page: Page, title: string, from: string, to: string): Promise<void> {
  await canBeDragged(day(page, from).locator('[data-row]').filter({ hasText: title }));
  const [start, end] = [await task(page, from, title).boundingBox(), await day(page, to).boundingBox()];
  if (!start || !end) throw new Error('Not on the screen');
  await page.mouse.move(start.x + 20, start.y + start.height / 2);
  await page.mouse.down();
  await page.mouse.move(start.x + 30, start.y + start.height, { steps: 3 });
  await page.mouse.move(end.x + end.width / 2, end.y + end.height - 20, { steps: 12 });
  await page.mouse.move(end.x + end.width / 2 + 2, end.y + end.height - 18, { steps: 2 });
  await page.mouse.up();
}

test('by keys: days and tasks are walked, a task goes to another day and back, and one is made on a day', async ({
  as,
  program,
}) => {
  const leader = await program('leader');
  const project = await leader.newProject('Days by keys');
  const one = await leader.newTask(project._id, 'Paint the door', { due_date: '2031-03-11', start_date: '2031-03-10' });
  await leader.newTask(project._id, 'Buy paint', { due_date: '2031-03-10' });
  const datesOf = async () => {
    const { data } = await leader.ask('GET', `task/${one._id}`);
    return [data.start_date, data.due_date];
  };
  const page = await as('leader');
  await ready(page, url(project.key));
  await listensToKeys(page);
  await expect(page.getByRole('heading', { name: 'March 2031' })).toBeVisible();

  await page.keyboard.press('j');
  await expect(task(page, '2031-03-10', 'Buy paint')).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(task(page, '2031-03-11', 'Paint the door')).toBeFocused();
  await page.keyboard.press('Alt+ArrowRight');
  await expect(task(page, '2031-03-12', 'Paint the door')).toBeFocused();
  await expect(announcement(page, 'Paint the door: Wednesday 12 March')).toBeAttached();
  await expect.poll(datesOf).toEqual(['2031-03-11', '2031-03-12']);
  await page.keyboard.press('Alt+ArrowDown');
  await expect(task(page, '2031-03-19', 'Paint the door')).toBeFocused();
  await expect.poll(datesOf).toEqual(['2031-03-18', '2031-03-19']);
  await page.keyboard.press('Control+z');
  await expect(task(page, '2031-03-12', 'Paint the door')).toBeFocused();
  await expect.poll(datesOf).toEqual(['2031-03-11', '2031-03-12']);

  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('n');
  const dialog = page.getByRole('dialog', { name: 'New task' });
  await dialog.getByRole('textbox', { name: 'Title' }).fill('Wash the brushes');
  await dialog.getByRole('button', { name: 'Create task' }).click();
  await expect(task(page, '2031-03-11', 'Wash the brushes')).toBeVisible();

  await task(page, '2031-03-11', 'Wash the brushes').focus();
  await page.keyboard.press('PageDown');
  await expect(page.getByRole('heading', { name: 'April 2031' })).toBeVisible();
  await expect(day(page, '2031-04-01').getByRole('link').first()).toBeFocused();
  await page.keyboard.press('PageUp');
  await expect(task(page, '2031-03-12', 'Paint the door')).toBeVisible();
});

test('letters open the fields of a task on its day; what leaves the month hands the focus on', async ({
  as,
  program,
}) => {
  const leader = await program('leader');
  const project = await leader.newProject('Fields on a day');
  const one = await leader.newTask(project._id, 'Oil the hinge', { due_date: '2031-03-11' });
  const stored = async (field: string) => (await leader.ask('GET', `task/${one._id}`)).data[field];
  const page = await as('leader');
  await ready(page, url(project.key));
  await listensToKeys(page);
  await page.keyboard.press('j');
  await expect(task(page, '2031-03-11', 'Oil the hinge')).toBeFocused();

  await page.keyboard.press('p');
  await page.getByRole('menuitemradio', { name: 'High' }).press('Enter');
  await expect(announcement(page, `Priority of ${one.key}: High.`)).toBeAttached();
  await expect(task(page, '2031-03-11', 'Oil the hinge')).toBeFocused();
  await expect.poll(() => stored('priority')).toBe('high');

  await page.keyboard.press('e');
  const title = page.getByRole('dialog', { name: 'Title' }).getByRole('textbox', { name: 'Title' });
  await title.fill('Oil the hinges');
  await expectAccessibleInBothThemes(page, 'the title of a task in the calendar');
  await title.press('Enter');
  await expect(task(page, '2031-03-11', 'Oil the hinges')).toBeFocused();
  await expect.poll(() => stored('title')).toBe('Oil the hinges');
  await page.keyboard.press('Control+z');
  await expect(task(page, '2031-03-11', 'Oil the hinge')).toBeFocused();
  await expect.poll(() => stored('title')).toBe('Oil the hinge');

  await page.keyboard.press('d');
  const due = page.getByRole('dialog', { name: 'Due date' });
  await due.getByRole('button', { name: 'No date' }).press('Enter');
  await expect(page.locator('[data-row]')).toHaveCount(0);
  await expect(page.locator('[data-day] :focus')).toBeVisible();
  await expect.poll(() => stored('due_date')).toBeNull();
});

test('by keys to the next month: the focus goes on there, whatever happens here until it comes', async ({
  as,
  program,
}) => {
  const leader = await program('leader');
  const project = await leader.newProject('Months by keys');
  const one = await leader.newTask(project._id, 'Sand the floor', { due_date: '2031-03-11' });
  const page = await as('leader');
  const live = joined(page, `private-project-${project._id}`);
  await ready(page, url(project.key));
  await live;
  await listensToKeys(page);
  let arrive = () => {};
  const next = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  await page.route(/date=2031-04.*_rsc/, async (route) => {
    await next;
    await route.continue();
  });

  await task(page, '2031-03-11', 'Sand the floor').focus();
  await page.keyboard.press('PageDown');
  await leader.ask('PATCH', `task/${one._id}`, { version: one.version, title: 'Sand the stairs' });
  await expect(task(page, '2031-03-11', 'Sand the stairs')).toBeVisible();
  arrive();
  await expect(page.getByRole('heading', { name: 'April 2031' })).toBeVisible();
  await expect(day(page, '2031-04-01').getByRole('link').first()).toBeFocused();
});

test('by mouse: a task is dragged to another day, looked at beside it, and what others do comes in', async ({
  as,
  program,
  console,
}) => {
  console.expectError(/409/);
  const leader = await program('leader');
  const project = await leader.newProject('Days by mouse', [NAMES.user]);
  const one = await leader.newTask(project._id, 'Hang the lamp', { due_date: '2031-03-11' });
  const dueOf = async () => (await leader.ask('GET', `task/${one._id}`)).data.due_date;
  const page = await as('leader');
  const live = joined(page, `private-project-${project._id}`);
  await ready(page, url(project.key));
  await live;
  await messagesStay(page);

  await dragTo(page, 'Hang the lamp', '2031-03-11', '2031-03-20');
  await expect(task(page, '2031-03-20', 'Hang the lamp')).toBeVisible();
  await expect.poll(dueOf).toBe('2031-03-20');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(task(page, '2031-03-11', 'Hang the lamp')).toBeVisible();
  await expect.poll(dueOf).toBe('2031-03-11');

  const { data } = await leader.ask('GET', `task/${one._id}`);
  await leader.ask('PATCH', `task/${one._id}`, { version: data.version, due_date: '2031-03-13' });
  await expect(task(page, '2031-03-13', 'Hang the lamp')).toBeVisible();

  // Somebody else is faster: nothing is overwritten, and the screen says so.
  await page.route('**/api/taskCard/*', async (route) => {
    if (route.request().method() === 'PATCH') {
      const { data: now } = await leader.ask('GET', `task/${one._id}`);
      await leader.ask('PATCH', `task/${one._id}`, { version: now.version, due_date: '2031-03-25' });
    }
    await route.continue();
  });
  await dragTo(page, 'Hang the lamp', '2031-03-13', '2031-03-18');
  await expect(
    announcement(page, `${one.key} was put back. Somebody else changed it in the meantime.`).first(),
  ).toBeAttached();
  await expect(task(page, '2031-03-25', 'Hang the lamp')).toBeVisible();
  expect(await dueOf()).toBe('2031-03-25');

  await task(page, '2031-03-25', 'Hang the lamp').click();
  await expect(
    page.getByRole('region', { name: `Task ${one.key}` }).getByRole('textbox', { name: 'Title' }),
  ).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`[?&]task=${one.key}$`));
});

test('a full day says how many more there are, a week shows them, and filters narrow both', async ({ as, program }) => {
  const leader = await program('leader');
  const project = await leader.newProject('A full day');
  for (const title of ['One', 'Two', 'Three', 'Four', 'Five'])
    await leader.newTask(project._id, title, {
      due_date: '2031-03-11',
      priority: title === 'Five' ? 'urgent' : 'none',
    });
  const page = await as('leader');
  await ready(page, url(project.key));
  await expect(day(page, '2031-03-11').getByRole('listitem')).toHaveCount(3);
  await expect(day(page, '2031-03-11').getByRole('listitem').first()).toContainText('Five');
  // What one moves stays in sight where it goes, whatever comes before it there.
  await leader.newTask(project._id, 'Six', { due_date: '2031-03-10', priority: 'low' });
  await task(page, '2031-03-10', 'Six').press('Alt+ArrowRight');
  await expect(task(page, '2031-03-11', 'Six')).toBeFocused();
  await expect(day(page, '2031-03-11').getByRole('listitem')).toHaveCount(3);
  await task(page, '2031-03-11', 'Six').press('Alt+ArrowRight');
  await expect(task(page, '2031-03-12', 'Six')).toBeFocused();
  await day(page, '2031-03-11').getByRole('link', { name: '+2 more' }).click();
  await expect(page.getByRole('heading', { name: /10 Mar 2031 – 16 Mar 2031/ })).toBeVisible();
  await expect(day(page, '2031-03-11').getByRole('listitem')).toHaveCount(5);
  await expectAccessibleInBothThemes(page, 'a week of the calendar');
  await ready(page, url(project.key, '&span=week&priority=urgent'));
  await expect(page.locator('[data-row]')).toHaveCount(0);
  await ready(page, `/acme/task?view=calendar&project=${project.key}&date=2031-03-11&span=week&priority=urgent`);
  await expect(page.locator('[data-row]')).toHaveText([/Five/]);
});

test('a client sees what is shared with it, on a phone as a list by day, without scripts too', async ({
  as,
  program,
}) => {
  const leader = await program('leader');
  const project = await leader.newProject('Days of a client', [], [NAMES.client]);
  await leader.newTask(project._id, 'Shared', { due_date: '2031-03-11', audience: 'client' });
  await leader.newTask(project._id, 'Internal', { due_date: '2031-03-11' });
  const page = await as('client', 'acme', { viewport: PHONE, javaScriptEnabled: false });
  await page.goto(url(project.key));
  await expect(task(page, '2031-03-11', 'Shared')).toBeVisible();
  await expect(page.getByText('Internal')).toHaveCount(0);
  await expect(page.getByText('+1 more')).toHaveCount(0);
  await expect(page.getByRole('heading', { name: /Tuesday 11 March.*1 task/ })).toBeVisible();
  await expect(day(page, '2031-03-12')).toBeHidden();
  await page.getByRole('link', { name: 'Next month' }).click();
  await expect(page.getByRole('heading', { name: 'April 2031' })).toBeVisible();
  await expect(page.getByText('Nothing is due in this month.')).toBeVisible();
});
