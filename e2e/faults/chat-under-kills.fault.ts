import { randomUUID } from 'node:crypto';
import { type Browser, chromium, type Page } from '@playwright/test';
import { findChromium } from '../../scripts/suite/chromium.mjs';
import { emailOf, NAMES, type Seat } from '../support/accounts';
import { openChat, roomOf } from '../support/chat';
import { whosePagesListen } from '../support/listening';
import { Program } from '../support/program';
import { fillLogin } from '../support/sign-in';
import { type Fault, pause, type Trial, until } from './support/fault';
import { Installation } from './support/installation';
import { attempt } from './support/writers';

const WRITERS = 20;
const MESSAGES = 2_000;
const REALTIME_AWAY_MS = 60_000;
const APPLICATION_AWAY_MS = 10_000;
/** No writer may wait longer than this for the realtime server's sake. */
const LONGER_MS = 300;
const PAUSE_MS = 800;

/** What a writer's message took until its answer, and when it was sent. */
type Said = { writer: number; since: number; took: number };

/** People's programs that go on writing to one room; each repeats what was not acknowledged under the same `client_id`. */
class Talkers {
  readonly said: Said[] = [];
  /** Ids of acknowledged messages, by what they say. */
  readonly acknowledged = new Map<string, string>();
  /** How often which status was answered; 0 is no answer. */
  readonly told = new Map<number, number>();
  readonly #work: Promise<unknown>;
  #stopped = false;

  constructor(
    programs: readonly Program[],
    private readonly room: string,
    count: number,
  ) {
    this.#work = Promise.all(
      Array.from({ length: count }, (_, writer) => this.#write(programs[writer % programs.length] as Program, writer)),
    );
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#work;
  }

  /** The median wait of each writer for messages sent in these spans of `performance.now()`; of who sent some. */
  medians(...spans: readonly (readonly [from: number, to: number])[]): Map<number, number> {
    const waits = new Map<number, number[]>();
    for (const { writer, since, took } of this.said)
      if (spans.some(([from, to]) => since >= from && since + took <= to))
        waits.set(writer, [...(waits.get(writer) ?? []), took]);
    return new Map([...waits].map(([writer, all]) => [writer, medianOf(all)]));
  }

  async #write(program: Program, writer: number): Promise<void> {
    for (let at = 0; !this.#stopped; at++) {
      const body = `Writer ${writer}, message ${at}`;
      await this.#insist(program, writer, { room_id: this.room, body, client_id: randomUUID() });
      await pause(PAUSE_MS * (0.5 + Math.random()));
    }
  }

  /** Until it is acknowledged: a message that may have been taken is never given up. */
  async #insist(program: Program, writer: number, message: { body: string; client_id: string; room_id: string }) {
    for (;;) {
      const { status, data, at, took } = await attempt(program, 'message', message, message.client_id);
      if (status === 200 || status === 201) this.acknowledged.set(message.body, (data as { _id: string })._id);
      this.told.set(status, (this.told.get(status) ?? 0) + 1);
      if (status === 201) this.said.push({ writer, since: at - took, took });
      if (status === 200 || status === 201) return;
      await pause(500 * Math.random());
    }
  }
}

const medianOf = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

type Screen = { name: string; page: Page };

/** Kills a part, and again whenever its command has started it anew. @returns when it began and ended */
async function keepAway(installation: Installation, part: 'application' | 'realtime', ms: number) {
  const since = performance.now();
  while (performance.now() - since < ms) {
    installation.kill(part);
    await pause(500);
  }
  return [since, performance.now()] as const;
}

const idsIn = (page: Page) =>
  page
    .getByRole('article', { name: /^Message by/ })
    .evaluateAll((rows) => rows.map((row) => row.getAttribute('data-message') ?? ''));
const status = (page: Page, words: string) => page.getByRole('status').filter({ hasText: words });

/** Whether the screen says so, sooner or later. */
const says = (page: Page, words: string, withinMs: number) =>
  status(page, words)
    .waitFor({ timeout: withinMs })
    .then(
      () => true,
      () => false,
    );

async function serverHas(program: Program, room: string): Promise<{ id: string; body: string }[]> {
  const all: { id: string; body: string }[] = [];
  for (let cursor = ''; ; ) {
    const way = cursor ? `after=${cursor}` : 'at=1970-01-01T00:00:00.000Z';
    const { docs } = await program.ask('GET', `messageList?room_id=${room}&limit=200&${way}`);
    all.push(...docs.map(({ _id, body }) => ({ id: String(_id), body: String(body) })));
    const last = all.at(-1)?.id ?? '';
    if (!docs.length || last === cursor) return all;
    cursor = last;
  }
}

/** What a screen shows of the whole room, read from its end to its beginning as a person would. */
async function readThrough(page: Page, first: string): Promise<string[]> {
  let all = await idsIn(page);
  const log = page.getByRole('log', { name: /^Messages of/ });
  while (all[0] !== first) {
    await log.evaluate((box) => box.scrollTo(0, 0));
    let now: string[] = [];
    await until(
      'more of the history',
      async () => {
        now = await idsIn(page);
        return now[0] !== all[0];
      },
      60_000,
    );
    const joint = now.indexOf(all[0] ?? '');
    if (joint < 0) throw new Error('What is shown does not follow what was shown');
    const overlap = now.slice(joint);
    if (overlap.some((id, at) => id !== all[at])) throw new Error('The same part of the history has another order');
    all = [...now.slice(0, joint), ...all];
  }
  return all;
}

async function screenOf(browser: Browser, url: string, seat: Seat, room: string): Promise<Page> {
  const context = await browser.newContext({ baseURL: url });
  const page = await context.newPage();
  await page.goto('/acme/login');
  await fillLogin(page, emailOf(seat, 'acme'));
  await page.waitForURL('**/acme/dashboard', { timeout: 60_000 });
  await openChat(page, `?room=${room}`);
  await page.getByRole('textbox', { name: /^Message to/ }).waitFor({ timeout: 60_000 });
  return page;
}

async function run(trial: Trial): Promise<void> {
  const { figure, check } = trial;
  const installation = await Installation.start(trial);
  const [admin, user, leader] = await Promise.all(
    (['admin', 'user', 'leader'] as const).map((seat) => Program.signIn(installation.url, seat, 'acme')),
  );
  if (!admin || !user || !leader) return;
  const project = await admin.newProject('Under kills', [NAMES.user, NAMES.leader]);
  const room = await roomOf(admin, project);
  const browser = whosePagesListen(await chromium.launch({ executablePath: findChromium() ?? undefined }));
  trial.atEnd(() => browser.close());
  const screens: Screen[] = [];
  for (const seat of ['admin', 'user', 'leader'] as const)
    screens.push({ name: seat, page: await screenOf(browser, installation.url, seat, room) });
  const [first, second, third] = screens as [Screen, Screen, Screen];
  const field = (page: Page) => page.getByRole('textbox', { name: /^Message to/ });
  const write = async (page: Page, words: string) => {
    await field(page).fill(words);
    await field(page).press('Enter');
  };

  const talkers = new Talkers([admin, user, leader], room, WRITERS);
  const reaches = (count: number) => until(`${count} messages`, () => talkers.acknowledged.size >= count, 600_000);
  await reaches(MESSAGES / 10);
  const warm = performance.now();
  await reaches(MESSAGES / 4);
  const before = [warm, performance.now()] as const;

  // A draft of several lines takes some of the messages' room; the third reads further up.
  await field(second.page).fill('A draft\nof\nfive\nlines\nstays');
  await third.page.getByRole('log', { name: /^Messages of/ }).evaluate((box) => box.scrollTo(0, 0));
  const gone = keepAway(installation, 'realtime', REALTIME_AWAY_MS);
  const reconnects = await Promise.all(screens.map(({ page }) => says(page, 'Reconnecting…', REALTIME_AWAY_MS)));
  check('every screen says that it reconnects', reconnects.every(Boolean), reconnects);
  await write(first.page, 'From the screen, without the realtime server');
  const away = await gone;
  const back = performance.now();
  await Promise.all(
    screens.map(({ page }) => status(page, 'Reconnecting…').waitFor({ state: 'hidden', timeout: 120_000 })),
  );
  figure('realtime server back: no screen reconnects any more, after ms', Math.round(performance.now() - back));
  const calm = performance.now();
  await reaches(talkers.acknowledged.size + MESSAGES / 10);
  const after = [calm, performance.now()] as const;

  const closed = keepAway(installation, 'application', APPLICATION_AWAY_MS);
  const offline = Promise.all(screens.map(({ page }) => says(page, 'The server cannot be reached.', 60_000)));
  await pause(2_000);
  await write(first.page, 'From the screen, without the application');
  await closed;
  const told = await offline;
  check('every screen says that the server cannot be reached', told.every(Boolean), told);
  await reaches(MESSAGES - 2);
  await talkers.stop();

  const usual = talkers.medians(before, after);
  const without = talkers.medians(away);
  const longer = [...without].map(([writer, ms]) => ms - (usual.get(writer) ?? 0));
  figure('messages acknowledged', talkers.acknowledged.size);
  figure('answers', [...talkers.told].map(([code, times]) => `${times} × ${code || 'none'}`).join(', '));
  figure('median wait with the realtime server, of all writers, ms', Math.round(medianOf([...usual.values()])));
  figure('median wait without it, of all writers, ms', Math.round(medianOf([...without.values()])));
  figure(
    'longer for its sake: least and most of the writers’ medians, ms',
    `${Math.round(Math.min(...longer))}, ${Math.round(Math.max(...longer))}`,
  );
  check('every writer wrote while it was away', without.size === WRITERS, without.size);
  check(`no writer waited ${LONGER_MS} ms longer`, Math.max(...longer) <= LONGER_MS, longer.map(Math.round));

  await Promise.all(
    screens.map(({ page }) =>
      page.getByRole('list', { name: 'Messages on their way' }).waitFor({ state: 'detached', timeout: 120_000 }),
    ),
  );
  const stored = await serverHas(admin, room);
  const ids = stored.map(({ id }) => id);
  figure('messages in the room', ids.length);
  check('the server has none twice', new Set(stored.map(({ body }) => body)).size === ids.length);
  const lost = [...talkers.acknowledged.values()].filter((id) => !ids.includes(id));
  check('the server has every acknowledged message', lost.length === 0, lost.length);
  const own = stored.filter(({ body }) => body.startsWith('From the screen'));
  check('what a screen sent in both holes is there once', own.length === 2, own);

  for (const { name, page } of [first, second]) {
    const since = performance.now();
    const reached = await until('', async () => (await idsIn(page)).at(-1) === ids.at(-1), 120_000).catch(() => null);
    check(`the screen of the ${name} is at the end by itself`, reached !== null, [
      await idsIn(page).then((all) => ids.indexOf(all.at(-1) ?? '')),
      ids.length,
    ]);
    figure(`the screen of the ${name}: at the end after the last message, ms`, Math.round(performance.now() - since));
  }
  check('a draft is still there', (await field(second.page).inputValue()).endsWith('stays'));
  // By hand, as whoever reads further up gets there.
  await until(
    'the third screen scrolls to the end',
    async () => {
      await third.page.getByRole('log', { name: /^Messages of/ }).evaluate((box) => box.scrollTo(0, box.scrollHeight));
      return (await idsIn(third.page)).at(-1) === ids.at(-1);
    },
    120_000,
  ).then(
    () => check('the screen that was further up gets to the end by scrolling', true),
    (error) => check('the screen that was further up gets to the end by scrolling', false, String(error)),
  );
  for (const { name, page } of screens) {
    const shown = await readThrough(page, ids[0] ?? '').catch((error) => [String(error)]);
    const same = shown.length === ids.length && shown.every((id, at) => id === ids[at]);
    check(`the screen of the ${name} equals the server: all, once, in its order`, same, [shown.length, shown[0]]);
  }
}

export const fault: Fault = {
  promise:
    'While 20 people write and the realtime server, then the application, is killed, no message is lost or doubled on any screen.',
  run,
};
