import { randomInt } from 'node:crypto';
import fs from 'node:fs';
import { expect, type Page } from '@playwright/test';
import sharp from 'sharp';
import { signIn, test } from '../fixtures';
import { emailOf } from '../support/accounts';
import { expectAccessible, expectAccessibleInBothThemes } from '../support/axe';

/** A picture of one colour, with a camera and a place in it. */
const picture = () =>
  sharp({ create: { width: 640, height: 400, channels: 3, background: { r: randomInt(256), g: 120, b: 60 } } })
    .withExif({ IFD0: { Make: 'Camera of Somebody' }, IFD3: { GPSLatitude: '52/1 31/1 0/1' } })
    .png()
    .toBuffer();

const avatarOf = (page: Page, name: RegExp) => page.getByRole('button', { name }).locator('img');

// One after the other: whoever lists people just then misses a picture that is removed.
test.describe.configure({ mode: 'default' });

test('a name and a picture show in the shell and to others, the picture without what it said about its place', async ({
  as,
  program,
  console: watched,
}) => {
  // The browser's own lines about the name that is refused.
  watched.expectError(/422/);
  const tag = String(randomInt(1e6));
  // Nobody whom other journeys call by name.
  const name = `Somebody Else ${tag}`;
  const user = await as('subadmin', 'globex');
  const me = await program('subadmin', 'globex');
  const before = (await me.ask('GET', 'profile')).data.name;
  await user.goto('/profile');
  await expectAccessible(user, 'profile');
  try {
    const field = user.getByRole('textbox', { name: 'Name' });
    await field.fill('   ');
    await user.getByRole('button', { name: 'Save name' }).click();
    await expect(field).toHaveAttribute('aria-invalid', 'true');
    await expect(user.getByText('Your name must not be empty.')).toBeVisible();
    await field.fill(name);
    await user.getByRole('button', { name: 'Save name' }).click();
    await expect(user.getByRole('button', { name: new RegExp(`^${name}`) })).toBeVisible();

    const given = await picture();
    expect(given.includes('Camera of Somebody')).toBe(true);
    const file = user.locator('input[type=file]');
    await file.setInputFiles({ name: 'me.txt', mimeType: 'text/plain', buffer: Buffer.from('me') });
    await expect(user.getByText('me.txt is not a JPEG, PNG or WebP picture.')).toBeVisible();
    await file.setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: given });
    const dialog = user.getByRole('dialog', { name: 'Crop your picture' });
    await expect(dialog.getByRole('button', { name: 'Save picture' })).toBeEnabled();
    await expectAccessibleInBothThemes(user, 'crop');
    // By keys alone: zoom in, then move what shows.
    const media = dialog.locator('img');
    const place = () => media.evaluate((element) => getComputedStyle(element).transform);
    const whole = await place();
    await dialog.getByRole('slider', { name: 'Zoom' }).press('ArrowRight');
    await expect.poll(place).not.toBe(whole);
    const zoomed = await place();
    await user.keyboard.press('Shift+Tab');
    await user.keyboard.press('ArrowLeft');
    await expect.poll(place).not.toBe(zoomed);
    await dialog.getByRole('button', { name: 'Save picture' }).click();
    await expect(dialog).toBeHidden();
    await expect(avatarOf(user, new RegExp(`^${name}`))).toBeVisible();

    const other = await as('admin', 'globex');
    await other.goto(`/globex/userlist?q=${tag}`);
    const row = other.getByRole('listitem').or(other.getByRole('row')).filter({ hasText: name }).first();
    const shown = row.locator('img').first();
    await expect(shown).toBeVisible();
    await expect.poll(() => shown.evaluate((element: HTMLImageElement) => element.naturalWidth)).toBe(256);
    const address = (await shown.getAttribute('src')) as string;
    expect(address).toMatch(/^\/api\/picture\/[\w-]+\/[\w-]+\.webp$/);
    const answer = await other.request.get(address);
    const bytes = await answer.body();
    expect([answer.status(), answer.headers()['content-type'], answer.headers()['content-security-policy']]).toEqual([
      200,
      'image/webp',
      "default-src 'none'; sandbox",
    ]);
    const about = await sharp(bytes).metadata();
    expect([about.width, about.height, about.exif, about.xmp]).toEqual([256, 256, undefined, undefined]);
    expect(bytes.includes('Camera')).toBe(false);

    const stranger = await as('admin');
    expect((await stranger.request.get(address)).status()).toBe(404);

    await user.getByRole('button', { name: 'Remove picture' }).click();
    await expect(avatarOf(user, new RegExp(`^${name}`))).toBeHidden();
    expect((await other.request.get(address)).status()).toBe(404);
  } finally {
    await me.ask('PUT', 'profile', { name: before });
  }
});

test('dates and times follow the time zone and the formats that were chosen, in every browser of the person', async ({
  as,
  program,
}) => {
  const me = await program('observer', 'globex');
  const observer = await as('observer', 'globex', { timezoneId: 'Pacific/Auckland' });
  try {
    await me.ask('PUT', 'profile', { time_zone: 'Europe/Berlin', locale: 'en-GB' });
    await observer.goto('/globex/userlist');
    const title = () => observer.locator('time').first().getAttribute('title');
    const berlin = await title();
    await observer.goto('/profile');
    await expect(observer.getByText('This device is in Pacific/Auckland.')).toBeVisible();
    await observer.getByRole('button', { name: 'Use Pacific/Auckland' }).click();
    await observer.getByLabel('Language and formats').selectOption('de-DE');
    await observer.getByRole('checkbox', { name: 'Friday' }).uncheck();
    await observer.getByRole('button', { name: 'Save regional settings' }).click();
    await expect(observer.getByText('Saved', { exact: true })).toBeVisible();
    await observer.goto('/globex/userlist');
    const auckland = await title();
    expect(auckland).not.toBe(berlin);
    expect(auckland).toMatch(/\d{1,2}\. (Jan|Feb|März|Apr|Mai|Juni|Juli|Aug|Sep|Okt|Nov|Dez)/);
    // What the server wrote is what the browser wrote.
    const html = await (await observer.request.get('/globex/userlist')).text();
    expect(html).toContain(`title="${auckland}"`);

    const other = await as('observer', 'globex', { timezoneId: 'America/New_York' });
    await other.goto('/globex/userlist');
    expect(await other.locator('time').first().getAttribute('title')).toBe(auckland);
    await other.goto('/profile');
    await expect(other.getByLabel('Time zone')).toHaveValue('Pacific/Auckland');
    await expect(other.getByRole('checkbox', { name: 'Friday' })).not.toBeChecked();
  } finally {
    await me.ask('PUT', 'profile', { time_zone: 'UTC', locale: 'en-GB', working_days: [1, 2, 3, 4, 5] });
  }
});

test('a theme and the single keys follow to another browser', async ({
  as,
  program,
  browser,
  baseURL,
  console: watched,
}) => {
  const me = await program('client', 'globex');
  const here = await as('client', 'globex', { colorScheme: 'light' });
  try {
    await here.goto('/profile');
    const kept = here.waitForResponse((answer) => answer.url().endsWith('/api/profile') && answer.ok());
    await here.getByRole('radio', { name: 'Dark' }).check();
    await kept;
    const keys = here.waitForResponse((answer) => answer.url().endsWith('/api/profile') && answer.ok());
    await here.getByRole('checkbox', { name: 'Single-letter keys' }).uncheck();
    await keys;
    const context = await browser.newContext({ baseURL, colorScheme: 'light' });
    watched.watch(context);
    const there = await context.newPage();
    await signIn(there, emailOf('client', 'globex'), 'globex');
    // From the first page on, as the server draws it.
    expect(await (await there.request.get('/globex/dashboard')).text()).toMatch(/<html[^>]*data-theme="dark"/);
    await there.goto('/profile');
    await expect(there.getByRole('radio', { name: 'Dark' })).toBeChecked();
    const letters = there.getByRole('checkbox', { name: 'Single-letter keys' });
    await expect(letters).not.toBeChecked();
    // Switched on here, a page that is opened there follows.
    const back = here.waitForResponse((answer) => answer.url().endsWith('/api/profile') && answer.ok());
    await here.getByRole('checkbox', { name: 'Single-letter keys' }).check();
    await back;
    await there.goto('/profile');
    await expect(letters).toBeChecked();
    await context.close();
  } finally {
    await me.ask('PUT', 'profile', { theme: 'system', single_keys: true });
  }
});

test('one’s own data comes as a file', async ({ as }) => {
  const both = await as('both');
  await both.goto('/profile');
  const saved = both.waitForEvent('download');
  await both.getByRole('button', { name: 'Download my data' }).click();
  const download = await saved;
  expect(download.suggestedFilename()).toBe('guildhall-my-data.json');
  const data = JSON.parse(fs.readFileSync(await download.path(), 'utf8'));
  expect(data.account.email).toBe('both@guild.test');
  expect(data.organisations.map((one: { sub_domain: string }) => one.sub_domain)).toEqual(['acme', 'globex']);
  expect(JSON.stringify(data)).not.toMatch(/argon2|password_hash|token_hash/);
});
