import { expect, type Page } from '@playwright/test';
import { test } from '../fixtures';
import { NAMES, PASSWORD } from '../support/accounts';
import { boardIsReady, boardUrl, card, column } from '../support/board';
import { listensToKeys } from '../support/keys';

/** Every key that the key sheet names, where it says so. */

const title = (page: Page, key: string, status?: string) => card(page, key, status).getByRole('link');

test('from the login form to a moved task by keyboard, in less than 25 presses besides the text', async ({ page }) => {
  let presses = 0;
  const press = async (key: string) => {
    presses += 1;
    await page.keyboard.press(key);
  };
  const email = page.getByLabel('Email');
  await page.goto('/globex/login');
  await page.waitForLoadState('networkidle');
  while (!(await email.evaluate((field) => field === document.activeElement)) && presses < 25) await press('Tab');
  // In no project that other journeys make: the first board is that of the demo.
  await page.keyboard.type('marta.kowalczyk@globex.test');
  await press('Tab');
  await page.keyboard.type(PASSWORD);
  await press('Enter');
  await expect(page).toHaveURL('/globex/dashboard');
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
  await page.waitForLoadState('networkidle');
  await press('v');
  await press('b');
  await boardIsReady(page);
  // What is drawn listens a moment later.
  await expect(page.locator('[draggable=true]').first()).toBeVisible();
  await press('j');
  const focused = page.locator('[data-stop]:focus');
  await expect(focused).toBeVisible();
  const name = (await focused.textContent()) ?? '';
  const saved = page.waitForResponse((answer) => answer.url().endsWith('/api/changeTaskStatus'));
  await press('Space');
  await press('ArrowRight');
  await press('Space');
  expect((await saved).status()).toBe(200);
  await expect(column(page, 'In Process').getByRole('link', { name, exact: true })).toBeFocused();
  expect(presses).toBeLessThan(25);
  // As it was.
  const undone = page.waitForResponse((answer) => answer.url().endsWith('/api/changeTaskStatus'));
  await page.keyboard.press('Control+z');
  expect((await undone).status()).toBe(200);
});

test('the board is one stop for Tab: J comes in from anywhere, arrows, Home and End walk, Tab goes on to the actions and out', async ({
  as,
  program,
}) => {
  const leader = await program('leader');
  const project = await leader.newProject('Walk over it');
  const make = (name: string, status: number) => leader.newTask(project._id, name, { status });
  const [one, two, three] = [await make('One', 1), await make('Two', 1), await make('Three', 1)];
  const far = await make('Far', 3);
  const page = await as('leader');
  await page.goto(boardUrl('acme', project.key));
  await boardIsReady(page);
  const walk = async (...steps: [key: string, to: string][]) => {
    for (const [key, to] of steps) {
      await page.keyboard.press(key);
      await expect(title(page, to), `after ${key}`).toBeFocused();
    }
  };

  await walk(['j', one.key], ['j', two.key], ['ArrowDown', three.key], ['j', three.key], ['k', two.key]);
  await walk(['End', three.key], ['Home', one.key], ['ArrowRight', far.key], ['ArrowLeft', one.key]);
  await page.keyboard.press('ArrowUp');
  await expect(page.getByRole('button', { name: 'New task in Pending' })).toBeFocused();
  await walk(['ArrowDown', one.key], ['ArrowRight', far.key]);

  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: `Actions for ${far.key}` })).toBeFocused();
  await page.keyboard.press('Tab');
  const outside = () => page.evaluate(() => document.activeElement?.closest('[data-full-width]') === null);
  expect(await outside()).toBe(true);
  await page.keyboard.press('Shift+Tab');
  await expect(title(page, far.key)).toBeFocused();
  await page.keyboard.press('Shift+Tab');
  expect(await outside()).toBe(true);
  await page.keyboard.press('Tab');
  await expect(title(page, far.key)).toBeFocused();

  // Somebody else moves the task that has the focus, and then deletes it.
  await leader.ask('POST', 'changeTaskStatus', { task_id: far._id, status: 2 });
  await expect(title(page, far.key, 'In Process')).toBeFocused();
  await leader.ask('DELETE', `task/${far._id}`);
  await expect(card(page, far.key)).toHaveCount(0);
  await expect(title(page, one.key)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`/acme/taskpage?task=${one.key}`);
});

test('a menu that its letter opens while another one closes stays open, and keeps the focus', async ({
  as,
  program,
}) => {
  const leader = await program('leader');
  const project = await leader.newProject('Letters at once');
  const task = await leader.newTask(project._id, 'One menu after the other');
  const page = await as('leader');
  await page.goto(`/acme/taskpage?task=${task.key}`);
  const menu = { p: page.getByRole('menuitemradio', { name: 'Urgent' }), s: page.getByRole('menuitemradio').first() };
  // Each is fetched with its first press.
  for (const letter of ['s', 'p'] as const) {
    await expect(async () => {
      if ((await page.getByRole('menu').count()) === 0) await page.keyboard.press(letter);
      await expect(menu[letter]).toBeVisible({ timeout: 2_000 });
    }).toPass();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('menu')).toHaveCount(0);
    await expect(page.locator(`[data-task-field="${letter === 's' ? 'Status' : 'Priority'}"]`)).toBeFocused();
  }
  await page.keyboard.press('p');
  await expect(menu.p).toBeVisible();
  // Nothing that waits for its turn, such as giving the focus back, comes between the two keys.
  await page.evaluate(async () => {
    const press = async (key: string) => {
      const on = document.activeElement ?? document.body;
      on.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
      for (let turn = 0; turn < 50; turn += 1) await null;
    };
    await press('Escape');
    await press('s');
  });
  await expect(menu.p).toHaveCount(0);
  await expect(page.locator('[role=menu]:focus, [role=menu] :focus')).toHaveCount(1);
  await page.keyboard.press('ArrowDown');
  await expect(page.locator('[role=menuitemradio]:focus')).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(page.locator('[data-task-field="Status"]')).toBeFocused();
});

test('letters change the task that has the focus, on the board and in the list, and Ctrl+Z takes it back', async ({
  as,
  program,
}) => {
  const leader = await program('leader');
  const project = await leader.newProject('Letters', [NAMES.user]);
  const task = await leader.newTask(project._id, 'Change me', { status: 1 });
  const stored = async () => (await leader.ask('GET', `task/${task.key}`)).data;
  const page = await as('leader');
  await page.goto(boardUrl('acme', project.key));
  await boardIsReady(page);

  const change = async (focus: () => Promise<void>) => {
    await focus();
    await page.keyboard.press('p');
    await page.getByRole('menuitemradio', { name: 'Urgent' }).press('Enter');
    await expect.poll(async () => (await stored()).priority).toBe('urgent');
    await focus();
    await page.keyboard.press('d');
    await page.getByRole('dialog', { name: 'Due date' }).getByRole('button', { name: 'Tomorrow' }).press('Enter');
    await expect.poll(async () => (await stored()).due_date).not.toBeNull();
    await focus();
    await page.keyboard.press('a');
    await page.getByRole('checkbox', { name: NAMES.user }).press('Space');
    await expect.poll(async () => (await stored()).assignees).toHaveLength(1);
    await page.keyboard.press('Escape');
    await focus();
    await page.keyboard.press('s');
    await page.getByRole('menuitemradio', { name: 'Testing' }).press('Enter');
    await expect.poll(async () => (await stored()).status).toBe(3);
    for (let times = 0; times < 4; times += 1) {
      await expect(page.getByRole('menu')).toHaveCount(0);
      const version = Number((await stored()).version);
      await page.keyboard.press('Control+z');
      await expect.poll(async () => (await stored()).version).toBeGreaterThan(version);
    }
    expect(await stored()).toMatchObject({ status: 1, priority: 'none', due_date: null, assignees: [] });
  };
  await change(async () => {
    if ((await page.locator('[data-stop]:focus').count()) === 0) await page.keyboard.press('j');
    await expect(title(page, task.key)).toBeFocused();
  });

  await page.keyboard.press('v');
  await page.keyboard.press('l');
  await expect(page.getByRole('table')).toBeVisible();
  await page.waitForLoadState('networkidle');
  const row = page.getByRole('row').getByRole('link', { name: 'Change me' });
  await change(async () => {
    await row.focus();
    await expect(row).toBeFocused();
  });
  await page.keyboard.press('v');
  await page.keyboard.press('b');
  await boardIsReady(page);
});

test('J and K walk over My day, and Enter opens', async ({ as, program }) => {
  // Nobody gives work to this person meanwhile.
  const leader = await program('leader', 'globex');
  const project = await leader.newProject('Today by keys');
  const me = (await leader.ask('GET', 'loggedInUser')).data._id;
  const due_date = new Date().toISOString().slice(0, 10);
  for (const title of ['Walk here', 'Walk there'])
    await leader.newTask(project._id, title, { status: 1, due_date, assignee_ids: [me] });
  const page = await as('leader', 'globex');
  await page.goto('/globex/dashboard');
  await listensToKeys(page);
  const day = page
    .getByRole('region', { name: 'My day' })
    .or(page.locator('section', { hasText: 'My day' }))
    .first();
  const titles = day.getByRole('listitem').getByRole('link');
  const focused = titles.and(page.locator(':focus'));
  await page.keyboard.press('j');
  await expect(focused).toHaveCount(1);
  const first = (await focused.getAttribute('href')) ?? '';
  await page.keyboard.press('j');
  await expect(focused).toHaveAttribute('href', /taskpage/);
  await expect(focused).not.toHaveAttribute('href', first);
  await page.keyboard.press('k');
  await expect(focused).toHaveAttribute('href', first);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/globex\/taskpage\?task=/);
});

test('the keys of every page do what their list says', async ({ as }) => {
  const page = await as('leader');
  await page.goto('/acme/dashboard');
  await listensToKeys(page);
  for (const [letter, place] of [
    ['p', 'project'],
    ['t', 'task'],
    ['f', 'file_manager'],
    ['u', 'userlist'],
    ['s', 'settings'],
    ['d', 'dashboard'],
  ] as const) {
    await page.keyboard.press('g');
    await page.keyboard.press(letter);
    await expect(page).toHaveURL(`/acme/${place}`);
  }
  for (const key of ['/', 'Control+k']) {
    await page.keyboard.press(key);
    await expect(page.getByRole('dialog')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  }
  await page.keyboard.press('?');
  const sheet = page.getByRole('dialog', { name: 'Keyboard' });
  await expect(sheet.getByText('Go to Users')).toBeVisible();
  await expect(sheet.getByRole('region', { name: /^A task:/ }).getByText('Move to…')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.keyboard.press('c');
  await expect(page.getByRole('dialog', { name: 'New task' })).toBeVisible();

  const client = await as('client');
  await client.goto('/acme/dashboard');
  await listensToKeys(client);
  await client.keyboard.press('?');
  const theirs = client.getByRole('dialog', { name: 'Keyboard' });
  await expect(theirs.getByText('Go to Task')).toBeVisible();
  await expect(theirs.getByText(/Go to Users|New task/)).toHaveCount(0);
  // Files of their own clients do move.
  await expect(theirs.getByRole('region', { name: /^A task:/ }).getByText('Move to…')).toHaveCount(0);
});

test('F6 goes around the parts of the page and comes back to where it was, and M moves a task of the timeline', async ({
  as,
  program,
}) => {
  const leader = await program('leader');
  const project = await leader.newProject('Around the page');
  const task = await leader.newTask(project._id, 'Go around', { due_date: '2031-01-31' });
  const page = await as('leader');
  await page.goto(`/acme/task?project=${project.key}`);
  const title = page.locator(`[data-row="${task.key}"] [data-title]`);
  await title.focus();
  const inside = (name: string) => expect(page.locator(`${name}:focus-within`)).toHaveCount(1);
  await page.keyboard.press('F6');
  await inside('nav');
  await page.keyboard.press('F6');
  await inside('header');
  await page.keyboard.press('F6');
  await expect(title).toBeFocused();
  await page.keyboard.press('Shift+F6');
  await inside('header');

  await page.goto(`/acme/task?view=timeline&project=${project.key}`);
  await page.locator(`[data-row="${task.key}"] [data-title]`).first().focus();
  await page.keyboard.press('m');
  await expect(page.getByRole('dialog', { name: /^Move/ })).toBeVisible();
});
