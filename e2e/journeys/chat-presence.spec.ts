import { expect } from '@playwright/test';
import { test } from '../fixtures';
import { NAMES } from '../support/accounts';
import { expectAccessibleEverywhere } from '../support/axe';
import { chatIn, openChat, roomOf } from '../support/chat';
import { joined } from '../support/live';

test('in a direct room one sees that the other is there, what they say of themselves, and that they write', async ({
  as,
  program,
}) => {
  const leader = await program('leader');
  const [me, other] = [await leader.memberId(NAMES.leader), await leader.memberId(NAMES.user)];
  const { data: room } = await leader.ask('POST', 'room', { kind: 'direct', member_ids: [other] });
  const [page, theirs] = [await as('leader'), await as('user')];
  const live = [`private-user-${me}`, 'private-org-'].map((part) => joined(page, part));
  await openChat(page, `?room=${room._id}`);
  await Promise.all(live);
  await openChat(theirs, `?room=${room._id}`);

  await theirs.getByRole('button', { name: 'Your status' }).click();
  const dialog = theirs.getByRole('dialog', { name: 'Your status' });
  const status = `At the printer’s ${Date.now()}`;
  await dialog.getByLabel('Status').fill(status);
  await expectAccessibleEverywhere(theirs, 'the status of oneself');
  await dialog.getByRole('button', { name: 'Save status' }).click();
  await expect(dialog).toBeHidden();
  const entry = page.getByRole('list', { name: 'Rooms', exact: true }).locator(`[data-room="${room._id}"]`);
  await expect(entry).toContainText('online');
  await expect(entry).toContainText(status);

  // It is said every few seconds, and not to a page that just then connects anew.
  await expect(async () => {
    await theirs.getByRole('textbox', { name: /^Message to/ }).pressSequentially('Hello');
    await expect(page.getByText(`${NAMES.user} is writing…`)).toBeVisible({ timeout: 5_000 });
  }).toPass();
});

test('who writes in the chat is not away', async ({ as, program }) => {
  const leader = await program('leader');
  const project = await leader.newProject('Writing on', [NAMES.user]);
  const page = await as('user');
  const said: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'PUT' && request.url().endsWith('/api/presence'))
      said.push((request.postDataJSON() as { state: string }).state);
  });
  await page.clock.install();
  await page.goto(`/acme/chat?room=${await roomOf(leader, project)}`);
  const field = chatIn(page).getByRole('textbox', { name: 'Message to Writing on' });
  await expect(field).toBeVisible();
  // It says so two seconds after the page is there.
  await expect(async () => {
    await page.clock.fastForward(2_000);
    expect(said.at(-1)).toBe('active');
  }).toPass();
  await page.clock.fastForward(4 * 60_000);
  // The page hears of it by a message of the frame, for which the clock would not wait.
  const heard = await page.evaluateHandle(() => {
    const signs: Event[] = [];
    window.addEventListener('activity-in-a-frame', (sign) => signs.push(sign));
    return signs;
  });
  await field.pressSequentially('So');
  await expect.poll(() => heard.evaluate(({ length }) => length)).toBeGreaterThan(0);
  said.length = 0;
  await page.clock.fastForward(90_000);
  await expect.poll(() => said.length).toBeGreaterThan(0);
  expect(said).not.toContain('away');
});
