import { expect, type Page } from '@playwright/test';
import { test } from '../fixtures';
import { day } from '../support/days';
import { channelOf, openLive } from '../support/live';
import { nameOf } from '../support/organisation';

/** How a meeting works: components/meeting/meeting.part.tsx; how minutes are merged: lib/meeting/commands.test.ts. */

test('two write minutes at once, one without a connection: nothing is lost, both are told; a client reads what is for clients', async ({
  org,
  console,
}) => {
  console.expectError(/ERR_INTERNET_DISCONNECTED|WebSocket|Failed to fetch/);
  const leader = await org.program('leader');
  const project = await leader.newProject('Round table', [nameOf('user')], [nameOf('client')]);
  const { data: meeting } = await leader.ask('POST', 'meeting', {
    ...{ title: 'Review of the fair', starts_at: `${day(7)}T09:00:00Z`, duration_minutes: 60, audience: 'client' },
    ...{ time_zone: 'Europe/Berlin', project_id: project._id },
    attendee_ids: [org.memberId('user'), org.memberId('client')],
    agenda: [
      { title: 'Stand', audience: 'client' },
      { title: 'Posters', audience: 'client' },
      { title: 'Margins', audience: 'internal' },
    ],
  });
  const lines = meeting.agenda as { _id: string; title: string; version: number }[];
  for (const { _id, version } of lines.slice(1))
    await leader.ask('PATCH', `agendaItem/${_id}`, { version, notes: 'In A2.\n\nIn blue.\n\nBy Friday.' });
  const [one, other, clients] = [await org.as('leader'), await org.as('user'), await org.as('client')];
  await openLive(org.url(`meeting?meeting=${meeting._id}`), channelOf(project), one, other, clients);
  const row = (page: Page, title: string) => page.getByRole('listitem').filter({ hasText: title });
  const field = (page: Page, title: string) => page.getByRole('textbox', { name: `Minutes of ${title}` });
  const begin = async (page: Page, title: string) => {
    await page.getByRole('button', { name: `Minutes of ${title}` }).click();
    await expect(field(page, title)).toBeEditable();
  };
  const write = async (page: Page, title: string, text: string) => {
    await field(page, title).fill(text);
    await field(page, title).press('Control+Enter');
    await expect(field(page, title)).toBeHidden();
  };
  for (const page of [one, other]) {
    await page.evaluate(() => localStorage.setItem('guildhall-editor', 'markdown'));
    for (const { title } of lines) await begin(page, title);
  }
  await other.context().setOffline(true);
  await write(other, 'Stand', 'Two metres more.');
  await write(other, 'Posters', 'In A2.\n\nIn blue.\n\nBy Monday.');
  await write(other, 'Margins', 'In A2.\n\nIn green.\n\nBy Friday.');
  await other.getByRole('textbox', { name: 'New line' }).fill('Catering');
  await other.keyboard.press('Enter');
  await expect(other.getByRole('banner').getByRole('button', { name: /offline\. 4 changes wait\./ })).toBeVisible();
  await write(one, 'Stand', 'A corner is free.');
  await write(one, 'Posters', 'In A1.\n\nIn blue.\n\nBy Friday.');
  await write(one, 'Margins', 'In A2.\n\nIn red.\n\nBy Friday.');
  await expect(row(clients, 'Posters')).toContainText('In A1.');
  await expect(row(one, 'Margins')).toContainText('In red.');
  await other.context().setOffline(false);

  const ends = { Stand: ['A corner is free.', 'Two metres more.'], Posters: ['In A1.', 'In blue.', 'By Monday.'] };
  for (const page of [one, other, clients])
    for (const [title, texts] of Object.entries(ends))
      for (const text of texts) await expect(row(page, title)).toContainText(text);
  for (const page of [one, other]) {
    for (const text of ['In red.', 'In green.']) await expect(row(page, 'Margins')).toContainText(text);
    await expect(row(page, 'Catering')).toHaveCount(1);
  }
  await expect(other.getByText('Somebody else wrote minutes of “Margins” at the same time.')).toBeVisible();
  await expect
    .poll(async () => (await leader.ask('GET', 'notificationList')).docs.map(({ says }) => says))
    .toEqual(expect.arrayContaining([expect.stringContaining('Stand'), expect.stringContaining('Margins')]));

  await expect(row(clients, 'Margins')).toHaveCount(0);
  await clients.goto(org.url(`meeting?view=week&date=${day(7)}`));
  await clients
    .getByRole('list', { name: 'Days' })
    .getByRole('link', { name: /^Review of the fair/ })
    .click();
  await expect(row(clients, 'Stand')).toContainText('Two metres more.');
  await expect(row(clients, 'Posters')).toContainText('By Monday.');
  expect(await clients.content()).not.toMatch(/Margins|In red|In green/);
});
