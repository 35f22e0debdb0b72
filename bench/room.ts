/** A room of 100,000 messages in a browser: opened, and scrolled. */
import type { Page } from '@playwright/test';
import type pg from 'pg';
import { openChat } from '../e2e/support/chat';
import { insertRows, seedId } from '../scripts/seed/rows';
import { inBrowser, visitor } from './browser';
import type { Figure } from './figures';
import type { Installation } from './installation';
import { middle } from './load';
import { framesWhileScrolling, heapIn, longestTask, untilPainted } from './page-work';

const MESSAGES = 100_000;
const BATCH = 20_000;
const NAME = 'Long talk';
const KEY = 'TALK';
/** Its clients have another one. */
const OF_TEAM = new RegExp(`${NAME}.*Team(?! and)`);
const ROUNDS = 5;
/** A frame that came in time at 60 a second, with what a clock is wrong by. */
const FRAME_MS = 17;
const LONGEST_MS = 50;
const OPENED_MS = 300;
const HEAP_MB = 120;
/** Pixels a frame: a page of messages every quarter of a second. */
const STEP = 160;
const STEPS = 600;

/** Made once. @returns the team's room of a project of the first generated organisation */
async function prepareRoom(database: pg.Client, org: string): Promise<string> {
  const { rows: people } = await database.query<{ org_id: string; id: string }>(
    `select org_id, id from member where org_id = (select id from organisation where key = $1) and deactivated_at is null
        and approval = 1 and role in ('admin', 'subadmin', 'team_leader', 'user')
      order by role <> 'admin', id limit 4`,
    [org],
  );
  const { org_id, id: created_by_id } = people[0] as { org_id: string; id: string };
  const id = seedId('bench talk');
  const { rowCount } = await database.query('select from project where id = $1', [id]);
  if (!rowCount) {
    const times = { created_at: new Date(), updated_at: new Date() };
    await insertRows(database, 'project', [
      {
        ...{ id, org_id, key: KEY, name: NAME, type: 'web_application', status: 'active', tint: 'c3', version: 1 },
        ...{ description: '', created_by_id, ...times },
      },
    ]);
    await insertRows(database, 'task_counter', [{ org_id, project_id: id, last: 0 }]);
  }
  const { rows } = await database.query<{ id: string; last_seq: number }>(
    `select id, last_seq from room where project_id = $1 and kind = 'project'`,
    [id],
  );
  const room = rows[0] as { id: string; last_seq: number };
  // Admins too read the rooms of a project only as its members.
  await database.query(
    `insert into project_member (org_id, project_id, member_id) select $1, $2, unnest($3::uuid[]) on conflict do nothing`,
    [org_id, id, people.map((one) => one.id)],
  );
  if (room.last_seq >= MESSAGES) return room.id;
  const authors = people.map((one) => one.id);
  for (let from = 1; from <= MESSAGES; from += BATCH)
    await database.query(
      `insert into message (org_id, id, room_id, seq, place, author_id, client_id, body, body_html, body_renderer, created_at)
       select $1, gen_random_uuid(), $2, n, n, ($3::uuid[])[1 + n / 3 % $4], gen_random_uuid(), said, '<p>' || said || '</p>',
              (select coalesce(max(body_renderer), 0) from message), now() - make_interval(secs => ($5 - n) * 60)
         from generate_series($6::int, $7::int) n
        cross join lateral (select 'Message ' || n || repeat(' about what is to be done', 1 + n % 7) as said) words`,
      [org_id, room.id, authors, authors.length, MESSAGES, from, from + BATCH - 1],
    );
  await database.query('update room set last_seq = $2, last_place = $2, last_at = now() where id = $1', [
    room.id,
    MESSAGES,
  ]);
  await database.query('analyze message');
  return room.id;
}

/** So that it opens at its end, from where it is scrolled. */
async function readAll({ app, token, database }: Installation, room_id: string): Promise<void> {
  const { rows } = await database.query<{ id: string }>('select id from message where room_id = $1 and seq = $2', [
    room_id,
    MESSAGES,
  ]);
  const answer = await fetch(`${app}/api/readRoom`, {
    method: 'POST',
    headers: { authorization: token, 'content-type': 'application/json' },
    body: JSON.stringify({ room_id, message_id: rows[0]?.id }),
  });
  if (!answer.ok) throw new Error(`The room could not be read: ${answer.status}`);
}

const log = `[role="log"][aria-label="Messages of ${NAME}"]`;

/** Ms from pressing the room in the list until its newest message is painted, from another room each time. */
async function open(page: Page): Promise<number> {
  const rooms = page.getByRole('list', { name: 'Rooms' });
  await rooms.getByRole('button').filter({ hasNotText: NAME }).first().click();
  await page.locator(log).waitFor({ state: 'detached' });
  await page.waitForLoadState('networkidle');
  const there = (log: string) => document.querySelector(`${log} [data-message]`) !== null;
  return untilPainted(page, 'click', there, log, () => rooms.getByRole('button', { name: OF_TEAM }).click());
}

/** A room of very many messages: opening it, scrolling to what is old and back, and what the page holds then. */
export const measureRoom = (whole: Installation) =>
  inBrowser(async (browser) => {
    const room = await prepareRoom(whole.database, whole.boards.org);
    const figures: Figure[] = [];
    await readAll(whole, room);
    const context = await visitor(browser, whole);
    const page = await context.newPage();
    await openChat(page, `?room=${room}`);
    await page.locator(`${log} [data-message]`).first().waitFor();
    await page.waitForLoadState('networkidle');
    const name = (what: string) => `room of ${MESSAGES}: ${what}`;
    const opened: number[] = [];
    for (let round = 0; round < ROUNDS; round++) opened.push(await open(page));
    figures.push({ name: name('opened'), value: middle(opened), unit: 'ms', goal: OPENED_MS });
    await page.waitForLoadState('networkidle');
    const first = await page.locator(`${log} [data-message]`).first().getAttribute('data-message');
    const [gaps, longest] = await longestTask(browser, page, () =>
      framesWhileScrolling(page, `${log} [data-message]`, { step: -STEP, steps: STEPS }),
    );
    const last = await page.locator(`${log} [data-message]`).first().getAttribute('data-message');
    if (first === last) throw new Error('No earlier messages came');
    figures.push(
      { name: name('median frame'), value: middle(gaps), unit: 'ms', goal: FRAME_MS },
      { name: name('longest frame'), value: Math.max(...gaps), unit: 'ms', goal: LONGEST_MS, detail: longest },
      { name: name('heap, scrolled'), value: await heapIn(page), unit: 'MB', goal: HEAP_MB },
    );
    await context.close();
    return figures;
  });
