import { expect } from '@playwright/test';
import { test } from '../fixtures';
import { NAMES } from '../support/accounts';
import { filesJourney, menu, newFolder, row, TABLE, TEXT, upload } from '../support/files-journey';
import { messagesStay } from '../support/messages';

const PIECES = '**/api/upload/resumable/**';

filesJourney(test, {
  async cut(page) {
    const begins: number[] = [];
    await page.route(PIECES, async (route) => {
      const request = route.request();
      if (request.method() !== 'PATCH') return route.continue();
      begins.push(Number(request.headers()['upload-offset']));
      return begins.length >= 2 && begins.length <= 6 ? route.abort('connectionreset') : route.continue();
    });
    return { begins: () => begins, mend: () => undefined };
  },
  async hold(page) {
    const waiting: (() => Promise<void>)[] = [];
    await page.route(PIECES, (route) => void waiting.push(() => route.continue().catch(() => undefined)));
    return async () => {
      await page.unroute(PIECES);
      for (const go of waiting) await go();
    };
  },
});

test('what is selected moves by “Move to…”, and Undo brings it back', async ({ as }) => {
  const page = await as('leader');
  await newFolder(page, 'Moves');
  await page.getByRole('button', { name: 'New folder' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('Inner');
  await page.getByRole('dialog').getByRole('button', { name: 'Create folder' }).click();
  await upload(page, [TEXT, TABLE]);
  await expect(row(page, 'Hours.csv')).toBeVisible();
  await page.getByRole('checkbox', { name: 'Select Briefing.md' }).check();
  await page.getByRole('checkbox', { name: 'Select Hours.csv' }).check();
  const bar = page.getByRole('region', { name: 'Selection' });
  await expect(bar).toContainText('2 selected');
  await messagesStay(page);
  await bar.getByRole('button', { name: 'Move' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Inner' }).click();
  await dialog.getByRole('button', { name: 'Move here' }).click();
  await expect(row(page, 'Hours.csv')).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(row(page, 'Hours.csv')).toBeVisible();
  await expect(row(page, 'Briefing.md')).toBeVisible();
});

test('a folder is copied with what is in it, and moved to another project by “Move to…” and by dragging', async ({
  as,
  program,
}) => {
  // What others make beside it would move its row away under the mouse, or the place it goes to out of sight.
  const [admin, shelf] = [await program('admin'), 'A kit shelf'];
  const [project] = [await admin.newProject('Kits'), await admin.newProject(shelf)];
  const page = await as('admin');
  const made = await newFolder(page, 'Kit', project.key);
  const copy = `${made} (2)`;
  await upload(page, TEXT);
  await expect(row(page, 'Briefing.md')).toBeVisible();
  await page.goto(`/acme/file_manager?project=${project.key}`);
  await menu(page, made, 'Copy to…');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Copy here' }).click();
  await expect(row(page, copy)).toContainText('1 item');

  await menu(page, copy, 'Move to…');
  await dialog.getByRole('button', { name: 'Other project' }).click();
  await dialog.getByRole('button', { name: shelf }).click();
  await dialog.getByRole('button', { name: 'Move here' }).click();
  await expect(row(page, copy)).toHaveCount(0);
  const tree = page.getByRole('navigation', { name: 'Folders', exact: true });
  await page.getByRole('link', { name: made, exact: true }).first().focus();
  await row(page, made).dragTo(tree.getByRole('link', { name: shelf }));
  await expect(row(page, made)).toHaveCount(0);

  await tree.getByRole('link', { name: shelf }).click();
  await expect(row(page, made).first()).toBeVisible();
  await row(page, copy).getByRole('link', { name: copy }).click();
  await expect(row(page, 'Briefing.md')).toBeVisible();
});

test('a frame that is drawn with the mouse selects what it touches', async ({ as }) => {
  const page = await as('leader');
  await newFolder(page, 'Frame');
  await upload(page, [TEXT, TABLE]);
  // The table is measured when both are there.
  for (const { name } of [TEXT, TABLE]) await expect(row(page, name)).toBeVisible();
  await expect(page.getByRole('region', { name: 'Uploads' })).toContainText('2 uploaded');
  const bar = page.getByRole('region', { name: 'Selection' });
  const table = await page.getByRole('table').boundingBox();
  const [left = 0, bottom = 0] = [(table?.x ?? 0) + 200, (table?.y ?? 0) + (table?.height ?? 0)];
  await page.mouse.move(left, bottom + 120);
  await page.mouse.down();
  await page.mouse.move(left + 60, bottom - 20);
  await expect(bar).toContainText('1 selected');
  await page.mouse.move(left + 60, bottom - 60, { steps: 3 });
  await page.mouse.up();
  await expect(bar).toContainText('2 selected');
  await page.mouse.move(left, bottom + 120);
  await expect(bar).toContainText('2 selected');
});

test('a client sees a file once it is shared, at once, and nothing before', async ({ as, console }) => {
  console.expectError(/404/);
  const page = await as('leader');
  await page.goto('/acme/file_manager?project=WEB');
  const name = `Offer ${Date.now() % 1_000_000}.md`;
  await upload(page, { ...TEXT, name });
  await expect(row(page, name)).toBeVisible();
  const href = await page.getByRole('link', { name }).getAttribute('href');
  const client = await as('client');
  await client.goto('/acme/file_manager?project=WEB');
  await expect(client.getByRole('navigation', { name: 'Folders above' })).toContainText('Shared with you');
  await expect(client.getByRole('link', { name })).toHaveCount(0);
  expect((await client.request.get(href ?? '')).status()).toBe(404);

  await menu(page, name, 'Visible to clients');
  const dialog = page.getByRole('dialog', { name: `Who sees “${name}”` });
  await expect(dialog).toContainText(NAMES.client);
  await dialog.getByRole('radio', { name: /the clients/ }).check();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(row(page, name)).toContainText('Visible to client');
  await expect(client.getByRole('link', { name })).toBeVisible();
  expect((await client.request.get(href ?? '')).status()).toBe(200);
  await expect(client.getByRole('button', { name: `Actions for ${name}` })).toBeVisible();
});

test('people talk about a file beside its preview, and a client reads what is for clients', async ({ as }) => {
  const page = await as('leader');
  await page.goto('/acme/file_manager?project=WEB');
  const name = `Quote ${Date.now() % 1_000_000}.md`;
  await upload(page, { ...TEXT, name });
  await expect(row(page, name)).toBeVisible();
  await menu(page, name, 'Visible to clients');
  const dialog = page.getByRole('dialog', { name: `Who sees “${name}”` });
  await dialog.getByRole('radio', { name: /the clients/ }).check();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('link', { name }).click();
  const preview = page.getByRole('dialog', { name });
  await preview.getByRole('button', { name: 'Comments' }).click();
  const talk = preview.getByRole('region', { name: 'Comments' });
  const field = talk.getByRole('textbox', { name: 'Comment' });
  await field.fill('Too dear for them');
  await field.press('ArrowLeft');
  await field.press('Space');
  await expect(preview).toBeVisible();
  await field.fill('Too dear for them');
  await talk.getByRole('button', { name: 'Add note' }).click();
  await expect(talk.getByRole('listitem')).toContainText(['Too dear for them']);
  await expect(field).toHaveValue('');

  const client = await as('client');
  await client.goto('/acme/file_manager?project=WEB');
  await client.getByRole('link', { name }).click();
  const seen = client.getByRole('dialog', { name });
  await seen.getByRole('button', { name: 'Comments' }).click();
  const list = seen.getByRole('region', { name: 'Comments' }).getByRole('listitem');
  await expect(seen.getByText('Nobody has commented')).toBeVisible();
  await talk.getByRole('checkbox', { name: 'Visible to clients' }).check();
  await field.fill('Is this **what you meant**?');
  await field.press('Control+Enter');
  await expect(list).toContainText(['Is this what you meant?']);
  await expect(list).toHaveCount(1);
  await seen.getByRole('textbox', { name: 'Comment' }).fill('It is');
  await seen.getByRole('button', { name: 'Comment', exact: true }).click();
  await expect(talk.getByRole('listitem')).toContainText(['Too dear', 'Is this what you meant?', 'It is']);
  await talk.getByRole('button', { name: `Delete the comment by ${NAMES.client}` }).click();
  await expect(list).toHaveCount(1);
});

test('what is deleted is undone at once, or comes back from the bin', async ({ as }) => {
  const page = await as('leader');
  const folder = await newFolder(page, 'Deleted');
  const name = `Old ${Date.now() % 1_000_000}.md`;
  await upload(page, { ...TEXT, name });
  await expect(row(page, name)).toBeVisible();
  await messagesStay(page);
  await page.getByRole('link', { name }).focus();
  await page.keyboard.press('Delete');
  await expect(row(page, name)).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(row(page, name)).toBeVisible();
  await menu(page, name, 'Delete');
  await expect(row(page, name)).toHaveCount(0);
  const back = page.url();
  await page.getByRole('link', { name: 'Bin' }).click();
  await page.getByRole('button', { name: `Restore ${name}` }).click();
  await expect(page.getByRole('button', { name: `Restore ${name}` })).toHaveCount(0);
  await page.goto(back);
  await expect(row(page, name)).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Folders above' })).toContainText(folder);
});

test('an observer reads and downloads, and is offered nothing else', async ({ as, program }) => {
  const leader = await program('leader');
  const name = `For reading ${Date.now() % 1_000_000}`;
  await leader.ask('POST', 'folder', { name, project_id: await leader.projectId('WEB') });
  const page = await as('observer');
  await page.goto('/acme/projectdetails?project=WEB&tab=files');
  await expect(page.getByRole('link', { name }).first()).toBeVisible();
  for (const refused of ['Upload', 'New folder', 'Bin'])
    await expect(page.getByRole('main').getByText(refused, { exact: true })).toHaveCount(0);
  await page.getByRole('button', { name: `Actions for ${name}` }).click();
  await expect(page.getByRole('menuitem')).toHaveText(['Download as zip']);
});

test('a search tells where each file lies, and “Added by me” leaves the others out', async ({ as, program }) => {
  const leader = await program('leader');
  const word = `needle${Date.now() % 1_000_000}`;
  const { data: folder } = await leader.ask('POST', 'folder', {
    name: `Haystack ${word}`,
    project_id: await leader.projectId('WEB'),
  });
  const { data: inner } = await leader.ask('POST', 'folder', { name: 'Straw', parent_id: folder?._id });
  const page = await as('leader');
  await page.goto(`/acme/file_manager?project=WEB&folder=${inner?._id}`);
  await upload(page, { ...TEXT, name: `${word} one.md` });
  await expect(row(page, `${word} one.md`)).toBeVisible();
  const other = await as('user');
  await other.goto(`/acme/file_manager?project=WEB&folder=${inner?._id}`);
  await upload(other, { ...TEXT, name: `${word} two.md` });
  await expect(row(page, `${word} two.md`)).toBeVisible();

  await page.goto(`/acme/file_manager?q=${word}`);
  await expect(row(page, `${word} one.md`)).toContainText('in Website relaunch / Straw');
  await page.getByRole('link', { name: 'Added by me' }).click();
  await expect(row(page, `${word} two.md`)).toHaveCount(0);
  await expect(row(page, `${word} one.md`)).toBeVisible();
  await row(page, `${word} one.md`).getByRole('link', { name: 'Website relaunch / Straw' }).click();
  await expect(page.getByRole('navigation', { name: 'Folders above' })).toContainText('Straw');
  await row(page, `${word} two.md`).getByRole('link', { name: NAMES.user }).click();
  await expect(page.getByRole('link', { name: `Added by ${NAMES.user}` })).toBeVisible();
  await expect(row(page, `${word} one.md`)).toHaveCount(0);
});

test('boxes are as large to press as fingers need', async ({ as }) => {
  for (const [least, options] of [
    [24, {}],
    [44, { hasTouch: true, isMobile: true, viewport: { width: 390, height: 800 } }],
  ] as const) {
    const page = await as('leader', 'acme', options);
    for (const view of ['list', 'grid']) {
      await page.goto(`/acme/file_manager?project=WEB&view=${view}`);
      const area = page.locator('[data-item] label:has(> input[type=checkbox])').first();
      const { width = 0, height = 0 } = (await area.boundingBox()) ?? {};
      expect([view, Math.round(Math.min(width, height)) >= least]).toEqual([view, true]);
      await area.click({ position: { x: 2, y: 2 } });
      await expect(page.getByRole('region', { name: 'Selection' })).toContainText('1 selected');
    }
  }
});

test('F05 a script and a page that were uploaded do not run in the application', async ({ as, console }) => {
  console.expectError(/Refused to execute|MIME type|Failed to load resource|violates/);
  const page = await as('leader');
  await newFolder(page, 'Hostile');
  const script = Buffer.from('window.ran = true; document.title = "ran";');
  await upload(page, [
    { name: 'evil.js', mimeType: 'text/javascript', buffer: script },
    { name: 'evil.html', mimeType: 'text/html', buffer: Buffer.from(`<script>${script}</script>`) },
    {
      name: 'evil.svg',
      mimeType: 'image/svg+xml',
      buffer: Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg"><script>${script}</script></svg>`),
    },
  ]);
  for (const name of ['evil.js', 'evil.html', 'evil.svg']) {
    await expect(row(page, name)).toBeVisible();
    const href = (await page.getByRole('link', { name }).getAttribute('href')) ?? '';
    const loaded = await page.evaluate(
      (src) =>
        new Promise((resolve) => {
          const tag = document.createElement('script');
          tag.src = src;
          tag.onload = () => resolve('loaded');
          tag.onerror = () => resolve('refused');
          document.head.append(tag);
        }),
      href,
    );
    expect([name, loaded]).toEqual([name, 'refused']);
    await page.evaluate((src) => {
      const frame = document.createElement('iframe');
      frame.src = src;
      document.body.append(frame);
    }, href);
    await page.getByRole('link', { name }).click();
    await expect(page.getByRole('dialog', { name })).toContainText(/window\.ran/);
    await page.keyboard.press('Escape');
  }
  expect(await page.evaluate(() => [(window as { ran?: true }).ran, document.title === 'ran'])).toEqual([
    undefined,
    false,
  ]);
});
