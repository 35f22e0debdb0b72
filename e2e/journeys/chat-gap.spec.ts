import { expect, type Page } from '@playwright/test';
import { test } from '../fixtures';
import { NAMES } from '../support/accounts';
import { message, openChat, roomOf, say } from '../support/chat';
import { cuttable, joined } from '../support/live';
import type { Program } from '../support/program';

const NOISE = /ERR_FAILED|503|WebSocket|Failed to fetch/;
const [BEFORE, MISSED, AT_ONCE] = [30, 130, 10];

const shown = (page: Page) =>
  page
    .getByRole('article', { name: /^Message by/ })
    .evaluateAll((rows) => rows.map((row) => row.getAttribute('data-message')));

async function stored(leader: Program, room: string): Promise<unknown[]> {
  const { docs } = await leader.ask('GET', `messageList?room_id=${room}&limit=200`);
  return docs.map(({ _id }) => _id);
}

/** A room of thirty messages, of which the user has read twenty, open at its end and listening. */
async function opened(
  name: string,
  as: (seat: 'user', org: 'acme', options: object) => Promise<Page>,
  leader: Program,
  user: Program,
) {
  const project = await leader.newProject(name, [NAMES.user]);
  const room = await roomOf(leader, project);
  const ids: string[] = [];
  for (let at = 1; at <= BEFORE; at++) ids.push(String((await say(leader, room, `Line ${at} of thirty`))._id));
  await user.ask('POST', 'readRoom', { room_id: room, message_id: ids[19] });
  const page = await as('user', 'acme', {});
  const connection = await cuttable(page);
  const live = joined(page, `private-project-${project._id}`);
  await openChat(page, `?room=${room}`);
  await live;
  const log = page.getByRole('log', { name: `Messages of ${name}` });
  await expect(message(page, 'Line 30 of')).toBeVisible();
  await log.evaluate((box) => box.scrollTo(0, box.scrollHeight));
  await expect(message(page, 'Line 30 of')).toBeInViewport();
  /** What is said while the page reaches neither the realtime server nor the history. */
  const missed = async () => {
    await page.route(/messageList/, (route) => route.abort());
    for (let at = 1; at < MISSED; at += AT_ONCE)
      await Promise.all(
        Array.from({ length: Math.min(AT_ONCE, MISSED - at) }, (_, more) =>
          say(leader, room, `Missed ${at + more} of many`),
        ),
      );
    await say(leader, room, `Missed ${MISSED} of many`);
    await page.unroute(/messageList/);
  };
  return { page, room, log, connection, missed, field: page.getByRole('textbox', { name: `Message to ${name}` }) };
}

test('whoever is at the end of a room is there again after a gap of several pages, whatever happened to the field', async ({
  as,
  program,
  console,
}) => {
  test.setTimeout(300_000);
  console.expectError(NOISE);
  const leader = await program('leader');
  const { page, room, connection, missed, field } = await opened('Wide gap', as, leader, await program('user'));
  await connection.cut();
  // What is above and below the messages takes some of their room.
  await field.fill('A draft\nof\nfive\nlines\nstays');
  await missed();
  connection.mend();
  await expect(message(page, `Missed ${MISSED} of`)).toBeInViewport();
  expect(await shown(page)).toEqual(await stored(leader, room));
  const [line] = await page.locator('[data-new] + article, [data-new] + * article').allTextContents();
  expect(line).toContain('Line 21 of');
  await expect(page.locator('[data-new]')).toHaveCount(1);
  await expect(field).toHaveValue('A draft\nof\nfive\nlines\nstays');
});

test('whoever reads further up keeps the place after such a gap, and gets to the end', async ({
  as,
  program,
  console,
}) => {
  test.setTimeout(300_000);
  console.expectError(NOISE);
  const leader = await program('leader');
  const { page, room, log, connection, missed } = await opened('Gap below', as, leader, await program('user'));
  await connection.cut();
  await log.evaluate((box) => box.scrollTo(0, 0));
  await expect(message(page, 'Line 1 of')).toBeInViewport();
  await missed();
  connection.mend();
  await expect(page.getByRole('status').filter({ hasText: 'Reconnecting…' })).toHaveCount(0);
  await expect.poll(async () => (await shown(page)).length).toBeGreaterThan(BEFORE);
  await expect(message(page, 'Line 1 of')).toBeInViewport();
  await expect(async () => {
    await log.evaluate((box) => box.scrollTo(0, box.scrollHeight));
    await expect(message(page, `Missed ${MISSED} of`)).toBeInViewport({ timeout: 1_000 });
  }).toPass();
  expect(await shown(page)).toEqual(await stored(leader, room));
});

test('catching up goes on after refusals and another cut, with what is said and sent meanwhile', async ({
  as,
  program,
  console,
}) => {
  test.setTimeout(300_000);
  console.expectError(NOISE);
  const leader = await program('leader');
  const { page, room, connection, missed, field } = await opened('Gap in a gap', as, leader, await program('user'));
  await connection.cut();
  // Once it is back the first page is answered; then it is cut again, and twice the server cannot read.
  const failure = { status: 503, code: 'unavailable', message: 'Try again in a moment.', request_id: 'x' };
  let mended = false;
  let readings = 0;
  let cutAgain: Promise<void> | undefined;
  await page.route(/messageList\?.*after=/, async (route) => {
    if (!mended) return route.abort();
    readings++;
    if (readings === 2) cutAgain = connection.cut();
    if (readings === 2 || readings === 3) await route.fulfill({ status: 503, json: failure });
    else await route.continue();
  });
  await missed();
  mended = true;
  connection.mend();
  await field.fill('Sent into the gap');
  await field.press('Enter');
  await expect.poll(() => readings).toBeGreaterThan(1);
  await cutAgain;
  await say(leader, room, 'Said during the second cut');
  connection.mend();
  await expect(message(page, 'Said during the second cut')).toBeInViewport();
  await expect(page.getByRole('list', { name: 'Messages on their way' })).toHaveCount(0);
  await expect.poll(() => shown(page)).toEqual(await stored(leader, room));
  await expect(message(page, 'Sent into the gap')).toHaveCount(1);
});
