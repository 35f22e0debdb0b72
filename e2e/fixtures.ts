import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  test as base,
  type ConsoleMessage,
  expect,
  type Page,
  type WebError,
} from '@playwright/test';
import { sessionCookieName } from '../lib/session-token';
import { strayInFrame } from '../lib/test/payloads';
import { emailOf, type OrganisationKey, type Seat } from './support/accounts';
import { whosePagesListen } from './support/listening';
import { closeDatabase, demoSession, Organisation } from './support/organisation';
import { IdlePages, type PassedOn, type StorageState } from './support/passed-on';
import { named, Program } from './support/program';
import { fillLogin } from './support/sign-in';

/** What pages wrote to their consoles. A test fails on an error that it has not announced. */
type Console = {
  /** Returns how it ends. */
  watch: (context: BrowserContext) => () => void;
  said: readonly string[];
  /** Announces an error, such as the browser's own line about an answer of 404. */
  expectError: (words: RegExp) => void;
};

type Fixtures = {
  /** The journey's own organisation, with everybody in it; `org.as('leader')` opens a page, `org.program('user')` calls the API. */
  org: Organisation;
  console: Console;
  /** A page in which somebody of the demo is signed in, or nobody: for looking at what the demo has, changing nothing. */
  demo: (seat?: Seat, org?: OrganisationKey) => Promise<Page>;
  /** A page of a browser of its own in which `seat` is signed in: of a new one, or one as new (`support/passed-on.ts`). */
  as: (seat: Seat, org?: OrganisationKey, options?: BrowserContextOptions) => Promise<Page>;
  /** The same, of a page that tests of one worker pass on: for looking only. Without a seat nobody is signed in. */
  looking: (seat?: Seat, org?: OrganisationKey) => Promise<Page>;
  /** The same person as a program. */
  program: (seat: Seat, org?: OrganisationKey) => Promise<Program>;
};

/**
 * A thing of another journey, which took it from this person just then: who hears that something happened to it asks.
 */
const isOthers = (line: string): boolean => {
  const id = /404 \(Not Found\) \(.*\/api\/(?:room|task|taskCard|file|folder)\/([0-9a-f-]{36})\)$/.exec(line)?.[1];
  return id !== undefined && !named.has(id);
};

type Lend = (seat?: Seat, org?: OrganisationKey, options?: BrowserContextOptions) => Promise<Page>;

/** Sign-ins are limited by account: what one test opened, the others use too. */
const sessionsFolder = () => path.join(process.env.E2E_DATA_DIR ?? os.tmpdir(), 'browser-sessions');
const programs = new Map<string, Promise<Program>>();

/** Signs in with the form, as a person does, and waits for the dashboard (or the waiting page). */
export async function signIn(page: Page, email: string, orgKey: string): Promise<void> {
  await page.goto(`/${orgKey}/login`);
  await fillLogin(page, email);
  await expect(page).toHaveURL(new RegExp(`/${orgKey}/dashboard$|/waiting$`));
}

async function sessionOf(browser: Browser, baseURL: string, seat: Seat, org: OrganisationKey): Promise<StorageState> {
  const name = `${new URL(baseURL).port}-${org}-${seat}.json`;
  const file = path.join(sessionsFolder(), name);
  if (fs.existsSync(file)) {
    const state = JSON.parse(fs.readFileSync(file, 'utf8')) as StorageState;
    const cookie = state.cookies.map((one) => `${one.name}=${one.value}`).join('; ');
    const answer = await fetch(`${baseURL}/api/loggedInUser`, { headers: { cookie } });
    if (answer.ok) return state;
  }
  const context = await browser.newContext({ baseURL });
  const page = await context.newPage();
  await signIn(page, emailOf(seat, org), org);
  const state = await context.storageState();
  await context.close();
  fs.mkdirSync(sessionsFolder(), { recursive: true });
  fs.writeFileSync(`${file}.${process.pid}`, JSON.stringify(state));
  fs.renameSync(`${file}.${process.pid}`, file);
  return state;
}

/** What pages of this worker heard from the realtime server besides ids and versions; a test begins with none. */
const strays: string[] = [];

function listen(page: Page): void {
  page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => void strays.push(...strayInFrame(String(payload)))),
  );
}

function listenIn(context: BrowserContext): void {
  for (const page of context.pages()) listen(page);
  context.on('page', listen);
}

/** `browser`, all of whose pages are listened to, also those that a test opens by itself. */
function whoseFramesAreHeard(browser: Browser): Browser {
  const newContext = browser.newContext.bind(browser);
  browser.newContext = async (options) => {
    const context = await newContext(options);
    listenIn(context);
    return context;
  };
  return browser;
}

export const test = base.extend<
  Fixtures & { lend: Lend; open: Organisation['open'] },
  { idle: IdlePages; looks: Map<string, Page>; database: null }
>({
  database: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads which fixtures are asked for
    async ({}, use) => {
      await use(null);
      await closeDatabase();
    },
    { scope: 'worker', auto: true },
  ],

  browser: [async ({ browser }, use) => use(whoseFramesAreHeard(whosePagesListen(browser))), { scope: 'worker' }],

  idle: [
    async ({ browser }, use) => {
      const idle = new IdlePages(browser);
      await use(idle);
      await idle.close();
    },
    { scope: 'worker' },
  ],

  looks: [
    async ({ browser: _ }, use) => {
      const pages = new Map<string, Page>();
      await use(pages);
      for (const page of pages.values()) await page.context().close();
    },
    { scope: 'worker' },
  ],

  console: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads which fixtures are asked for
    async ({}, use, testInfo) => {
      const said: string[] = [];
      // Who logs out or loses a right elsewhere moves the channels: a page that asks just then asks again.
      // Whom another journey takes out of a project comes back with the channels the page was drawn with: that one is
      // refused, and then the page is drawn anew.
      // The SDK sends a moment after it has looked whether its socket is open; the next one is told all of it again.
      const expected: RegExp[] = [
        /40(?:3 \(Forbidden\)|9 \(Conflict\)).*\/api\/pusher\/auth\)$/,
        /^WebSocket is already in CLOSING or CLOSED state\./,
      ];
      strays.length = 0;
      named.clear();
      const watch = (watched: BrowserContext) => {
        // Pages that are passed on lose their listeners in between.
        listenIn(watched);
        const onConsole = (message: ConsoleMessage) => {
          if (message.type() === 'error') said.push(`${message.text()} (${message.location().url})`);
        };
        // What the browser itself rejects, such as a request that was cut off, has an empty stack.
        const onError = (error: WebError) =>
          void said.push(`${error.error().stack || error.error()} (${error.page()?.url()})`);
        watched.on('console', onConsole).on('weberror', onError);
        return () => void watched.off('console', onConsole).off('weberror', onError).off('page', listen);
      };
      await use({ watch, said, expectError: (words) => expected.push(words) });
      if (testInfo.status !== testInfo.expectedStatus) return;
      const unexpected = said.filter((line) => !isOthers(line) && !expected.some((words) => words.test(line)));
      expect(unexpected, 'errors in the browser’s console').toEqual([]);
      expect(strays, 'what was published besides ids and versions').toEqual([]);
    },
    { auto: true },
  ],

  lend: async ({ browser, baseURL, console: watched, idle, javaScriptEnabled, viewport }, use, testInfo) => {
    const lent: [key: string, one: PassedOn][] = [];
    const own: BrowserContext[] = [];
    await use(async (seat, org = 'acme', options) => {
      const state = seat && (await sessionOf(browser, baseURL ?? '', seat, org));
      if (options || !javaScriptEnabled) {
        const context = await browser.newContext({ baseURL, storageState: state, javaScriptEnabled, ...options });
        own.push(context);
        watched.watch(context);
        return context.newPage();
      }
      const key = JSON.stringify([baseURL, viewport, seat, org]);
      const one = await idle.take(key, { baseURL, viewport });
      lent.push([key, one]);
      watched.watch(one.page.context());
      await one.begin(state);
      return one.page;
    });
    for (const context of own) await context.close();
    // Of a test that failed the page is shown as it was.
    const failed = testInfo.status !== testInfo.expectedStatus;
    for (const [key, one] of lent) await (failed ? one.page.context().close() : idle.giveBack(key, one));
  },

  page: async ({ lend }, use) => use(await lend()),

  context: async ({ page }, use) => use(page.context()),

  open: async ({ browser, baseURL: url, console: watched, javaScriptEnabled, viewport }, use) => {
    const baseURL = url ?? '';
    const contexts: BrowserContext[] = [];
    await use(async (token, options) => {
      const context = await browser.newContext({ baseURL, javaScriptEnabled, viewport, ...options });
      contexts.push(context);
      watched.watch(context);
      if (token) await context.addCookies([{ name: sessionCookieName(), value: token, url: baseURL, httpOnly: true }]);
      return context.newPage();
    });
    for (const context of contexts) await context.close();
  },

  org: async ({ baseURL, open }, use) => use(await Organisation.make(baseURL ?? '', open)),

  demo: async ({ open }, use) =>
    use(async (seat, org = 'acme') => open(seat && (await demoSession(org, emailOf(seat, org))))),

  as: async ({ lend }, use) => use(lend),

  looking: async ({ browser, baseURL, console: watched, looks }, use) => {
    const ends: (() => Promise<void>)[] = [];
    await use(async (seat, org = 'acme') => {
      const who = seat ? `${org} ${seat}` : 'nobody';
      const storageState = seat && (await sessionOf(browser, baseURL ?? '', seat, org));
      const page = looks.get(who) ?? (await (await browser.newContext({ baseURL, storageState })).newPage());
      looks.set(who, page);
      const unwatch = watched.watch(page.context());
      ends.push(async () => {
        unwatch();
        await page.goto('about:blank');
      });
      return page;
    });
    for (const end of ends) await end();
  },

  program: async ({ baseURL }, use) => {
    await use((seat, org = 'acme') => {
      const who = `${baseURL} ${org} ${seat}`;
      const known = programs.get(who) ?? Program.signIn(baseURL ?? '', seat, org);
      programs.set(who, known);
      return known;
    });
  },
});
